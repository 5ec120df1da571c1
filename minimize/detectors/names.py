"""Words that may be parts of names: letters of all scripts, what the lexicon, an ending or a stem says of them.

Must not be in here: how words make a name (`persons`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from minimize.knowledge.lexicon import COMMON, FAMILY, GIVEN
from minimize.knowledge.text import LETTER

UNIT: Final = re.compile(rf"{LETTER}+(?:['\u2019-]{LETTER}+)*")
ASCII_UNIT: Final = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*")
"""The same for a text in ASCII."""
POSSESSIVE: Final = ("'s", "'S", "\u2019s")
_SUFFIX: Final = re.compile(
    r"(?:[^\W\d_]{2,}(?:sson|dottir|ovic|evic|opoulos|opoulou|idis|akis|shvili|iewicz|owicz)|(?:o'|mc|mac)[^\W\d_]{3,}|"
    r"[^\W\d_]{3,}(?:ov|ova|ev|eva|enko|chuk|adze|escu|yan|czyk)|"
    r"[^\W\d_]{3,}(?:sk|ck|dzk)(?:i|a|iego|iej|iemu|im)|al-[^\W\d_]{3,}|"
    r"[\u0400-\u04ff]{2,}(?:ов|ев|ин|ын|ск|цк|ова|ева|ина|енко|чук|швили|дзе|ович|овн|евич|евн)(?:а|у|ы|е|ым|ом|ой|ого|ому|ий|ая|ую|им|их)?)$"
)
_SLAVIC_ENDINGS: Final = (("у", "а", "е", "ом", "ем", "ю", "я", "ой", "ей", "ы", "и", "ью"), ("", "а", "я", "й", "ь"))


class Unit:
    """One word that may be part of a name. What is asked of it again and again, as runs overlap, is remembered: -1 is not known yet."""

    __slots__ = ("capital", "end", "flags", "follows", "joins", "particle", "start", "word")

    def __init__(self, start: int, end: int, flags: int, capital: bool, word: str, particle: bool) -> None:
        """`flags` of the lexicon, FAMILY as well where the ending says so; `particle`: a small word inside names (`van`)."""
        self.start = start
        self.end = end
        self.flags = flags
        self.capital = capital
        self.word = word
        self.particle = particle
        self.joins = -1
        """Whether it may be part of a name with capitals."""
        self.follows = -1
        """Whether it follows the unit before it as the next word of a name would."""


def has_family_ending(word: str) -> bool:
    """Whether a folded word ends as family names do."""
    return _SUFFIX.match(word) is not None


def flags_of(word: str, capital: bool, words: Mapping[str, int]) -> int:
    """Give the lexicon's flags of a folded word; with a capital, also those of its ending, its parts or its stem."""
    flags = words.get(word, 0)
    if flags:
        return flags
    if capital and _SUFFIX.match(word):
        return FAMILY
    if "-" in word:
        return _hyphenated(word, words)
    if capital and word and "\u0400" <= word[0] <= "\u04ff":
        return _uninflected(word, words)
    return 0


def _hyphenated(word: str, words: Mapping[str, int]) -> int:
    flags = [words.get(part, 0) for part in word.split("-")]
    both = 0
    for f in flags:
        both |= f
    return both & ~COMMON if all(flags) else 0


def _uninflected(word: str, words: Mapping[str, int]) -> int:
    for ending in _SLAVIC_ENDINGS[0]:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            for base in _SLAVIC_ENDINGS[1]:
                flags = words.get(word[: -len(ending)] + base, 0)
                if flags & GIVEN and not flags & COMMON:
                    return flags
    return 0
