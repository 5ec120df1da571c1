"""Which language a text seems to be in, as far as words need it that say something else in another one.

Must not be in here: the words (data/languages.yaml), and what follows for a hit (`minimize.detectors.surroundings`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

NONE: Final = "-"
"""Among a word's languages: without a sign of any language it is another word."""


class Languages:
    """Signs of languages, and words that two of them share."""

    __slots__ = ("_letters", "_speech", "homographs")

    def __init__(self, speech: Mapping[str, Sequence[str]], letters: Mapping[str, str], homographs: Mapping[str, Sequence[str]]) -> None:
        """`speech`: language -> its commonest words, folded; `letters`: language -> letters of its own; `homographs`: folded word -> its languages."""
        self._speech: dict[str, tuple[str, ...]] = {}
        for language, words in speech.items():
            for word in words:
                self._speech[word] = (*self._speech.get(word, ()), language)
        self._letters = {letter: language for language, some in letters.items() for letter in some}
        self.homographs = {word: frozenset(languages) for word, languages in homographs.items()}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Languages:
        """Make it from the packed form."""
        return cls(data["speech"], data["letters"], data["homographs"])

    def likeliest(self, words: Iterable[str], text: str) -> frozenset[str]:
        """The languages of which most signs are among folded words and the letters of a text; empty without any."""
        signs: dict[str, int] = {}
        for word in words:
            for language in self._speech.get(word, ()):
                signs[language] = signs.get(language, 0) + 1
        if not text.isascii():
            for letter, language in self._letters.items():
                if letter in text:
                    signs[language] = signs.get(language, 0) + 1
        most = max(signs.values(), default=0)
        return frozenset([language for language, count in signs.items() if count == most])

    def speaks(self, word: str, spoken: frozenset[str]) -> bool:
        """Whether a word says what the lexicons take it for, in a text of these languages."""
        languages = self.homographs.get(word)
        if languages is None:
            return True
        return not languages.isdisjoint(spoken) if spoken else NONE not in languages
