"""Facts that count because of what stands beside them: in a list of what is told of somebody (`Dana Harwell, roofer, 52`), in brackets behind a name.

Must not be in here: words for facts (data/terms), names, facts that count by themselves.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from minimize.detectors.scan import Scan
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.knowledge.terms import TermHit

_ENDS: Final = re.compile(r"\s?[,;(（|·•/、，；\n\x00)）]\s?| [-–—] ")
"""Where an element of a list ends."""
_AGE: Final = re.compile(r"(?<![^\s,;(（|·•/、，；])(?:1[89]|[2-9]\d|10\d)(?=\s?(?:[,;)）|·•、，；\n]|$))")
_PHONE: Final = re.compile(r"(?<![\w./-])[2-9]\d{2}[-. ]\d{4}(?![\w/-]|\.\d)")
"""A telephone number without its area code."""
_TOWN: Final = re.compile(
    r",? (?:[A-Z]{1,2}-)?(?:\d{4} ?[A-Z]{2}|\d{3} \d{2}|\d{2}-\d{3}|\d{5}-\d{3}|\d{4,5}) (?=[^\W\d_])[A-ZÀ-ÖØ-ÞŚŁŻĆŽŠČŘĎ][\w'\u2019.-]{1,30}"
    r"(?:[ -](?:am|an der|im|bei|sur|sous|les|lès|de|do|da|del|della|di|nad|i)?[ -]?[A-ZÀ-ÖØ-ÞŚŁŻĆŽŠČŘĎ][\w'\u2019-]{2,30})?"
)
"""A postcode and a town right behind a street."""
_LONGEST: Final = 48
"""Code points of an element."""
_NEEDS: Final = frozenset({"personal", "beside"})
"""Sections of words that are facts only where something tells of a person."""
_NEAR: Final = 24
_MOST: Final = 5
"""Words of an element that is a fact and nothing else."""
_PEOPLE: Final = frozenset({"person", "family", "dob", "age", "gender", "nationality", "ethnicity", "occupation", "marital_status"})
_TOLD: Final = frozenset({"H", "R", "B"})
_REACHED: Final = frozenset({"person", "address", "email"})
_IS: Final = re.compile(
    r"\s(?:is|was|est|etait|es|era|e|ist|war|jest|byl|byla|works? as|worked as|arbeitet als|:)\s"
    r"(?:an? |une? |un[ao]? |uma? |eine? |een |the |der |die |le |la |el |il )?"
)
"""Between a name and what its bearer is."""


def beside(scan: Scan, hits: Sequence[Hit], knowledge: Knowledge) -> list[Hit]:
    """Give occupations, ages and telephone numbers that stand in a list beside a person or what else is told of one."""
    text = scan.view.raw
    found: list[Hit] = []
    if not any(hit.sub in _PEOPLE or hit.category in _TOLD for hit in hits):
        return found
    lists = _Lists(scan, hits)
    taken = {hit.start for hit in hits}
    for item in scan.surroundings(knowledge).items:
        if item.section.category != "QI" or item.section.need not in _NEEDS or item.start in taken or not _is_all(scan, item):
            continue
        if lists.tells_of_a_person(item.start, item.end) or lists.is_said(item.start):
            found.append(Hit(item.start, item.end, "QI", item.section.sub, 0.78, f"beside.{item.section.sub}"))
    lists.add(found)
    for match in _AGE.finditer(text) if any(c.isdigit() for c in text) else ():
        if match.start() not in taken and lists.tells_of_a_person(match.start(), match.end()):
            found.append(Hit(match.start(), match.end(), "QI", "age", 0.75, "beside.age"))
    for match in _PHONE.finditer(text):
        if match.start() not in taken and lists.reaches(match.start(), match.end()):
            found.append(Hit(match.start(), match.end(), "DI", "phone", 0.8, "beside.phone"))
    return found


def with_towns(text: str, hits: Sequence[Hit]) -> list[Hit]:
    """Give the hits of one text, street addresses widened to the postcode and the town behind them (`Lindenweg 8, 50733 Köln`).

    For reporting: where a call is decided, the town is what stays of an address.
    """
    out: list[Hit] = []
    for hit in hits:
        town = _TOWN.match(text, hit.end) if hit.sub == "address" and hit.category == "L" else None
        if town is not None:
            hit = hit._replace(end=town.end())
        if not out or hit.start >= out[-1].end:
            out.append(hit)
    return out


class _Lists:
    """The elements beside a place, and what was found in them."""

    def __init__(self, scan: Scan, hits: Sequence[Hit]) -> None:
        self._scan, self._text = scan, scan.view.raw
        self._hits = sorted(hits, key=lambda hit: hit.start)
        self._starts = [hit.start for hit in self._hits]
        self._ends = sorted(hit.end for hit in hits if hit.sub == "person")

    def add(self, hits: Sequence[Hit]) -> None:
        """Let hits count from now on."""
        self._hits = sorted([*self._hits, *hits], key=lambda hit: hit.start)
        self._starts = [hit.start for hit in self._hits]

    def tells_of_a_person(self, start: int, end: int) -> bool:
        """Whether an element beside names a person, or tells what is told of one."""
        return any(hit.sub in _PEOPLE or hit.category in _TOLD for hit in self._beside(start, end))

    def reaches(self, start: int, end: int) -> bool:
        """Whether an element beside is a person, or an address of one."""
        return any(hit.sub in _REACHED for hit in self._beside(start, end))

    def is_said(self, start: int) -> bool:
        """Whether a name stands before a word, and between them that its bearer is so."""
        at = bisect_left(self._ends, start) - 1
        return at >= 0 and start - self._ends[at] <= _NEAR and _IS.fullmatch(self._scan.view.fold, self._ends[at], start) is not None

    def _beside(self, start: int, end: int) -> list[Hit]:
        """What stands in the elements before and behind the one at a place."""
        low, high = self._scan.bounds(start)
        marks = [match.span() for match in _ENDS.finditer(self._text, max(low, start - 2 * _LONGEST), start)]
        found: list[Hit] = []
        if marks:
            before = marks[-2][1] if len(marks) > 1 else max(low, start - 2 * _LONGEST)
            found += self._within(before, marks[-1][0])
        behind = _ENDS.search(self._text, end, min(high, end + _LONGEST))
        if behind is not None:
            last = _ENDS.search(self._text, behind.end(), min(high, behind.end() + _LONGEST))
            found += self._within(behind.end(), last.start() if last is not None else min(high, behind.end() + _LONGEST))
        return found

    def _within(self, start: int, end: int) -> list[Hit]:
        """What begins between two positions."""
        return self._hits[bisect_left(self._starts, start) : bisect_left(self._starts, end)]


def _is_all(scan: Scan, item: TermHit) -> bool:
    """Whether a word is the head of a short element: hardly anything else stands in it."""
    text = scan.view.raw
    low, high = scan.bounds(item.start)
    marks = [match.end() for match in _ENDS.finditer(text, max(low, item.start - _LONGEST), item.start)]
    begin = marks[-1] if marks else max(low, item.start - _LONGEST)
    behind = _ENDS.search(text, item.end, min(high, item.end + _LONGEST))
    end = behind.start() if behind is not None else min(high, item.end + _LONGEST)
    return text.count(" ", begin, end) < _MOST
