"""Turns an exact pattern (stdlib `re` syntax) into a google-re2 pattern that matches wherever the exact one does, or more.

Look-around, anchors, back references, upper bounds and which digit it is fall away, so the result is a linear prefilter, never the answer.
Must not be in here: the rules themselves. Runs when the knowledge is compiled, not when it is loaded.
"""

from __future__ import annotations

import re._constants as c  # type: ignore[import-not-found]
import re._parser as sre  # type: ignore[import-not-found]
from collections.abc import Sequence
from typing import Any

_WORD = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_CLASSES = {c.CATEGORY_DIGIT: "0-9", c.CATEGORY_SPACE: r"\s\x{1c}-\x{1f}\x{80}-\x{10ffff}", c.CATEGORY_WORD: r"0-9A-Za-z_\x{80}-\x{10ffff}"}
_LEAST = {c.CATEGORY_DIGIT: "0-9", c.CATEGORY_SPACE: r"\s", c.CATEGORY_WORD: "0-9A-Za-z_"}
"""The same within a negated class, where less shuts out less."""
_DIGITS, _DIGIT = frozenset("0123456789"), "[0-9]"
"""Any digit stands for each: automata that tell digits apart have many more states."""
_WIDTHLESS = frozenset([c.AT, c.ASSERT, c.ASSERT_NOT])
_NEGATED = {c.CATEGORY_NOT_DIGIT: r"^0-9", c.CATEGORY_NOT_SPACE: r"^\s", c.CATEGORY_NOT_WORD: r"^0-9A-Za-z_"}


def ascii_digits(pattern: str) -> str:
    """Write `\\d` as ASCII digits, so that the pattern and its prefilter mean the same (the views fold other digits)."""
    out: list[str] = []
    inside, i = False, 0
    while i < len(pattern):
        char = pattern[i]
        if char == "\\" and i + 1 < len(pattern):
            pair = pattern[i : i + 2]
            out.append(("0-9" if inside else "[0-9]") if pair == "\\d" else pair)
            i += 2
            continue
        if char == "[" and not inside:
            inside = True
            out.append(char)
            i += 1
            if pattern[i : i + 1] == "^":
                out.append("^")
                i += 1
            if pattern[i : i + 1] == "]":
                out.append("\\]")
                i += 1
            continue
        if char == "]":
            inside = False
        out.append(char)
        i += 1
    return "".join(out)


def relax(pattern: str) -> str:
    """Give the re2 superset of an exact pattern, or `(?s:.)` where nothing is left to look for."""
    items = _without_edge(_without_edge(list(sre.parse(ascii_digits(pattern))), 0), -1)
    return _sequence(items) or "(?s:.)"


def _without_edge(items: Sequence[Any], side: int) -> list[Any]:
    """Drop loops that may be missing at one end (side 0: the beginning, -1: the end): what is left matches wherever all of it did, in a smaller automaton."""
    left = list(items)
    while near := [i for i, (op, _) in enumerate(left) if op not in _WIDTHLESS]:
        at = near[side]
        op, arg = left[at]
        if op in (c.MAX_REPEAT, c.MIN_REPEAT) and arg[0] == 0 and "*" in _repeat(*arg):
            left = left[at + 1 :] if side == 0 else left[:at]
            continue
        if op is c.SUBPATTERN:
            arg = (*arg[:3], _without_edge(arg[3], side))
        elif op is c.BRANCH:
            arg = (arg[0], [_without_edge(branch, side) for branch in arg[1]])
        if _item(op, arg) == _item(*left[at]):
            return left
        return [(op, arg), *left[at + 1 :]] if side == 0 else [*left[:at], (op, arg)]
    return left


def _sequence(items: Sequence[Any]) -> str:
    out: list[str] = []
    for i, item in enumerate(items):
        op, arg = item
        if op is c.AT and arg is c.AT_BOUNDARY:
            before, after = items[i - 1 : i] if i else [], items[i + 1 : i + 2]
            if (after and _ascii_edge(after[0], 0)) or (before and _ascii_edge(before[0], -1)):
                out.append(r"\b")
            continue
        out.append(_item(op, arg))
    return "".join(out)


def _item(op: Any, arg: Any) -> str:
    if op is c.LITERAL:
        return _DIGIT if chr(arg) in _DIGITS else _escape(arg)
    if op is c.NOT_LITERAL:
        return f"[^{_escape(arg)}]"
    if op is c.ANY:
        return "(?s:.)"
    if op is c.IN:
        return _charset(arg)
    if op is c.BRANCH:
        return "(?:" + "|".join(_sequence(branch) for branch in arg[1]) + ")"
    if op is c.SUBPATTERN:
        return f"(?{'i' if arg[1] & sre.SRE_FLAG_IGNORECASE else ''}:{_sequence(arg[3])})"
    if op is c.ATOMIC_GROUP:
        return f"(?:{_sequence(arg)})"
    if op in (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT):
        return _repeat(*arg)
    if op is c.GROUPREF:
        return "(?s:.)*"
    return ""


def _repeat(low: int, high: Any, body: Sequence[Any]) -> str:
    inner = _sequence(body)
    if not inner:
        return ""
    inner = f"(?:{inner})"
    if low == 0:
        return inner + ("?" if high == 1 else "*")
    if low == high:
        return inner if low == 1 else f"{inner}{{{low}}}"
    return inner + ("+" if low == 1 else f"{{{low},}}")


def _charset(items: Sequence[Any]) -> str:
    negate, parts = "", []
    negated = any(op is c.NEGATE for op, _ in items)
    for op, arg in items:
        if op is c.NEGATE:
            negate = "^"
        elif op is c.LITERAL:
            parts.append("0-9" if chr(arg) in _DIGITS and not negated else _escape(arg))
        elif op is c.RANGE and not negated and chr(arg[0]) in _DIGITS and chr(arg[1]) in _DIGITS:
            parts.append("0-9")
        elif op is c.RANGE:
            parts.append(f"{_escape(arg[0])}-{_escape(arg[1])}")
        elif op is c.CATEGORY and arg in _CLASSES:
            parts.append((_LEAST if negated else _CLASSES)[arg])
        elif negate:
            continue
        elif len(items) == 1:
            return f"[{_NEGATED[arg]}]"
        else:
            return "(?s:.)"
    return f"[{negate}{''.join(parts)}]" if parts else "(?s:.)"


def _escape(code: int) -> str:
    char = chr(code)
    return char if char.isalnum() and code < 128 else f"\\x{{{code:x}}}"


def _ascii_edge(item: Any, side: int) -> bool:
    """Whether the item surely begins (side 0) or ends (side -1) with an ASCII word character."""
    op, arg = item
    if op is c.LITERAL:
        return chr(arg) in _WORD
    if op is c.IN:
        return all((o is c.LITERAL and chr(a) in _WORD) or (o is c.RANGE and a[1] < 128 and chr(a[0]) in _WORD and chr(a[1]) in _WORD) for o, a in arg)
    if op is c.BRANCH:
        return all(bool(b) and _ascii_edge(b[side], side) for b in arg[1])
    if op is c.SUBPATTERN:
        return bool(arg[3]) and _ascii_edge(arg[3][side], side)
    if op in (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT):
        return arg[0] > 0 and bool(arg[2]) and _ascii_edge(arg[2][side], side)
    return False
