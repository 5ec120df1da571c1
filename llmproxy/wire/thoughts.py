"""Reasoning text that repeats what was taken out of the arguments: which values those are, and cutting them.

Used where the policy says `reasoning: hold`. Values live here only between decision and release; they are never stored.
Must not be in here: where reasoning stands in an envelope, decisions on arguments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from minimize.errors import CallError
from minimize.model import Finding, MinimizedCall
from minimize.paths import Document, split
from minimize.stream import AssembledCall

WITHHELD: Final = "[withheld]"
_MOST: Final = 64
"""Beyond this many values the reasoning goes as a whole: the search costs their number times the text."""
_SHORTEST: Final = 3
_SHORTEST_DIGITS: Final = 2
_NUMBER: Final = re.compile(r"\W*(?:[0-9]\W{0,3}){5,30}", re.ASCII)
"""Telephone numbers, cards, ids."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What must not be repeated."""

    values: tuple[str, ...] = ()
    everything: bool = False
    """Not known, or too many: no reasoning may go out."""

    def __repr__(self) -> str:
        return f"Secrets({len(self.values)} values, everything={self.everything})"

    def __bool__(self) -> bool:
        return self.everything or bool(self.values)

    def pattern(self) -> re.Pattern[str] | None:
        """Give a pattern that finds any of the values, longest first, as words of their own."""
        if not self.values:
            return None
        return re.compile("|".join(_word(value) for value in sorted(self.values, key=len, reverse=True)), re.IGNORECASE)

    def cut(self, text: str) -> str:
        """Replace every value by a neutral mark."""
        if self.everything:
            return ""
        pattern = self.pattern()
        return text if pattern is None else pattern.sub(WITHHELD, text)

    def stand_in(self, value: Any) -> bool:
        """Tell whether any of the values stands in the strings of a decoded JSON value, joined in order."""
        return self.everything or self.cut(joined := "".join(_strings(value))) != joined


def _word(value: str) -> str:
    if _NUMBER.fullmatch(value):  # a number is the same however it is grouped
        core = r"[^0-9A-Za-z]{0,3}".join(c for c in value if c.isdigit())
        return rf"(?<![0-9A-Za-z]){core}(?![0-9A-Za-z])"
    core = r"\s+".join(re.escape(word) for word in value.split())
    before = r"(?<![0-9A-Za-z])" if re.match(r"[0-9A-Za-z]", value) else ""
    after = r"(?![0-9A-Za-z])" if re.search(r"[0-9A-Za-z]$", value) else ""
    return before + core + after


def _strings(value: Any) -> Iterable[str]:
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            todo.extend(reversed(item.values()))
        elif isinstance(item, list):
            todo.extend(reversed(item))


def secrets_of(calls: Sequence[AssembledCall], outcomes: Sequence[MinimizedCall | None]) -> Secrets:
    """Give the values that were cut out of these calls (of blocked calls: all that was found in them)."""
    values: set[str] = set()
    for call, outcome in zip(calls, outcomes, strict=True):
        if outcome is None or not call.complete:
            return Secrets(everything=True)
        findings = _cut_findings(outcome)
        if outcome.blocked is not None and not findings:
            return Secrets(everything=True)
        try:
            values.update(_values(call, findings))
        except (CallError, LookupError):
            return Secrets(everything=True)
    kept = tuple(sorted(v for v in (v.strip() for v in values) if len(v) >= (_SHORTEST_DIGITS if v.isdigit() else _SHORTEST)))
    return Secrets(everything=True) if len(kept) > _MOST else Secrets(kept)


def _cut_findings(outcome: MinimizedCall) -> list[Finding]:
    if outcome.blocked is not None:
        return list(outcome.findings)
    if not outcome.changed:
        return []
    return [finding for decision in outcome.decisions if decision.disposition.changes for finding in decision.findings]


def _values(call: AssembledCall, findings: Sequence[Finding]) -> Iterator[str]:
    document = None if call.custom or not findings else Document.parse(call.arguments)
    for finding in findings:
        if finding.in_key:
            text = split(finding.pointer)[-1]
        elif document is None:
            text = call.arguments
        else:
            leaf = document.leaf(finding.pointer)
            if leaf is None:
                raise LookupError("a finding points to no value")
            text = leaf.text
        value = text[finding.start : finding.end]
        yield value
        if finding.sub == "person":
            # Who is named in full there is called by one name here; particles (`van der`) are words of the language.
            yield from (word for word in value.split() if word[:1].isupper())
