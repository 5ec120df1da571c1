"""The compiled lexicon of words that are names: which of them are given names, family names, and common words as well.

Must not be in here: how names are put together (`minimize.detectors.persons`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

GIVEN: Final = 1
FAMILY: Final = 2
COMMON: Final = 4
"""Also a frequent word of some language."""
PLACE: Final = 8
"""Also a place."""
BRAND: Final = 16
"""Also a brand or a work."""
CURATED: Final = 32
"""A given name of a list by country, or one that many people bear; without it only sources by count know it."""
POPULAR: Final = 64
"""A given name that very many people bear, even if it is a word as well (`will`, `grace`)."""


class Lexicon:
    """Folded word -> flags, and the frequent words that are no names."""

    def __init__(self, words: Mapping[str, int], common: frozenset[str] = frozenset(), public: frozenset[str] = frozenset()) -> None:
        self.words = words
        self.common = common
        self.public = public
        """Full names of public figures and of things that are called like people, folded."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Lexicon:
        """Make it from the packed form: `words` by flags (as text), `common` and `public`, one a line; `everyday`: names that are words as well."""
        words: dict[str, int] = {}
        for flags, lines in data["words"].items():
            words.update(dict.fromkeys(lines.split("\n"), int(flags)))
        everyday = data.get("everyday", ())
        for word in everyday:
            if word in words:
                words[word] |= COMMON
        return cls(words, frozenset([*data["common"].split("\n"), *everyday]), frozenset(data["public"].split("\n")))

    def flags(self, word: str) -> int:
        """Give the flags of a folded word, 0 if it is unknown."""
        return self.words.get(word, 0)
