"""Steps for codes that a program undoes: base64 and base32, hex and other numbers of characters, URL, HTML, JSON, quoted-printable.

Must not be in here: disguises made for the eye (`characters`), ciphers (`ciphers`).
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from typing import Final
from urllib.parse import unquote_to_bytes

from minimize.decode.reading import MAX_TOKENS, Pieces

_PERCENT: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_PLUS: Final = re.compile(r"(?<=[\w.%@])\+(?=[\w%(])")
_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,10});")
_ESCAPE: Final = re.compile(r"\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\"\\/nrt])")
_PLAIN_ESCAPES: Final = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "r": "\r", "t": "\t"}
_BASE64: Final = re.compile(
    r"(?<![\w+/=-])(?:[A-Za-z0-9+/]{4,100}(?:\r?\n[A-Za-z0-9+/]{4,100}){0,400}\r?\n[A-Za-z0-9+/]{1,100}={0,2}|[A-Za-z0-9+/]{8,}={0,2}|[A-Za-z0-9_-]{8,}={0,2})(?![\w+/=-])"
)
_LONGEST_WORD: Final = 12
"""Shorter tokens are often words or ids: they must have capitals, small letters and a digit, or a padding."""
_BASE32: Final = re.compile(r"(?<![\w=])[A-Z2-7]{12,4000}(?:={1,6}|(?![\w=]))")
_HEX: Final = re.compile(
    r"(?<![\w])(?:(?:0x[0-9a-fA-F]{2}[ ,]{1,2}){5,}0x[0-9a-fA-F]{2}|(?:0x)?(?:(?:[0-9a-fA-F]{2}){8,}|(?:[0-9a-fA-F]{2}[ :,-]){7,}[0-9a-fA-F]{2}))(?![\w])"
)
_NO_HEX: Final = re.compile(r"0x|[ :,-]")
_BITS: Final = re.compile(r"(?<!\w)(?:[01]{8}[ ,]?){5,600}(?!\w)")
_CODES: Final = re.compile(r"(?<![\w.])\d{2,3}(?:(?:, ?|;| )\d{2,3}){7,600}(?![\w.])")
_QUOTED: Final = re.compile(r"(?:=[0-9A-F]{2})+")
_SOFT_BREAK: Final = re.compile(r"=\r?\n")
_GOOD: Final = re.compile(r"[\w @.,:;/+()'\"{}\[\]\n\r\t&=#?!%$<>*|-]|[^\x00-\xa0\ufffd]")


def percent(text: str) -> Pieces:
    """URL encoding."""
    pieces: Pieces = []
    for match in _PERCENT.finditer(text):
        decoded = unquote_to_bytes(match[0]).decode("utf-8", "replace")
        if 3 * len(decoded) == len(match[0]):
            pieces += [(match.start() + 3 * k, match.start() + 3 * k + 3, c, True) for k, c in enumerate(decoded)]
        else:
            pieces.append((match.start(), match.end(), decoded, True))
    return pieces


def form(text: str) -> Pieces:
    """The blanks of form encoding."""
    return [(m.start(), m.end(), " ", False) for m in _PLUS.finditer(text)]


def entities(text: str) -> Pieces:
    """HTML entities."""
    return [(m.start(), m.end(), plain, True) for m in _ENTITY.finditer(text) if (plain := html.unescape(m[0])) != m[0]]


def escapes(text: str) -> Pieces:
    """Escapes of JSON (a text of JSON inside a string) and of most programming languages."""
    return [(m.start(), m.end(), _PLAIN_ESCAPES.get(m[0][1]) or chr(int(m[0][2:], 16)), True) for m in _ESCAPE.finditer(text)]


def quoted_printable(text: str) -> Pieces:
    """Quoted-printable, soft line breaks too."""
    pieces: Pieces = [(m.start(), m.end(), "", True) for m in _SOFT_BREAK.finditer(text)]
    for match in _QUOTED.finditer(text):
        decoded = binascii.a2b_qp(match[0].encode()).decode("utf-8", "replace")
        if decoded.isprintable():
            pieces.append((match.start(), match.end(), decoded, True))
    return sorted(pieces)


def printable(data: bytes) -> str | None:
    """Give the text of bytes that are text (UTF-8, UTF-16), else None."""
    coding = "utf-8"
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        coding = "utf-16"
    elif len(data) % 2 == 0 and len(data) >= 12 and 0 in data:
        coding = "utf-16-le" if not any(data[1::2]) else "utf-16-be" if not any(data[::2]) else coding
    try:
        text = data.decode(coding)
    except UnicodeDecodeError:
        return None
    good = len(_GOOD.findall(text))
    least = 6 if text.isascii() else 2
    return text if len(text) >= least and good >= 0.95 * len(text) and any(c.isalnum() for c in text) else None


def base_64(text: str) -> Pieces:
    """Base64, its URL alphabet, with or without padding, on one line or several."""
    pieces: Pieces = []
    for count, match in enumerate(_BASE64.finditer(text)):
        if count >= MAX_TOKENS:
            break
        token = "".join(match[0].split()).rstrip("=")
        if len(token) % 4 == 1 or token.isdigit() or (token.isalpha() and (token.islower() or token.isupper())):
            continue
        short = len(token) < _LONGEST_WORD
        if short and match[0][-1] != "=" and not (any(map(str.isdigit, token)) and not token.isupper() and not token.islower()):
            continue
        try:
            data = base64.b64decode(token.replace("-", "+").replace("_", "/") + "=" * (-len(token) % 4), validate=True)
        except (ValueError, binascii.Error):
            continue
        decoded = printable(data)
        if decoded is not None and not (short and not decoded.isascii()):
            pieces.append((match.start(), match.end(), decoded, True))
    return pieces


def base_32(text: str) -> Pieces:
    """Base32."""
    pieces: Pieces = []
    for count, match in enumerate(_BASE32.finditer(text)):
        if count >= MAX_TOKENS:
            break
        token = match[0].rstrip("=")
        try:
            decoded = printable(base64.b32decode(token + "=" * (-len(token) % 8)))
        except (ValueError, binascii.Error):
            continue
        if decoded is not None and decoded.isascii():
            pieces.append((match.start(), match.end(), decoded, True))
    return pieces


def hexadecimal(text: str) -> Pieces:
    """Bytes in hexadecimal digits, alone or in pairs."""
    pieces: Pieces = []
    for count, match in enumerate(_HEX.finditer(text)):
        if count >= MAX_TOKENS:
            break
        decoded = printable(bytes.fromhex(_NO_HEX.sub("", match[0])))
        if decoded is not None:
            pieces.append((match.start(), match.end(), decoded, True))
    return pieces


def numbers_of_characters(text: str) -> Pieces:
    """Characters by their numbers, in bits or decimal."""
    pieces: Pieces = []
    for pattern, base in ((_BITS, 2), (_CODES, 10)):
        for match in pattern.finditer(text):
            said = re.findall(r"[01]{8}" if base == 2 else r"\d+", match[0])
            values = [int(number, base) for number in said]
            decoded = printable(bytes(values)) if max(values) < 128 and min(values) >= 9 else None
            if decoded is not None:
                pieces.append((match.start(), match.end(), decoded, True))
    return sorted(pieces)
