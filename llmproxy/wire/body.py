"""A request's JSON: read at the speed of C where that is enough, closely where a key may be named twice or may be one of ours.

Must not be in here: what the members mean.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

import orjson

from llmproxy.errors import BadRequest
from llmproxy.wire.annotations import ANNOTATIONS

_CLOSER: Final = (*(name.encode() for name in ANNOTATIONS), *(b"\\u00%d" % n for n in range(2, 8)))
"""Our keys, and ASCII characters that are escaped for no reason: such may be part of a key of ours."""
_ROUNDED: Final = re.compile(rb"[:\[,\s]-?\d{16}")
"""Maybe an integer that the fast reader rounds."""
_APART: Final = re.compile(rb'"[ \t\r\n]+:')
_HIDDEN: Final = re.compile(rb"\\u00(?:22|3[aA])")
"""A quote or a colon as an escape."""


def read(body: bytes) -> tuple[Any, bool]:
    """Read JSON; give the value, and whether some object of it has a key that is an annotation of ours.

    BadRequest if it is no JSON in UTF-8, names a key twice or nests too deep.
    """
    plain = _read_fast(body)
    return _read_closely(body) if plain is None else (plain, False)


def names_once(data: bytes, value: Any) -> bool:
    """Tell whether no object of a JSON text names a key twice, by the value that `orjson` read from it; False also where only a closer look could tell.

    A key's end is a quote before a colon. Written anew, the value has as many of these as members, and in its strings as many as the text has,
    unless blanks stand between the two or one of them is an escape.
    """
    if _APART.search(data) or _HIDDEN.search(data):
        return False
    try:
        return orjson.dumps(value).count(b'":') == data.count(b'":')
    except (TypeError, RecursionError):
        return False


def _read_fast(body: bytes) -> Any:
    """Read a request; None where anything may be a key of ours or rounded, where a key may stand twice, or where it surely is no request."""
    if any(sign in body for sign in _CLOSER) or _ROUNDED.search(body):
        return None
    try:
        value = orjson.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and names_once(body, value) else None


def _read_closely(body: bytes) -> tuple[Any, bool]:
    ours = False
    apart = ANNOTATIONS.isdisjoint

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal ours
        found = dict(pairs)
        if len(found) != len(pairs):
            raise BadRequest("an object of the request names a key twice", code="duplicate_keys")
        if not apart(found):
            ours = True
        return found

    fault = BadRequest("the request body is not valid JSON", code="invalid_json")
    try:
        text = body.decode()
        if text.startswith("\ufeff"):
            text = text[1:]
        try:
            return json.JSONDecoder(object_pairs_hook=members, parse_constant=_no_json).decode(text), ours
        except json.JSONDecodeError:
            pass
        except ValueError:
            # An integer that Python does not read (over 4,300 digits). It is not ours to judge.
            return json.JSONDecoder(object_pairs_hook=members, parse_constant=_no_json, parse_int=float).decode(text), ours
    except UnicodeDecodeError:
        fault = BadRequest("the request body is not valid UTF-8", code="invalid_json")
    except RecursionError:
        fault = BadRequest("the request body nests too deep", code="too_deep")
    except ValueError:
        pass
    # Raised out here, so that it has no context: the decoders' errors hold the whole body.
    raise fault


def _no_json(literal: str) -> Any:
    raise json.JSONDecodeError("no JSON", "", 0)
