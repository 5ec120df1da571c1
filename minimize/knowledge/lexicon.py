"""The compiled lexicon of words that are names: which of them are given names, family names, and common words as well.

Must not be in here: how names are put together (`minimize.detectors.persons`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GIVEN: Final = 1
FAMILY: Final = 2
COMMON: Final = 4
"""Also a frequent word of some language."""
PLACE: Final = 8
"""Also a place."""
BRAND: Final = 16
"""Also a brand or a work."""


class Lexicon:
    """Folded word -> flags."""

    def __init__(self, words: Mapping[str, int]) -> None:
        self.words = words

    @classmethod
    def of(cls, groups: Mapping[str, str]) -> Lexicon:
        """Make it from the packed form: flags (as text) -> words, one a line."""
        words: dict[str, int] = {}
        for flags, lines in groups.items():
            words.update(dict.fromkeys(lines.split("\n"), int(flags)))
        return cls(words)

    def flags(self, word: str) -> int:
        """Give the flags of a folded word, 0 if it is unknown."""
        return self.words.get(word, 0)
