"""Files of pictures, built by hand: a few bytes of picture, and metadata as cameras write them."""

import struct
import zlib

import pytest


def tiff(order="<", *, gps=True, owner="", serial="", turned=1):
    """An Exif body: orientation, and where asked for an artist, a body's serial number, a position."""
    main = [(0x0112, 3, 1, struct.pack(order + "HH", turned, 0))]
    inner = [(0xA431, 2, len(serial), serial.encode())] if serial else []
    if owner:
        main.append((0x013B, 2, len(owner), owner.encode()))
    place = [(2, 5, 3, struct.pack(order + "6I", 51, 1, 3, 1, 0, 1)), (4, 5, 3, struct.pack(order + "6I", 3, 1, 43, 1, 0, 1))] if gps else []
    at = 8 + _size(main) + (12 if inner else 0) + (12 if place else 0)
    head, rest = [*main], b""
    for tag, entries in ((0x8769, inner), (0x8825, place)):
        if entries:
            head.append((tag, 4, 1, struct.pack(order + "I", at + len(rest))))
            rest += _directory(entries, order, at + len(rest))
    return (b"II*\0" if order == "<" else b"MM\0*") + struct.pack(order + "I", 8) + _directory(head, order, 8) + rest


def _size(entries):
    return 2 + 12 * len(entries) + 4 + sum(len(v) for *_, v in entries if len(v) > 4)


def _directory(entries, order, at):
    data, values = struct.pack(order + "H", len(entries)), b""
    free = at + 2 + 12 * len(entries) + 4
    for tag, kind, count, value in entries:
        data += struct.pack(order + "HHI", tag, kind, count)
        data += value.ljust(4, b"\0") if len(value) <= 4 else struct.pack(order + "I", free + len(values))
        values += value if len(value) > 4 else b""
    return data + b"\0\0\0\0" + values


def segment(marker, content):
    return bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content


SCAN = segment(0xDB, b"\x01" * 64) + b"\xff\xda\x00\x04\x01\x02" + b"\x55" * 60 + b"\xff\xd9"


def jpeg(exif=None, *more):
    return b"\xff\xd8" + segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0") + (segment(0xE1, b"Exif\0\0" + exif) if exif else b"") + b"".join(more) + SCAN


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def png(*more):
    pixels = chunk(b"IDAT", zlib.compress(b"\0\x10\x20\x30"))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)) + b"".join(more) + pixels + chunk(b"IEND", b"")


def webp(*more):
    def part(kind, content):
        return kind + struct.pack("<I", len(content)) + content + b"\0" * (len(content) % 2)

    body = b"WEBP" + part(b"VP8X", b"\x0c" + b"\0" * 9) + part(b"VP8 ", b"\x30" * 31) + b"".join(part(k, c) for k, c in more)
    return b"RIFF" + struct.pack("<I", len(body)) + body


class Shots:
    """The builders, for tests."""

    tiff, jpeg, png, webp, chunk, segment = map(staticmethod, (tiff, jpeg, png, webp, chunk, segment))


@pytest.fixture
def shots():
    return Shots
