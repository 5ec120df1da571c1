"""Utility has a veto: what a rewrite must not have broken, as stable codes. Must not be in here: other operations to try, values in codes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from minimize.model import Decision, Disposition
from minimize.paths import Document, split
from minimize.schema import SchemaView
from tool_registry.model import ToolSpec, Use

Steps = tuple[str, ...]

MAX_EMBEDDED = 200_000
"""Characters of a string within which embedded formats are looked at."""

_NEEDED = (Use.PAYLOAD, Use.SUBJECT, Use.CONTENT)
_WHOLE_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]{1,20}://[^\s/?#]+(?:[/?#]\S*)?")
_URL_IN_TEXT = re.compile(r"https?://[^\s\"'<>]*")
_URL_PARTS = re.compile(r"https?://[^\s/?#%]+(?:[/?#](?:[^%]|%[0-9A-Fa-f]{2})*)?")
_DELIMITERS = (",", ";", "\t", "|")


def verify(before: Document, after: Document, view: SchemaView, spec: ToolSpec, decisions: Sequence[Decision]) -> tuple[str, ...]:
    """Compare the arguments before and after a rewrite; give the faults, each code once, in this order (none: it may stand).

    `schema_violation`  an error against the schema that was not there before
    `kept_changed`      a value differs or is gone where no decision changes anything (KEEP and REVIEW among them)
    `added`             a member or item that was not there before, and no decision replaced
    `needed_gone`       a required place that the tool needs, or that is annotated as necessary, is missing or blank
    `embedded_json`     JSON inside a string, edited in parts, is no JSON any more
    `embedded_url`      a URL, edited in parts, is no URL any more
    `embedded_csv`      lines of a table inside a string, edited in parts, differ in their number of columns
    """
    if before.text == after.text:
        return ()
    changing = [decision for decision in decisions if decision.disposition.changes]
    faults = set(_compared(before, after, [split(decision.pointer) for decision in changing]))
    if view.adds_violation(before.root, after.root):
        faults.add("schema_violation")
    if _needed_gone(before, after, spec):
        faults.add("needed_gone")
    for decision in changing:
        if not decision.whole or decision.disposition is Disposition.TRUNCATE:
            faults.update(_embedded(before, after, decision.pointer))
    return tuple(code for code in CODES if code in faults)


CODES = ("schema_violation", "kept_changed", "added", "needed_gone", "embedded_json", "embedded_url", "embedded_csv")


class _Changed:
    """Tree of the places that decisions change; `here` where one changes the place itself."""

    def __init__(self) -> None:
        self.here = False
        self.below: dict[str, _Changed] = {}


def _compared(before: Document, after: Document, places: list[Steps]) -> Iterator[str]:
    tree = _Changed()
    for steps in places:
        node = tree
        for step in steps:
            node = node.below.setdefault(step, _Changed())
        node.here = True
    if not tree.here:
        yield from _Comparison(before, after).values(before.root, after.root, (), (), tree)


class _Comparison:
    """Walks both documents side by side, past the places that were changed on purpose."""

    def __init__(self, before: Document, after: Document) -> None:
        self.before = {leaf.steps: leaf for leaf in before.leaves}
        self.after = {leaf.steps: leaf for leaf in after.leaves}

    def values(self, old: Any, new: Any, at: Steps, now: Steps, changed: _Changed) -> Iterator[str]:
        """Compare two values, at `at` before and `now` after (indices differ where items were taken out)."""
        if type(old) is not type(new):
            yield "kept_changed"
        elif isinstance(old, dict):
            yield from self.members(old, new, at, now, changed)
        elif isinstance(old, list):
            yield from self.items(old, new, at, now, changed)
        elif not self.before[at].same(self.after[now]):
            yield "kept_changed"

    def members(self, old: dict[str, Any], new: dict[str, Any], at: Steps, now: Steps, changed: _Changed) -> Iterator[str]:
        gone = 0
        for key, value in old.items():
            below = changed.below.get(key, _UNCHANGED)
            if below.here:
                gone += key not in new
            elif key in new:
                yield from self.values(value, new[key], (*at, key), (*now, key), below)
            else:
                yield "kept_changed"
        if sum(key not in old for key in new) > gone:
            yield "added"

    def items(self, old: list[Any], new: list[Any], at: Steps, now: Steps, changed: _Changed) -> Iterator[str]:
        marks = [changed.below.get(str(index), _UNCHANGED) for index in range(len(old))]
        kept = [index for index, mark in enumerate(marks) if not mark.here]
        if len(new) > len(old):
            yield "added"
        elif len(new) < len(kept):
            yield "kept_changed"
        else:
            places = _aligned(old, new, kept)
            for index in kept:
                yield from self.values(old[index], new[places[index]], (*at, str(index)), (*now, str(places[index])), marks[index])


def _aligned(old: list[Any], new: list[Any], kept: list[int]) -> dict[int, int]:
    """Say where kept items stand after changed ones were taken out or replaced.

    Where some went and some stayed, a changed item counts as gone if the kept one after it stands in its place.
    """
    stayed = len(new) - len(kept)
    before = set(kept)
    following = iter([*kept, len(old)])
    following_kept = next(following)
    places: dict[int, int] = {}
    position = 0
    for index in range(len(old)):
        if index in before:
            places[index] = position
            position += 1
            following_kept = next(following)
            continue
        changed_left = len(old) - index - (len(kept) - len(places))
        gone = stayed == 0 or (changed_left > stayed and following_kept < len(old) and old[following_kept] == new[position])
        if not gone:
            stayed -= 1
            position += 1
    return places


_UNCHANGED = _Changed()


def _needed_gone(before: Document, after: Document, spec: ToolSpec) -> bool:
    for steps in before.keys:
        param = spec.param(steps)
        if param is None:
            continue
        said = param.annotation.necessary if param.annotation is not None else None
        needed = said if said is not None else param.required and not param.nullable and param.need.use in _NEEDED
        # Indices shift where items go; what stands inside arrays is left to the schema and to the comparison.
        if needed and "*" not in split(param.pointer) and not _blank(_at(before.root, steps)) and _blank(_at(after.root, steps)):
            return True
    return False


def _at(value: Any, steps: Steps) -> Any:
    for step in steps:
        if not isinstance(value, dict) or step not in value:
            return None
        value = value[step]
    return value


def _blank(value: Any) -> bool:
    return value is None or (isinstance(value, str) and not value.strip()) or (isinstance(value, dict | list) and not value)


def _embedded(before: Document, after: Document, pointer: str) -> Iterator[str]:
    """Check the formats inside one string that was edited in parts. Where it is gone, or stood inside an array, others judge."""
    try:
        old, new = before.value(pointer), after.value(pointer)
    except KeyError:
        return
    if not isinstance(old, str) or not isinstance(new, str) or old == new or len(old) > MAX_EMBEDDED:
        return
    container = _container(old)
    if container is not None:
        if _container(new) is not container:
            yield "embedded_json"
        return
    if _WHOLE_URL.fullmatch(old):
        if not _WHOLE_URL.fullmatch(new) or (_is_url(old) and not _is_url(new)):
            yield "embedded_url"
        return
    if all(map(_is_url, _URL_IN_TEXT.findall(old))) and not all(map(_is_url, _URL_IN_TEXT.findall(new))):
        yield "embedded_url"
    columns = _columns(old)
    if columns is not None and len(_lines(new)) > 1 and _columns(new) != columns:
        yield "embedded_csv"


def _container(text: str) -> type | None:
    """Give the type of the JSON container that a text is, if it is one."""
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        return type(json.loads(text))
    except (ValueError, RecursionError):
        return None


def _is_url(text: str) -> bool:
    return not text.startswith("http") or _URL_PARTS.fullmatch(text) is not None


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _columns(text: str) -> tuple[str, int] | None:
    """Give delimiter and number of columns of a table in a text: the same number in all lines.

    Prose has commas too: two lines need three columns, and two columns need three lines and no blank after the delimiter.
    """
    lines = _lines(text)
    if len(lines) < 2:
        return None
    for delimiter in _DELIMITERS:
        counts = {_delimited(line, delimiter) for line in lines}
        if len(counts) == 1 and (min(counts) > 1 or (counts == {1} and len(lines) > 2 and delimiter + " " not in text)):
            return delimiter, counts.pop() + 1
    return None


def _delimited(line: str, delimiter: str) -> int:
    """Count the delimiters of a line that stand outside of double quotes."""
    return sum(part.count(delimiter) for part in line.split('"')[::2])
