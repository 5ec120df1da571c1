"""Edits JSON text at the spans of single values; everything else stays byte for byte as it came.

For envelopes (chunks and answers), which are read by a fast parser and then edited here where a call changed. Paths are tuples of
object keys and array positions. The walk goes down only to the values named, and skips the others with the C scanner: linear.

Must not be in here: what the values mean; the arguments of a call, which `minimize.paths` edits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Final

from llmproxy.errors import UpstreamGarbage

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Put:
    """Replace the value at `path` by the JSON text `raw`."""

    path: Path
    raw: str


@dataclass(frozen=True, slots=True)
class Drop:
    """Take the member or item at `path` out, with its comma."""

    path: Path


@dataclass(frozen=True, slots=True)
class Add:
    """Append the JSON text `raw` to the container at `path`: as member `key` of an object, or as an item of an array."""

    path: Path
    key: str | None
    raw: str


Edit = Put | Drop | Add


@dataclass(slots=True)
class _Node:
    children: dict[str | int, _Node] = field(default_factory=dict)
    put: str | None = None
    drop: bool = False
    adds: list[tuple[str | None, str]] = field(default_factory=list)


_SPACE: Final = re.compile(r"[ \t\n\r]*")
_SCANNER: Final = json.JSONDecoder(strict=False, parse_int=len, parse_float=len)


def edit(text: str, edits: Iterable[Edit]) -> str:
    """Carry out the edits. An edit whose place is not there raises KeyError; text that is no JSON raises UpstreamGarbage."""
    root = _Node()
    for change in edits:
        node = _descend(root, change.path)
        if isinstance(change, Put):
            node.put = change.raw
        elif isinstance(change, Drop):
            node.drop = True
        else:
            node.adds.append((change.key, change.raw))
    walk = _Walk(text)
    walk.run(root)
    out: list[str] = []
    done = 0
    for start, end, new in sorted(walk.cuts, key=lambda cut: cut[0]):
        out += (text[done:start], new)
        done = end
    out.append(text[done:])
    return "".join(out)


def literal(text: str, path: Path) -> str:
    """Give the source text of the value at `path`; KeyError if it is not there."""
    ((start, end),) = places(text, [path])
    return text[start:end]


def places(text: str, paths: Sequence[Path]) -> list[tuple[int, int]]:
    """Give where the values at these paths stand, in one walk; KeyError if one is not there."""
    root = _Node()
    nodes = [_descend(root, path) for path in paths]
    walk = _Walk(text)
    walk.run(root)
    return [walk.spans[id(node)] for node in nodes]


def _descend(root: _Node, path: Path) -> _Node:
    node = root
    for step in path:
        node = node.children.setdefault(step, _Node())
    return node


class _Walk:
    """One walk over the text; fills `spans` (by node) and `cuts` (start, end, new text; not overlapping)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spans: dict[int, tuple[int, int]] = {}
        self.cuts: list[tuple[int, int, str]] = []

    def run(self, root: _Node) -> None:
        try:
            self._value(self._skip(1 if self.text[:1] == "\ufeff" else 0), root, keep=True)
        except (RecursionError, StopIteration, ValueError, IndexError) as fault:
            raise UpstreamGarbage("the upstream's JSON cannot be read") from fault

    def _skip(self, at: int) -> int:
        if self.text[at] > " ":
            return at
        found = _SPACE.match(self.text, at)
        return at if found is None else found.end()

    def _value(self, at: int, node: _Node, *, keep: bool) -> int:
        """Walk the value at `at` and give its end. With `keep` false (its container goes) nothing is cut inside."""
        mark = len(self.cuts)
        inside = keep and not node.drop and node.put is None
        opener = self.text[at]
        if opener == "{" and (node.children or node.adds):
            end = self._object(at, node, inside)
        elif opener == "[" and (node.children or node.adds):
            end = self._array(at, node, inside)
        else:
            if node.children or node.adds:
                raise KeyError("the place of an edit is not there")
            end = self._past(at)
        if not inside:
            del self.cuts[mark:]
        if keep and not node.drop and node.put is not None:
            self.cuts.append((at, end, node.put))
        self.spans[id(node)] = (at, end)
        return end

    def _past(self, at: int) -> int:
        end: int = _SCANNER.scan_once(self.text, at)[1]  # type: ignore[attr-defined]
        return end

    def _object(self, at: int, node: _Node, keep: bool) -> int:
        members: list[tuple[int, int, bool]] = []
        seen: set[str] = set()
        text = self.text
        at = self._skip(at + 1)
        while text[at] != "}":
            start = at
            if text[at] != '"':
                raise ValueError
            key, at = scanstring(text, at + 1, False)
            if text[at] != ":":
                at = self._skip(at)
                if text[at] != ":":
                    raise ValueError
            at = self._skip(at + 1)
            child = node.children.get(key)
            if child is None:
                at = self._past(at)
            elif key in seen:
                raise UpstreamGarbage("the upstream's JSON names a key twice")
            else:
                seen.add(key)
                at = self._value(at, child, keep=keep)
            members.append((start, at, child is not None and child.drop))
            at = self._next(at, "}")
        return self._close(at, node, members, len(seen), keep)

    def _array(self, at: int, node: _Node, keep: bool) -> int:
        members: list[tuple[int, int, bool]] = []
        met = 0
        at = self._skip(at + 1)
        while self.text[at] != "]":
            start = at
            child = node.children.get(len(members))
            if child is None:
                at = self._past(at)
            else:
                met += 1
                at = self._value(at, child, keep=keep)
            members.append((start, at, child is not None and child.drop))
            at = self._next(at, "]")
        return self._close(at, node, members, met, keep)

    def _next(self, at: int, closer: str) -> int:
        at = self._skip(at)
        if self.text[at] == closer:
            return at
        if self.text[at] != ",":
            raise ValueError
        at = self._skip(at + 1)
        if self.text[at] == closer:
            raise ValueError
        return at

    def _close(self, at: int, node: _Node, members: list[tuple[int, int, bool]], met: int, keep: bool) -> int:
        if met != len(node.children):
            raise KeyError("the place of an edit is not there")
        if keep:
            if any(child.drop for child in node.children.values()):
                self._drop(members)
            if node.adds:  # behind the last member, or where the container closes
                new = ", ".join(raw if key is None else f"{json.dumps(key)}: {raw}" for key, raw in node.adds)
                place = members[-1][1] if members else at
                self.cuts.append((place, place, new if all(dropped for *_, dropped in members) else f", {new}"))
        return at + 1

    def _drop(self, members: list[tuple[int, int, bool]]) -> None:
        kept = False
        for i, (start, end, dropped) in enumerate(members):
            if not dropped:
                kept = True
            elif kept:
                self.cuts.append((members[i - 1][1], end, ""))
            elif i + 1 < len(members):
                self.cuts.append((start, members[i + 1][0], ""))
            else:
                self.cuts.append((start, end, ""))
