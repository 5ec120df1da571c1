"""Recall, precision, F2 and flags from labelled and found spans. Pure arithmetic.

A labelled span is found when at least half of it is flagged; a flag is right when at least half of it is labelled. Where the types are
foreign, a flag that holds a whole span of its own class is right, too: `23 years old` for a label on `23`.
Must not be in here: engines, files, printing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final, NamedTuple

from benchmarks.detection.records import Gold, Record

HALF: Final = 0.5
MOST_EXAMPLES: Final = 400
"""Losses and false flags that are kept for printing."""


class Span(NamedTuple):
    """One flag of an engine, code points."""

    start: int
    end: int
    category: str
    kind: str
    """Class of the synthetic data, empty without a partner."""
    label: str
    """As the engine names it."""


def wilson(hits: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Give the Wilson interval of a share; without any, all of 0 to 1."""
    if of == 0:
        return 0.0, 1.0
    share, room = hits / of, z * z / of
    middle = (share + room / 2) / (1 + room)
    half = z * sqrt(share * (1 - share) / of + room / (4 * of)) / (1 + room)
    return max(0.0, middle - half), min(1.0, middle + half)


def f_beta(precision: float, recall: float, beta: float = 2.0) -> float:
    """Give the F measure that weighs recall `beta` times as much as precision."""
    down = beta * beta * precision + recall
    return (1 + beta * beta) * precision * recall / down if down else 0.0


@dataclass(slots=True)
class Tally:
    """Counts of one engine on one data set."""

    found: Counter[str] = field(default_factory=Counter)
    """Labelled spans that were found, by label."""
    labelled: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    """Flags that were right, by label of the flag."""
    flags: Counter[str] = field(default_factory=Counter)
    benign: int = 0
    benign_flagged: int = 0
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    """(labelled, flagged): how often a span of the one was found as the other; `-` for a miss."""
    losses: list[tuple[str, str, str]] = field(default_factory=list)
    """(label, span's text, whole text) of labelled spans that were not found."""
    false: list[tuple[str, str, str]] = field(default_factory=list)
    """(the engine's label, span's text, whole text) of flags that were wrong."""

    def recall(self, labels: Iterable[str] | None = None) -> float:
        """Share of labelled spans that were found, of some labels or all."""
        of = list(labels) if labels is not None else list(self.labelled)
        total = sum(self.labelled[label] for label in of)
        return sum(self.found[label] for label in of) / total if total else 0.0

    def precision(self, labels: Iterable[str] | None = None) -> float:
        """Share of flags that were right."""
        of = list(labels) if labels is not None else list(self.flags)
        total = sum(self.flags[label] for label in of)
        return sum(self.right[label] for label in of) / total if total else 1.0

    def f2(self, labels: Iterable[str] | None = None) -> float:
        """F2 of precision and recall."""
        of = list(labels) if labels is not None else None
        return f_beta(self.precision(of), self.recall(of))

    def benign_rate(self) -> float:
        """Share of benign texts with a flag."""
        return self.benign_flagged / self.benign if self.benign else 0.0


def by_category(records: Sequence[Record], found: Sequence[Sequence[Span]]) -> Tally:
    """Score strings that are labelled with categories: a span counts as found whatever it was taken for."""
    tally = Tally()
    for record, spans in zip(records, found, strict=True):
        sure = [g for g in record.golds if not g.optional]
        for gold in sure:
            over = _best(gold, spans)
            hit = _covered((gold.start, gold.end), [(s.start, s.end) for s in spans]) >= HALF
            _count_gold(tally, record, gold, gold.label, over.category if hit and over else "", hit)
        for span in spans:
            right = _covered((span.start, span.end), [(g.start, g.end) for g in record.golds]) >= HALF
            _count_flag(tally, record, span, span.category, right)
        if record.benign:
            tally.benign += 1
            tally.benign_flagged += any(not any(g.optional and s.start < g.end and g.start < s.end for g in record.golds) for s in spans)
    return tally


def by_class(records: Sequence[Record], found: Sequence[Sequence[Span]], classes: Mapping[str, str], unpaired: Mapping[str, frozenset[str]]) -> Tally:
    """Score texts that are labelled with foreign types: a span counts as found only as what it is."""
    tally = Tally()
    for record, spans in zip(records, found, strict=True):
        paired = [(g, classes[g.label]) for g in record.golds if g.label in classes]
        for gold, kind in paired:
            same = [(s.start, s.end) for s in spans if s.kind == kind]
            hit = _covered((gold.start, gold.end), same) >= HALF
            over = _best(gold, spans)
            _count_gold(tally, record, gold, kind, kind if hit else (over.kind or over.label) if over else "", hit)
        for span in spans:
            if not span.kind:
                continue
            place = (span.start, span.end)
            own = [(g.start, g.end) for g, kind in paired if kind == span.kind]
            right = _covered(place, own) >= HALF or any(span.start <= low and high <= span.end for low, high in own)
            if right or _covered(place, [(g.start, g.end) for g in record.golds if span.kind in unpaired.get(g.label, ())]) < HALF:
                _count_flag(tally, record, span, span.kind, right)
    return tally


def _count_gold(tally: Tally, record: Record, gold: Gold, label: str, taken_for: str, hit: bool) -> None:
    tally.labelled[label] += 1
    tally.found[label] += hit
    tally.confusion[label, taken_for or "-"] += 1
    if not hit and len(tally.losses) < MOST_EXAMPLES:
        tally.losses.append((label, record.text[gold.start : gold.end], record.text))


def _count_flag(tally: Tally, record: Record, span: Span, label: str, right: bool) -> None:
    tally.flags[label] += 1
    tally.right[label] += right
    if not right and len(tally.false) < MOST_EXAMPLES:
        tally.false.append((f"{label} {span.label}", record.text[span.start : span.end], record.text))


def _best(gold: Gold, spans: Sequence[Span]) -> Span | None:
    """The flag that shares most with a labelled span."""
    over = [(min(gold.end, s.end) - max(gold.start, s.start), i) for i, s in enumerate(spans) if s.start < gold.end and gold.start < s.end]
    return spans[max(over)[1]] if over else None


def _covered(place: tuple[int, int], spans: Iterable[tuple[int, int]]) -> float:
    """Which share of a place the spans cover together."""
    start, end = place
    covered, at = 0, start
    for low, high in sorted(spans):
        low, high = max(low, at), min(high, end)
        if high > low:
            covered += high - low
            at = high
    return covered / (end - start) if end > start else 1.0
