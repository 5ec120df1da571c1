"""Which spans win where several items overlap: higher S, then longer, then the stated order (DESIGN 2).

Must not be in here: how items are found.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping, Sequence
from typing import Final

from minimize.knowledge.patterns import Hit
from minimize.model import Category

COARSE: Final = frozenset({"city", "region", "country"})
"""Precisions of places that take no room from any other item."""

PREDICATES: Final = frozenset({"pf.", "pr.", "pb.", "pi.", "ph.", "pt.", "pm.", "pq."})
"""Rules of `data/patterns/predicates_*.yaml`: whole phrases in which somebody is said to be, have or do something."""
_FACTS: Final = frozenset({"H", "F", "R", "B", "Tp", "I", "Im"})

_TRIMMED: Final = frozenset({"address", "routine", "absence"})
"""Items of several words, of which a part still says what they are."""
_STRETCH: Final = 8
"""Characters (two words) that a part of a phrase has to have to be an item, unless it is most of the phrase."""


def resolve(hits: Sequence[Hit], categories: Mapping[str, Category]) -> list[Hit]:
    """Give non-overlapping hits in text order. Linear in the hits but for their sorting."""
    if len(hits) == 1:
        return list(hits)
    if any(hit.detector[:3] in PREDICATES for hit in hits):
        hits = _absorbed(hits, categories)
    order = {code: (-category.sensitivity, i) for i, (code, category) in enumerate(categories.items())}

    def rank(hit: Hit) -> tuple[bool, int, int, int, float, int, bool]:
        sensitivity, place = order[hit.category]
        length = 0 if hit.detector[:3] in PREDICATES else hit.start - hit.end  # names in a phrase stand for themselves
        return (hit.precision in COARSE, sensitivity, length, place, -hit.confidence, hit.start, bool(hit.encoding))

    kept: list[Hit] = []
    taken: list[tuple[int, int]] = []
    for hit in sorted(hits, key=rank):
        for left in _stretches(taken, hit) if hit.detector[:3] in PREDICATES else _free(taken, hit):
            insort(taken, (left.start, left.end))
            kept.append(left)
    kept.sort(key=lambda h: h.start)
    return kept


def _absorbed(hits: Sequence[Hit], categories: Mapping[str, Category]) -> list[Hit]:
    """Let predicates take in the facts that stand inside them: the whole phrase is the item, of the most sensitive category in it, an intent apart."""
    phrases: list[Hit] = []
    for hit in sorted((h for h in hits if h.detector[:3] in PREDICATES), key=lambda h: (h.start, -h.end)):
        if not phrases or hit.start >= phrases[-1].end:
            phrases.append(hit)
    starts = [phrase.start for phrase in phrases]
    out: list[Hit] = []
    for hit in hits:
        i = bisect_right(starts, hit.start) - 1
        if i < 0 or hit.end > phrases[i].end or hit.category not in _FACTS:
            out.append(hit)
        elif phrases[i].category != "I" and categories[hit.category].sensitivity > categories[phrases[i].category].sensitivity:
            phrases[i] = phrases[i]._replace(category=hit.category, sub=hit.sub)
    return [hit for hit in out if hit.detector[:3] not in PREDICATES] + phrases


def _free(taken: list[tuple[int, int]], hit: Hit) -> list[Hit]:
    """Give what a hit has for itself: all of it, or the greater part where another that won reaches into one end of it."""
    i = bisect_left(taken, (hit.start, hit.end))
    start, end = hit.start, hit.end
    if i > 0 and taken[i - 1][1] > start:
        start = taken[i - 1][1]
    if i < len(taken) and taken[i][0] < end:
        end = taken[i][0]
    if (start, end) == (hit.start, hit.end):
        return [hit]
    if hit.sub in _TRIMMED and 2 * (end - start) >= hit.end - hit.start:
        return [hit._replace(start=start, end=end)]
    return []


def _stretches(taken: list[tuple[int, int]], phrase: Hit) -> list[Hit]:
    """Give what a phrase has for itself around the names and numbers inside it: the stretches of some length, where they are the greater part of it."""
    i = bisect_left(taken, (phrase.start, phrase.end))
    at = max(phrase.start, taken[i - 1][1]) if i > 0 else phrase.start
    left: list[Hit] = []
    while at < phrase.end:
        end = min(phrase.end, taken[i][0]) if i < len(taken) else phrase.end
        if end - at >= _STRETCH or 2 * (end - at) >= phrase.end - phrase.start:
            left.append(phrase._replace(start=at, end=end))
        if i >= len(taken):
            break
        at = taken[i][1]
        i += 1
    return left if 2 * sum(hit.end - hit.start for hit in left) >= phrase.end - phrase.start else []
