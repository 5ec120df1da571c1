"""Words of the hand-written lexicons in the texts of a call: those that are items, and those that only say how to read what stands near them.

Must not be in here: the words (data/terms), and what follows from them for a hit (`terms`, `suppress`).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final

from minimize.knowledge.languages import Languages
from minimize.knowledge.terms import TermHit, TermSet
from minimize.knowledge.text import View

WINDOW: Final = 160
"""How far from a word its context reaches, in code points."""


_LONGEST: Final = 8
"""Letters of a word that two languages share."""
_APART: Final = "\x00"
_WORD: Final = re.compile(r"[^\W\d_]+")


class Surroundings:
    """Found once a call, read by each stage that needs it."""

    __slots__ = ("_languages", "_positions", "items")

    def __init__(self, view: View, words: TermSet, languages: Languages) -> None:
        self._positions: dict[str, list[int]] = {}
        self._languages: dict[tuple[int, int], frozenset[str]] = {}
        items: dict[tuple[int, int, str, str], TermHit] = {}
        homographs = languages.homographs
        for hit in words.find(view):
            word = view.fold[hit.start : hit.end] if hit.end - hit.start <= _LONGEST else ""
            if word in homographs and not languages.speaks(word, self._spoken(hit, view, languages)):
                continue
            if hit.section.category == "-":
                self._positions.setdefault(hit.section.sub, []).append(hit.start)
            else:
                items.setdefault((hit.start, hit.end, hit.section.category, hit.section.sub + hit.section.need), hit)
        for positions in self._positions.values():
            positions.sort()
        self.items: list[TermHit] = list(items.values())

    def _spoken(self, hit: TermHit, view: View, languages: Languages) -> frozenset[str]:
        """The languages that the words around a hit speak."""
        part = hit.start // WINDOW
        key = (part, view.fold.rfind(_APART, max(0, (part - 1) * WINDOW), hit.start))
        if key not in self._languages:
            low, high = max(0, (part - 1) * WINDOW, key[1] + 1), min(len(view.fold), (part + 2) * WINDOW)
            end = view.fold.find(_APART, hit.end, high)
            high = end if end >= 0 else high
            self._languages[key] = languages.likeliest(_WORD.findall(view.fold, low, high), view.text[low:high])
        return self._languages[key]

    def near(self, kind: str, at: int, bounds: tuple[int, int]) -> bool:
        """Whether a context word of a kind stands near a position, within the bounds of its text."""
        positions = self._positions.get(kind)
        if positions is None:
            return False
        i = bisect_left(positions, max(at - WINDOW, bounds[0]))
        return i < len(positions) and positions[i] <= min(at + WINDOW, bounds[1])
