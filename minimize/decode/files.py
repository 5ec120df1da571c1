"""Files inside texts: data URIs and binary in base64. They are not read as text; what stands where, and of which kind, is all that is told.

Linear; a text that is too short or holds none costs a look at its length and its first characters. Must not be in here: what is in a file (`images`).
"""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final, NamedTuple

SHORTEST: Final = 64
"""Shorter texts hold no file."""
_SHORTEST_UNKNOWN: Final = 256
"""Code points from which bytes of no known kind count as a file rather than as a key or a hash."""
_URI: Final = re.compile(r"data:([\w.+-]{1,80}/[\w.+-]{1,80})?((?:;[\w=.+\"-]{1,80}){0,8}),", re.IGNORECASE)
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]+(?:[ \t]*\r?\n[A-Za-z0-9+/_-]+)*={0,2}")
_PERCENT: Final = re.compile(r"[^\s\"'<>()]*")
_MOST: Final = 64
"""Files of one text."""
_MAGIC: Final[tuple[tuple[str, str], ...]] = (
    ("/9j/", "image/jpeg"),
    ("iVBORw0KGgo", "image/png"),
    ("R0lGOD", "image/gif"),
    ("UklGR", "image/webp"),
    ("SUkqA", "image/tiff"),
    ("TU0AK", "image/tiff"),
    ("JVBERi0", "application/pdf"),
    ("UEsDB", "application/zip"),
    ("H4sIA", "application/gzip"),
    ("N3q8ryc", "application/x-7z-compressed"),
    ("0M8R4KGx", "application/x-ole-storage"),
    ("SUQzA", "audio/mpeg"),
    ("T2dnUw", "audio/ogg"),
    ("AAAAIGZ0eX", "video/mp4"),
    ("AAAAGGZ0eX", "video/mp4"),
    ("AAAAHGZ0eX", "video/mp4"),
)
"""How the base64 of a kind of file begins; and the kind."""
_STARTS: Final = tuple(start for start, _ in _MAGIC)
_TEXTUAL: Final = ("text/", "application/json", "application/xml", "application/x-www-form-urlencoded", "image/svg")
"""Kinds that are text: their base64 is read like any other."""
_UNKNOWN: Final = "application/octet-stream"


class File(NamedTuple):
    """One file inside a text."""

    start: int
    end: int
    """Span of its data (base64, or percent-encoded), without the head of a data URI, in code points."""
    media: str
    base64: bool

    @property
    def known(self) -> bool:
        """Whether it is surely a file, so that looking for words in its base64 makes no sense."""
        return self.media != _UNKNOWN


def files(text: str) -> list[File]:
    """Give the files inside a text, in text order."""
    if len(text) < SHORTEST:
        return []
    if "ata:" in text[:6] or ";base64," in text:
        return _uris(text)
    if text.startswith(_STARTS):
        match = _BASE64.fullmatch(text.rstrip())
        return [File(0, match.end(), next(media for start, media in _MAGIC if text.startswith(start)), True)] if match else []
    if len(text) >= _SHORTEST_UNKNOWN and " " not in text[:_SHORTEST_UNKNOWN] and _BASE64.fullmatch(text.rstrip()):
        plain = "".join(text[:_SHORTEST_UNKNOWN].split())
        head = decoded(plain[: len(plain) // 4 * 4])
        if head is not None and _is_binary(head):
            return [File(0, len(text.rstrip()), _UNKNOWN, True)]
    return []


def _uris(text: str) -> list[File]:
    found: list[File] = []
    at = 0
    while len(found) < _MOST and (head := _URI.search(text, at)) is not None:
        coded = "base64" in head[2].lower()
        body = (_BASE64 if coded else _PERCENT).match(text, head.end())
        at = body.end() if body is not None else head.end()
        media = (head[1] or "text/plain").lower()
        if body is not None and at - head.end() >= SHORTEST // 2 and not media.startswith(_TEXTUAL):
            found.append(File(head.end(), at, media, coded))
    return found


def is_whole(text: str, file: File) -> bool:
    """Whether a text is nothing but the file, or its data URI."""
    head = _URI.match(text)
    return file.start == (head.end() if head is not None else 0) and not text[file.end :].strip()


def decoded(text: str) -> bytes | None:
    """Give the bytes of base64 in either alphabet, without padding too; None where it is none."""
    plain = "".join(text.split()).rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None


def _is_binary(data: bytes) -> bool:
    """Whether bytes are no text."""
    odd = len(data.translate(None, _PRINTABLE))
    return odd * 4 > len(data) and not _is_utf8(data)


def _is_utf8(data: bytes) -> bool:
    try:
        data[: len(data) - 3].decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start >= len(data) - 6
    return b"\0" not in data


_PRINTABLE: Final = bytes(range(0x20, 0x7F)) + b"\t\r\n"


def without(text: str, found: list[File]) -> str:
    """Give the text with blanks in place of the files, of the same length, for reading the rest of it."""
    out: list[str] = []
    at = 0
    for file in found:
        out += (text[at : file.start], "\0" * (file.end - file.start))
        at = file.end
    out.append(text[at:])
    return "".join(out)
