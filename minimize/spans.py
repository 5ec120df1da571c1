"""Edits of a JSON text at spans: what is not edited stays byte-identical (order, spacing, escapes, number literals).

The text is walked once, along the edited places only; everything beside them is skipped by the C scanner.
Must not be in here: what to edit and why; values that are re-serialised although no edit names them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from json import decoder
from typing import Any, NamedTuple, cast

from minimize.errors import DuplicateKeys
from minimize.pointers import join, split


@dataclass(frozen=True, slots=True)
class Put:
    """Replace the value at a place that exists; `value` is plain JSON data (no NaN, no infinity)."""

    pointer: str
    value: Any


@dataclass(frozen=True, slots=True)
class Splice:
    """Replace parts of the string at a place: (start, end, new text), in code points of the decoded string, not overlapping.

    Escapes outside the pieces stay as they were written.
    """

    pointer: str
    pieces: tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class Drop:
    """Take an object's member or an array's item out, with its comma. Indices are those of the original text."""

    pointer: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Give an object's member another key; pointers of edits below it keep the old one."""

    pointer: str
    key: str


Edit = Put | Splice | Drop | Rename


@dataclass(slots=True)
class _Node:
    """The edits at one place and below it."""

    put: Put | None = None
    pieces: list[tuple[int, int, str]] = field(default_factory=list)
    drop: bool = False
    key: str | None = None
    children: dict[str, _Node] = field(default_factory=dict)


class _Item(NamedTuple):
    """Where one member or item stands: `start` is that of its key, or of its value in an array."""

    start: int
    key_end: int
    value: int
    end: int
    key: str | None
    node: _Node | None


_space = cast("Callable[..., re.Match[str]]", re.compile(r"[ \t\n\r]*").match)
_scan_string: Callable[[str, int, bool], tuple[str, int]] = decoder.scanstring  # type: ignore[attr-defined]
"""The standard library's own scanner: (text, after the quote, strict) -> (decoded, after the closing quote)."""
_skip: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str, strict=False).scan_once  # type: ignore[attr-defined]
"""(text, start of a value) -> (something, end of the value), at the speed of C."""
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.DOTALL)
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def apply(text: str, edits: Sequence[Edit]) -> str:
    """Give the text with the edits made. `text` must be valid JSON (whoever parsed it has made sure).

    An edit of a place wins over those below it; at one place Drop wins over Put, Put over Splice; the last Put and Rename win,
    pieces of several splices are united. Time is linear in the text.
    KeyError if a place is absent; ValueError if pieces overlap or leave the string, or a value is no string to splice, no member to
    rename, no JSON; DuplicateKeys if a new key stands in the object already.
    """
    if not edits:
        return text
    root = _tree(edits)
    editor = _Editor(text)
    start = _space(text).end()
    editor.value(start, root, ())
    out: list[str] = []
    at = 0
    for begin, end, new in sorted(editor.changes):
        out += (text[at:begin], new)
        at = end
    out.append(text[at:])
    return "".join(out)


def encode(value: Any, original: str, text: str = "") -> str:
    """Write a value as JSON in the manner of the literal that it replaces, and containers with the spacing of the whole text.

    ASCII only where the original is ASCII with `\\u` escapes; lone surrogates are always escaped, since UTF-8 cannot carry them.
    """
    ascii_only = "\\u" in original and original.isascii()
    separators = (", ", ": ") if '": ' in text else (",", ":")
    written = json.dumps(value, ensure_ascii=ascii_only, allow_nan=False, separators=separators)
    if not ascii_only and _SURROGATE.search(written):
        written = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=separators)
    return written


def _tree(edits: Sequence[Edit]) -> _Node:
    root = _Node()
    for edit in edits:
        node = root
        for step in split(edit.pointer):
            node = node.children.setdefault(step, _Node())
        match edit:
            case Put():
                node.put = edit
            case Splice():
                node.pieces.extend(edit.pieces)
            case Drop():
                node.drop = True
            case Rename():
                node.key = edit.key
    if root.drop or root.key is not None:
        raise ValueError("the whole text can neither be dropped nor renamed")
    return root


class _Editor:
    """Walks the text along the tree of edits and notes the changes as (start, end, new text)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.changes: list[tuple[int, int, str]] = []

    def value(self, at: int, node: _Node, steps: tuple[str, ...]) -> int:
        """Note the changes of the value that starts at `at`; give where it ends."""
        if node.put is not None:
            end = _skip(self.text, at)[1] if at < len(self.text) else at
            self.changes.append((at, end, encode(node.put.value, self.text[at:end], self.text)))
            return end
        if node.pieces:
            return self._string(at, node)
        if not node.children:
            return _skip(self.text, at)[1]
        opener = self.text[at : at + 1]
        if opener not in ("{", "["):
            raise KeyError("no such place")
        items, end = self._object(at, node, steps) if opener == "{" else self._array(at, node, steps)
        if sum(item.node is not None for item in items) != len(node.children):
            raise KeyError("no such place")
        self._drop(at, end, items)
        return end

    def _object(self, at: int, node: _Node, steps: tuple[str, ...]) -> tuple[list[_Item], int]:
        text, children = self.text, node.children
        items: list[_Item] = []
        at = _space(text, at + 1).end()
        while text[at] != "}":
            key, key_end = _scan_string(text, at + 1, False)
            value = _space(text, _space(text, key_end).end() + 1).end()
            child = children.get(key)
            end = _skip(text, value)[1] if child is None or child.drop else self.value(value, child, (*steps, key))
            items.append(_Item(at, key_end, value, end, key, child))
            at = _space(text, end).end()
            if text[at] == ",":
                at = _space(text, at + 1).end()
        self._rename(items, steps)
        return items, at + 1

    def _array(self, at: int, node: _Node, steps: tuple[str, ...]) -> tuple[list[_Item], int]:
        text, children = self.text, node.children
        items: list[_Item] = []
        at = _space(text, at + 1).end()
        while text[at] != "]":
            step = str(len(items))
            child = children.get(step)
            if child is None or child.drop:
                end = _skip(text, at)[1]
            elif child.key is not None:
                raise ValueError("an item of an array has no key to rename")
            else:
                end = self.value(at, child, (*steps, step))
            items.append(_Item(at, at, at, end, None, child))
            at = _space(text, end).end()
            if text[at] == ",":
                at = _space(text, at + 1).end()
        return items, at + 1

    def _drop(self, opened: int, closed: int, items: list[_Item]) -> None:
        """Note the spans of dropped items, run by run: each takes the comma before it, a run at the front the one after it."""
        kept = [item for item in items if item.node is None or not item.node.drop]
        if len(kept) == len(items):
            return
        if not kept:
            self.changes.append((opened + 1, closed - 1, ""))
            return
        if items[0] is not kept[0]:
            self.changes.append((items[0].start, kept[0].start, ""))
        before = kept[0]
        cut: _Item | None = None
        for item in items[items.index(before) + 1 :]:
            if item.node is not None and item.node.drop:
                cut = item
                continue
            if cut is not None:
                self.changes.append((before.end, cut.end, ""))
            before, cut = item, None
        if cut is not None:
            self.changes.append((before.end, cut.end, ""))

    def _rename(self, items: list[_Item], steps: tuple[str, ...]) -> None:
        renamed = [item for item in items if item.node is not None and item.node.key is not None and not item.node.drop]
        if not renamed:
            return
        keys = [item.key if item.node is None or item.node.key is None else item.node.key for item in items if not (item.node and item.node.drop)]
        if len(set(keys)) != len(keys):
            raise DuplicateKeys(pointer=join(steps))
        for item in renamed:
            key = item.node.key if item.node is not None else item.key
            self.changes.append((item.start, item.key_end, encode(key, self.text[item.start : item.key_end])))

    def _string(self, at: int, node: _Node) -> int:
        """Note the changes of a spliced string: positions in the decoded string are mapped to the source by counting escapes."""
        if node.children or self.text[at : at + 1] != '"':
            raise ValueError("only a string can be spliced")
        value, end = _scan_string(self.text, at + 1, False)
        pieces = sorted(node.pieces)
        done = 0
        for start, stop, _ in pieces:
            if not done <= start <= stop <= len(value):
                raise ValueError("pieces overlap or leave the string")
            done = stop
        source = _sources(self.text, at + 1, end - 1, [position for piece in pieces for position in piece[:2]])
        original = self.text[at:end]
        original = "\\u0020" if "\\u" in original and original.isascii() else ""  # what `encode` asks of it, asked once
        for index, (_, _, new) in enumerate(pieces):
            self.changes.append((source[2 * index], source[2 * index + 1], encode(new, original)[1:-1]))
        return end


def _sources(text: str, start: int, end: int, positions: list[int]) -> list[int]:
    """Map ascending positions in a decoded string to offsets in its source `text[start:end]`."""
    if text.find("\\", start, end) < 0:
        return [start + position for position in positions]
    found: list[int] = []
    ahead = start
    """Source offset less decoded position, up to the escape that was read last."""
    waiting = iter(positions)
    position = next(waiting, None)
    for escape in _ESCAPE.finditer(text, start, end):
        while position is not None and position <= escape.start() - ahead:
            found.append(ahead + position)
            position = next(waiting, None)
        if position is None:
            return found
        ahead += escape.end() - escape.start() - 1
    while position is not None:
        found.append(ahead + position)
        position = next(waiting, None)
    return found
