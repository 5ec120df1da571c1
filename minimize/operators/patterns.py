"""Make a short string that a regular expression matches, deterministically. For stand-ins only; whoever uses it validates the result."""

from __future__ import annotations

import re
import re._parser as _parser  # type: ignore[import-not-found]  # the standard parser of `re`; `sre_parse` before 3.11
from functools import lru_cache
from typing import Any, Final

_MOST: Final = 400
"""Longest string that is made."""
_PREFERRED: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ -_.@/:+#"


@lru_cache(maxsize=512)
def sample(pattern: str, shift: int = 0) -> str | None:
    """Give a string that the pattern finds itself in; None if none was found. Another `shift` gives another string where there is one."""
    try:
        tree = _parser.parse(pattern)
    except (re.error, RecursionError, OverflowError):
        return None
    out: list[str] = []
    try:
        _write(tree, out, shift)
    except (_Unable, RecursionError):
        return None
    made = "".join(out)[:_MOST]
    return made if re.search(pattern, made) else None


class _Unable(Exception):
    pass


def _write(tree: Any, out: list[str], shift: int) -> None:
    if sum(map(len, out)) > _MOST:
        raise _Unable
    for op, value in tree:
        name = str(op)
        if name == "LITERAL":
            out.append(chr(value))
        elif name == "NOT_LITERAL":
            out.append("0" if value != ord("0") else "1")
        elif name == "ANY":
            out.append("x")
        elif name == "IN":
            out.append(_one_of(value, shift))
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            low, _, inner = value
            for _ in range(min(low, _MOST)):
                _write(inner, out, shift)
        elif name == "SUBPATTERN":
            _write(value[3], out, shift)
        elif name == "ATOMIC_GROUP":
            _write(value, out, shift)
        elif name == "BRANCH":
            branches = value[1]
            _write(branches[shift % len(branches)], out, shift)
        elif name not in ("AT", "ASSERT", "ASSERT_NOT"):
            raise _Unable


def _one_of(members: Any, shift: int) -> str:
    negated = str(members[0][0]) == "NEGATE"
    allowed = [char for char in _PREFERRED if _in(char, members[1:] if negated else members) != negated]
    if allowed:
        return allowed[shift % len(allowed)]
    op, value = members[0]
    if str(op) == "LITERAL":
        return chr(value)
    if str(op) == "RANGE":
        return chr(value[0])
    raise _Unable


def _in(char: str, members: Any) -> bool:
    for op, value in members:
        name = str(op)
        if name == "LITERAL" and ord(char) == value:
            return True
        if name == "RANGE" and value[0] <= ord(char) <= value[1]:
            return True
        if name == "CATEGORY" and _in_class(char, str(value)):
            return True
    return False


def _in_class(char: str, name: str) -> bool:
    inside = {"DIGIT": char.isdigit(), "WORD": char.isalnum() or char == "_", "SPACE": char.isspace()}
    base = name.rsplit("_", 1)[-1]
    return inside.get(base, False) != ("_NOT_" in name)
