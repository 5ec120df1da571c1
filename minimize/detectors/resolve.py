"""Which spans win where several items overlap: higher S, then longer, then the stated order (DESIGN 2).

Must not be in here: how items are found.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from minimize.knowledge.patterns import Hit
from minimize.model import Category

COARSE: Final = frozenset({"city", "region", "country"})
"""Precisions of places that take no room from any other item."""


def resolve(hits: Iterable[Hit], categories: Mapping[str, Category]) -> list[Hit]:
    """Give non-overlapping hits in text order. A hit inside a longer one of the same category is part of it."""
    order = {code: i for i, code in enumerate(categories)}
    ranked = sorted(set(hits), key=lambda h: (h.precision in COARSE, -categories[h.category].sensitivity, h.start - h.end, order[h.category], -h.confidence, h.start))
    kept: list[Hit] = []
    taken: list[tuple[int, int]] = []
    for hit in ranked:
        if not _overlaps(taken, hit.start, hit.end):
            _insert(taken, hit.start, hit.end)
            kept.append(hit)
    return sorted(kept)


def _overlaps(taken: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    i = bisect_left(taken, (start, end))
    return (i < len(taken) and taken[i][0] < end) or (i > 0 and taken[i - 1][1] > start)


def _insert(taken: list[tuple[int, int]], start: int, end: int) -> None:
    insort(taken, (start, end))
