"""Words of the hand-written lexicons in the texts of a call: those that are items, and those that only say how to read what stands near them.

Must not be in here: the words (data/terms), and what follows from them for a hit (`terms`, `suppress`).
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Final

from minimize.knowledge.terms import TermHit, TermSet
from minimize.knowledge.text import View

WINDOW: Final = 160
"""How far from a word its context reaches, in code points."""


class Surroundings:
    """Found once a call, read by each stage that needs it."""

    __slots__ = ("_positions", "items")

    def __init__(self, view: View, words: TermSet) -> None:
        self._positions: dict[str, list[int]] = {}
        items: dict[tuple[int, int, str, str], TermHit] = {}
        for hit in words.find(view):
            if hit.section.category == "-":
                self._positions.setdefault(hit.section.sub, []).append(hit.start)
            else:
                items.setdefault((hit.start, hit.end, hit.section.category, hit.section.sub + hit.section.need), hit)
        for positions in self._positions.values():
            positions.sort()
        self.items: list[TermHit] = list(items.values())

    def near(self, kind: str, at: int, bounds: tuple[int, int]) -> bool:
        """Whether a context word of a kind stands near a position, within the bounds of its text."""
        positions = self._positions.get(kind)
        if positions is None:
            return False
        i = bisect_left(positions, max(at - WINDOW, bounds[0]))
        return i < len(positions) and positions[i] <= min(at + WINDOW, bounds[1])
