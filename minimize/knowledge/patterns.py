"""Rules: exact patterns with validators and context, behind a linear prefilter (google-re2 Set).

Must not be in here: the patterns (data/patterns/*.yaml), and which findings win where they overlap (`minimize.detectors.resolve`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from minimize.knowledge.checksums_national import CHECKS
from minimize.knowledge.gates import Gates
from minimize.knowledge.prefilter import GROUP, Prefilter
from minimize.knowledge.relax import ascii_digits
from minimize.knowledge.text import View

NEAR_BEFORE = 48
NEAR_AFTER = 24
MORE = "\n\x01"
"""Behind what follows a span, so that a pattern for what stands right before one (`[^\\n]{0,9}$`) says nothing of the end of the text."""
MAX_HITS = 5000
"""Hits of one rule in one text; more is no text but a dump, and its findings are the same kind."""


class Where(Protocol):
    """What the fields around a position say, and how far its text reaches."""

    @property
    def every(self) -> frozenset[str]:
        """Sub labels that some field speaks for."""
        ...

    def hints(self, position: int) -> frozenset[str]:
        """Sub labels that the field at a position speaks for."""
        ...

    def bounds(self, position: int) -> tuple[int, int]:
        """Where the text at a position begins and ends."""
        ...


class Alone:
    """One text whose field gives some evidence."""

    def __init__(self, view: View, evidence: frozenset[str] = frozenset()) -> None:
        self.every = evidence
        self._size = len(view.text)

    def hints(self, _position: int) -> frozenset[str]:
        """Give the evidence, wherever."""
        return self.every

    def bounds(self, _position: int) -> tuple[int, int]:
        """Give the whole text."""
        return 0, self._size


class Hit(NamedTuple):
    """One item in one text, before overlaps are resolved. Code points of the original text."""

    start: int
    end: int
    category: str
    sub: str
    confidence: float
    detector: str
    precision: str = "exact"
    encoding: tuple[str, ...] = ()
    """Decoding steps that led to it, outermost first."""


@dataclass(frozen=True, slots=True)
class Example:
    """A text that a rule must match at the spans given, or must not match (no spans)."""

    text: str
    spans: tuple[tuple[int, int], ...]
    field: str = ""


@dataclass(frozen=True, slots=True)
class _Compiled:
    """The expressions of a rule."""

    exact: re.Pattern[str]
    near: re.Pattern[str] | None
    unless: re.Pattern[str] | None
    validator: Callable[[str], bool] | None


@dataclass(slots=True)
class Rule:
    """One pattern. Data: `data/patterns/*.yaml`. Its expressions are compiled at their first use."""

    id: str
    category: str
    sub: str
    regex: str
    view: str
    """`raw` (case matters) or `fold` (lower case, no accents)."""
    confidence: float
    precision: str
    check: str
    """Name of a validator in `checksums.CHECKS`, or empty."""
    near: str
    """A pattern (fold view), one of whose matches has to stand near the span; empty: no such need."""
    fields: tuple[str, ...]
    """Field evidence (sub labels) that does as well as `near`."""
    unless: str
    """A pattern (fold view) that forbids the rule where it matches near the span."""
    prefilter: str
    near_prefilter: str = ""

    _compiled: _Compiled | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def exact(self) -> re.Pattern[str]:
        """The compiled pattern."""
        return self.compiled().exact

    @property
    def validator(self) -> Callable[[str], bool] | None:
        """The checksum or plausibility test, or None."""
        return self.compiled().validator

    def compiled(self) -> _Compiled:
        """Give the expressions, compiled once."""
        made = self._compiled
        if made is None:
            made = self._compiled = _Compiled(
                exact=re.compile(ascii_digits(self.regex)),
                near=re.compile(self.near) if self.near else None,
                unless=re.compile(self.unless) if self.unless else None,
                validator=CHECKS[self.check] if self.check else None,
            )
        return made

    def find(self, view: View, where: Where) -> Iterator[Hit]:
        """Give the items in a text; `where` tells what the fields say."""
        text = view.raw if self.view == "raw" else view.fold
        free = not self.near and not self.fields
        made = self.compiled()
        exact, near, unless, validator = made.exact, made.near, made.unless, made.validator
        named = "v" in exact.groupindex
        for count, match in enumerate(exact.finditer(text)):
            if count >= MAX_HITS:
                return
            start, end = match.span("v" if named and match.start("v") >= 0 else 0)
            if start == end or (validator and not validator(text[start:end])):
                continue
            if not free or unless:
                low, high = where.bounds(start)
                before, after = view.fold[max(low, start - NEAR_BEFORE) : start], view.fold[end : min(high, end + NEAR_AFTER)]
                if not free and where.hints(start).isdisjoint(self.fields) and not (near and (near.search(before) or near.search(after))):
                    continue
                if unless and (unless.search(before) or unless.search(after + MORE)):
                    continue
            yield Hit(start, end, self.category, self.sub, self.confidence, self.id, self.precision)


class _Bank:
    """Rules that are tried together, with one prefilter per view. A rule that needs words near it is only tried where they are in the text."""

    def __init__(self, rules: Sequence[Rule], size: int = GROUP) -> None:
        self.rules = tuple(rules)
        values = {name: [r for r in rules if r.view == name] for name in ("raw", "fold")}
        nears = list(dict.fromkeys(r.near_prefilter for r in rules if r.near))
        number = {pattern: i for i, pattern in enumerate(nears)}
        self._tried = {name: [(r, number[r.near_prefilter] if r.near else -1, r.fields) for r in members] for name, members in values.items()}
        self._raw = Prefilter([r.prefilter for r in values["raw"]], size)
        self._fold = Prefilter([r.prefilter for r in values["fold"]], size)
        self._nears = Prefilter(nears)

    def fired(self, raw: bytes, fold: bytes, evidence: frozenset[str]) -> list[Rule]:
        """Give the rules whose prefilters match."""
        words = set(self._nears.match(fold))
        rules: list[Rule] = []
        for found, tried in ((self._raw.match(raw), self._tried["raw"]), (self._fold.match(fold), self._tried["fold"])):
            for index in found:
                rule, near, fields = tried[index]
                if (near < 0 and not fields) or near in words or (fields and evidence and not evidence.isdisjoint(fields)):
                    rules.append(rule)
        return rules


class RuleSet:
    """All rules; those behind a gate are only read when a text opens it."""

    def __init__(
        self, rules: Iterable[Rule], gates: Mapping[str, Mapping[str, Any]] = MappingProxyType({}), fetch: Callable[[str], Sequence[Rule]] = lambda _: ()
    ) -> None:
        """`fetch` gives the rules behind a gate."""
        self.rules = tuple(rules)
        """Those that every text is tried on."""
        self.gates = Gates(gates)
        self._general = _Bank(self.rules)
        self._fetch = fetch
        self._banks: dict[str, _Bank] = {}

    @classmethod
    def of(
        cls, data: Sequence[Mapping[str, Any]], gated: Mapping[str, Mapping[str, Any]] = MappingProxyType({}), fetch: Callable[[str], Any] = lambda _: ()
    ) -> RuleSet:
        """Make the rules and the gates from their packed form; `fetch` gives the packed rules behind one."""
        return cls(_rules(data), gated, lambda name: _rules(fetch(name)))

    def fired(self, view: View, evidence: frozenset[str]) -> list[Rule]:
        """Give the rules whose prefilters match: a superset of those that have an item."""
        fold = view.fold.encode()
        raw = fold if view.raw == view.fold else view.raw.encode()
        rules = self._general.fired(raw, fold, evidence)
        for name in self.gates.opened(view):
            rules += self.behind(name).fired(raw, fold, evidence)
        return rules

    def behind(self, name: str) -> _Bank:
        """Give the rules behind a gate, read when it opens for the first time (two threads may both read them, to the same effect)."""
        made = self._banks.get(name)
        if made is None:
            made = self._banks[name] = _Bank(self._fetch(name), self.gates.sizes.get(name) or GROUP)
        return made

    def find(self, view: View, where: Where) -> list[Hit]:
        """Give the items that all rules find, unresolved."""
        return [hit for rule in self.fired(view, where.every) for hit in rule.find(view, where)]

    def warm(self) -> None:
        """Compile every pattern now rather than at its first use, but for those of languages, which nobody may ever use here."""
        for rule in self.rules:
            rule.compiled()


def _rules(data: Iterable[Mapping[str, Any]]) -> list[Rule]:
    """Make rules from their packed form."""
    return [Rule(**{**row, "fields": tuple(row["fields"])}) for row in data]
