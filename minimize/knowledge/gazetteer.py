"""The places of the world that a text may name: countries, regions, cities.

Must not be in here: street addresses and postcodes of an address (data/patterns/addresses.yaml).
"""

from __future__ import annotations

from collections.abc import Mapping

from minimize.knowledge.model import PlaceSpan
from minimize.knowledge.text import View


class Gazetteer:
    """Folded place name -> (level, country, population)."""

    def __init__(self, names: Mapping[str, tuple[str, str, int]]) -> None:
        self._names = names
        self._longest: dict[str, int] = {}
        for name in names:
            first, _, _ = name.partition(" ")
            self._longest[first] = max(self._longest.get(first, 0), name.count(" ") + 1)

    def places(self, text: str) -> tuple[PlaceSpan, ...]:
        """Longest non-overlapping place names of a text, in text order."""
        return self.find(View(text))

    def find(self, view: View) -> tuple[PlaceSpan, ...]:
        """The same for a text that has its views."""
        return ()
