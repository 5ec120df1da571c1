"""Whether an argument text is whole, and putting its pieces together. No calls, no choices; see `minimize.stream`."""

from __future__ import annotations

import json
import re
from typing import Final

_DECODER: Final = json.JSONDecoder(strict=False, parse_int=len, parse_float=len)
_TOKEN: Final = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|["\[\]{}]', re.DOTALL)


def is_whole(text: str) -> bool:
    """Tell whether a JSON text is closed: it parses, or it is too deep to parse but every bracket and quote is closed.

    Lenient where that says nothing about truncation (NaN, control characters, numbers of any length). Linear.
    """
    try:
        _DECODER.decode(text)
    except RecursionError:
        return _balanced(text)
    except ValueError:
        return False
    return True


def _balanced(text: str) -> bool:
    depth = 0
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark == '"':
            return False
        if mark in ("{", "["):
            depth += 1
        elif mark in ("}", "]"):
            depth -= 1
            if depth < 0:
                return False
    return depth == 0


def joined(pieces: list[str], custom: bool) -> str:
    """Put the pieces together: halves of surrogate pairs are joined, an empty object or null before real JSON falls away."""
    text = "".join(pieces)
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    for placeholder in () if custom else ("null", "{}"):
        bare = text.lstrip()
        if bare.startswith(placeholder) and bare[len(placeholder) :].strip():
            text = bare[len(placeholder) :].lstrip()
    return text
