"""What a picture's file says beside the picture: where it was taken, by whom, with which device (JPEG, PNG, WebP). Found, and taken out.

A walk over segments: linear, bounded, and nothing of the picture itself is decoded or changed. Of libraries, those that take metadata out
without encoding the picture anew are no longer kept up, and the kept ones encode it anew. Must not be in here: base64, decisions.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_EXIF: Final = b"Exif\0\0"
_MOST: Final = 4_096
"""Segments of one file, and entries of one directory, that are looked at."""
_XMP: Final = (b"GPSLatitude", b"GPSLongitude", b"photoshop:City")
_XMP_OWNER: Final = (b"aux:OwnerName", b"cc:attributionName", b"dc:creator", b"CreatorContactInfo")
_PNG_TOLD: Final = frozenset([b"eXIf", b"tEXt", b"zTXt", b"iTXt"])
_WEBP_TOLD: Final = frozenset([b"EXIF", b"XMP "])
_JPEG_TOLD: Final = frozenset([0xE1, 0xED, 0xFE])
"""APP1 (Exif, XMP), APP13 (IPTC), comments."""
_ORIENTATION: Final = 0x0112
_OWNER_TAGS: Final = frozenset([0x013B, 0x9C9D, 0xA430])
_DEVICE_TAGS: Final = frozenset([0xA431, 0xA435])
_GPS: Final = 0x8825
_EXIF_IFD: Final = 0x8769
_SIZES: Final = (0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8)

Segment = tuple[bytes, bytes, bytes]
"""(kind, content, all bytes of it)"""


def told(data: bytes) -> frozenset[str]:
    """Give what a picture's file tells: `gps`, `owner`, `device`. Empty for what is no picture of a known form."""
    said: set[str] = set()
    for kind, content, _ in _segments(data):
        if kind in (b"\xe1", b"eXIf", b"EXIF") and content.removeprefix(_EXIF)[:2] in (b"II", b"MM"):
            said |= _exif(content.removeprefix(_EXIF))
        elif kind in (b"\xe1", b"XMP ", b"iTXt"):
            said |= {"gps"} if any(word in content for word in _XMP) else set()
            said |= {"owner"} if any(word in content for word in _XMP_OWNER) else set()
    return frozenset(said)


def stripped(data: bytes) -> bytes:
    """Give the file without metadata; a JPEG keeps how it is turned. What cannot be walked comes back as it is."""
    if data[:2] == b"\xff\xd8":
        return _jpeg_without(data)
    if data[:8] == _PNG:
        return _PNG + b"".join(raw for kind, _, raw in _segments(data) if kind not in _PNG_TOLD)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp_without(data)
    return data


def _segments(data: bytes) -> Iterator[Segment]:
    if data[:2] == b"\xff\xd8":
        yield from _jpeg(data)
    elif data[:8] == _PNG:
        yield from _chunks(data, 8, ">", 4)
    elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        yield from _chunks(data, 12, "<", 0)


def _jpeg(data: bytes) -> Iterator[Segment]:
    """Segments up to the picture itself, and the rest as one."""
    at = 2
    for _ in range(_MOST):
        while data[at : at + 2] == b"\xff\xff":
            at += 1
        if data[at : at + 1] != b"\xff" or at + 4 > len(data) or data[at + 1] in (0xDA, 0xD9):
            break
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if end > len(data) or end < at + 4:
            break
        yield data[at + 1 : at + 2], data[at + 4 : end], data[at:end]
        at = end
    yield b"", b"", data[at:]


def _chunks(data: bytes, at: int, order: str, check: int) -> Iterator[Segment]:
    """Chunks of a PNG (length, kind, content, check sum) or of a RIFF (kind, length, content, padding)."""
    for _ in range(_MOST):
        if at + 8 > len(data):
            break
        size_at, kind_at = (at, at + 4) if check else (at + 4, at)
        size = int(struct.unpack_from(order + "I", data, size_at)[0])
        end = at + 8 + size + (check or size % 2)
        if end > len(data) + 1:
            break
        yield data[kind_at : kind_at + 4], data[at + 8 : at + 8 + size], data[at:end]
        at = end
    if at < len(data):
        yield b"", b"", data[at:]


def _exif(tiff: bytes) -> set[str]:
    order = "<" if tiff[:2] == b"II" else ">"
    said: set[str] = set()
    main = dict(_directory(tiff, order, _number(tiff, order, 4)))
    inner = dict(_directory(tiff, order, main[_EXIF_IFD])) if _EXIF_IFD in main else {}
    if _GPS in main and any(tag in (2, 4) for tag, _ in _directory(tiff, order, main[_GPS])):
        said.add("gps")
    tags = main.keys() | inner.keys()
    if tags & _OWNER_TAGS:
        said.add("owner")
    if tags & _DEVICE_TAGS:
        said.add("device")
    return said


def _directory(tiff: bytes, order: str, at: int) -> Iterator[tuple[int, int]]:
    """Tags of one directory that hold anything, with their value or where it stands."""
    if not 8 <= at <= len(tiff) - 2:
        return
    count = int(struct.unpack_from(order + "H", tiff, at)[0])
    for entry in range(at + 2, at + 2 + 12 * min(count, _MOST), 12):
        if entry + 12 > len(tiff):
            return
        tag, kind, many = struct.unpack_from(order + "HHI", tiff, entry)
        size = many * (_SIZES[kind] if kind < len(_SIZES) else 0)
        value = int(struct.unpack_from(order + "H", tiff, entry + 8)[0]) if kind == 3 else _number(tiff, order, entry + 8)
        if size > 4 and not tiff[value : value + min(size, 64)].strip(b"\0 "):
            continue  # an empty text, or one that is not there
        if many:
            yield tag, value


def _number(tiff: bytes, order: str, at: int) -> int:
    return int(struct.unpack_from(order + "I", tiff, at)[0]) if at + 4 <= len(tiff) else 0


def _turned(content: bytes) -> int:
    tiff = content.removeprefix(_EXIF)
    order = "<" if tiff[:2] == b"II" else ">"
    turned = dict(_directory(tiff, order, _number(tiff, order, 4))).get(_ORIENTATION, 1) if tiff[:2] in (b"II", b"MM") else 1
    return turned if 1 <= turned <= 8 else 1


def _jpeg_without(data: bytes) -> bytes:
    out = [b"\xff\xd8"]
    turned = 1
    for kind, content, raw in _jpeg(data):
        if kind and kind[0] in _JPEG_TOLD:
            turned = max(turned, _turned(content)) if content.startswith(_EXIF) else turned
        else:
            out.append(raw)
    if turned > 1:
        tiff = b"II*\0\x08\0\0\0" + struct.pack("<HHHIHHI", 1, _ORIENTATION, 3, 1, turned, 0, 0)
        out.insert(1, b"\xff\xe1" + struct.pack(">H", 8 + len(tiff)) + _EXIF + tiff)
    return b"".join(out)


def _webp_without(data: bytes) -> bytes:
    chunks = []
    for kind, _, raw in _segments(data):
        if kind == b"VP8X" and len(raw) >= 9:
            raw = raw[:8] + bytes([raw[8] & ~0x0C]) + raw[9:]  # the flags for EXIF and XMP
        if kind not in _WEBP_TOLD:
            chunks.append(raw)
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body
