"""What a field's name says of its value: `ssn` makes nine digits one, `tabId` makes them none.

Must not be in here: the words (data/fields.yaml) and the roles of parameters (`tool_registry`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from minimize.knowledge.text import fold, is_cjk

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_SPLIT = re.compile(r"(?:(?![\u0900-\u0dff\u0e00-\u0e7f])[^\w])+|_+")
"""Vowel signs of Indic scripts and Thai are no letters to Python, but join a word all the same."""


@dataclass(frozen=True, slots=True)
class FieldWord:
    """What one group of field names says."""

    sub: str
    category: str
    mode: str
    """`whole`: the value is the item; `hint`: detectors may trust weaker signs of `sub`; `none`: the value is no PSD of numeric or id form."""
    confidence: float
    precision: str
    shape: str
    """A pattern (fold view) that the value has to match in full to be the item; empty: any value that says something."""


NOTHING = FieldWord("", "", "", 0.0, "exact", "")


def words_of(name: str) -> tuple[str, ...]:
    """Split a field name into folded words: `homeAddress2` -> (`home`, `address`, `2`)."""
    split = _CAMEL.sub(" ", name[:120])
    return tuple(w for w in _SPLIT.split(fold(split)) if w)


class FieldWords:
    """All field names, by words."""

    def __init__(self, groups: Sequence[tuple[FieldWord, Sequence[str]]]) -> None:
        self._by_words: dict[tuple[str, ...], FieldWord] = {}
        self._cjk: dict[str, FieldWord] = {}
        for group, names in groups:
            for name in names:
                if any(is_cjk(c) or "\uac00" <= c <= "\ud7a3" for c in name):
                    self._cjk[fold(name)] = group
                else:
                    self._by_words[words_of(name)] = group
        self._longest = max((len(k) for k in self._by_words), default=1)
        self.of = lru_cache(maxsize=8192)(self._of)
        self.ending = lru_cache(maxsize=8192)(self._ending)

    @classmethod
    def load(cls, data: Sequence[Mapping[str, Any]]) -> FieldWords:
        """Make the field words from their packed form."""
        return cls([(FieldWord(**{k: v for k, v in row.items() if k != "names"}), row["names"]) for row in data])

    def _ending(self, name: str) -> FieldWord:
        """Give what a key in running text says, where only its last words count (`the new dob: ...`)."""
        words = words_of(name)
        for size in range(min(self._longest, len(words)), 0, -1):
            found = self._by_words.get(words[len(words) - size :])
            if found is not None:
                return found
        if self._cjk and not name.isascii():
            folded = fold(name).rstrip()
            hits = [k for k in self._cjk if folded.endswith(k)]
            if hits:
                return self._cjk[max(hits, key=len)]
        return NOTHING

    def _of(self, name: str) -> FieldWord:
        """Give what a field's name says; the longest run of its words that is known wins, the later one on a tie."""
        words = words_of(name)
        for size in range(min(self._longest, len(words)), 0, -1):
            for start in range(len(words) - size, -1, -1):
                found = self._by_words.get(words[start : start + size])
                if found is not None:
                    return found
        if self._cjk and not name.isascii():
            folded = fold(name)
            hits = [k for k in self._cjk if k in folded]
            if hits:
                return self._cjk[max(hits, key=len)]
        return NOTHING
