"""The places of the world that a text may name: countries, regions, cities.

Must not be in here: street addresses and postcodes of an address (data/patterns/places.yaml).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from ahocorasick_rs import AhoCorasick, MatchKind

from minimize.knowledge.model import PlaceSpan
from minimize.knowledge.text import View, is_cjk

_US = "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC"
_STATES = frozenset(_US.split())
_AFTER = re.compile(r",? ?([A-Z]{2})\b")
_BIG = 300
"""Thousands of people from which a city's name counts in lower case or alone where it is a first name or a word as well."""

MAX_PLACES = 5000
"""Places in one text; more is no text but a dump."""


class _Entry(NamedTuple):
    level: str
    country: str
    thousands: int
    """The city has at least so many thousand people."""


class Gazetteer:
    """Folded place name -> what it is. Names of several words are found by their first."""

    def __init__(self, names: Mapping[str, _Entry], firsts: Mapping[str, int], pairs: frozenset[str], doubtful: frozenset[str]) -> None:
        self._names = names
        self._firsts = firsts
        self._pairs = pairs
        """The first two words of every name of several words."""
        self._automaton: Any = None
        self._doubtful = doubtful
        """Names that are words or first names as well."""

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Gazetteer:
        """Make it from the packed form."""
        names: dict[str, _Entry] = {}
        for key, lines in data["names"].items():
            level, country, thousands = key.split(" ")
            names.update(dict.fromkeys(lines.split("\n"), _Entry(level, country, int(thousands))))
        firsts: dict[str, int] = {}
        for size, lines in data["firsts"].items():
            firsts.update(dict.fromkeys(lines.split("\n"), int(size)))
        return cls(names, firsts, frozenset(data["pairs"].split("\n")), frozenset(data["doubtful"].split("\n")))

    def level(self, name: str) -> str:
        """Give the level of a folded place name, empty for what is none."""
        entry = self._names.get(name)
        return entry.level if entry is not None else ""

    def places(self, text: str) -> tuple[PlaceSpan, ...]:
        """Longest non-overlapping place names of a text, in text order."""
        return self.find(View(text))

    def find(self, view: View) -> tuple[PlaceSpan, ...]:
        """The same for a text that has its views."""
        found: list[PlaceSpan] = []
        tokens, words, fold, names, firsts = view.tokens, view.words, view.fold, self._names, self._firsts
        count, free = len(tokens), 0
        plain = view.text.isascii()
        for i in [i for i, word in enumerate(words) if word in names or word in firsts or (not plain and is_cjk(word[0]))]:
            if i < free:
                continue
            if len(found) >= MAX_PLACES:
                break
            start, end = tokens[i]
            longest = self._firsts.get(words[i], 1) if i + 1 < count else 1
            if longest > 1 and f"{words[i]} {words[i + 1].replace(chr(39), ' ')}" not in self._pairs:
                longest = 1
            for size in range(min(longest, count - i, 6), 0, -1):
                stop = tokens[i + size - 1][1]
                name = fold[start:stop].replace("-", " ").replace("'", " ") if size > 1 else fold[start:stop]
                entry = self._names.get(name)
                if entry is not None and self._counts(view, name, entry, start, stop, size):
                    found.append(self._span(view, entry, start, stop))
                    free = i + size
                    break
            else:
                if not plain and is_cjk(fold[start]):
                    found += self._inside(view, start, end)
        return tuple(found)

    def _inside(self, view: View, start: int, end: int) -> list[PlaceSpan]:
        """Places within a run of a script without spaces."""
        found: list[PlaceSpan] = []
        for _, first, last in self._unspaced().find_matches_as_indexes(view.fold[start:end])[:MAX_PLACES]:
            entry = self._names[view.fold[start + first : start + last]]
            stop = start + last
            if view.fold[stop : stop + 1] in ("\u5e02", "\u770c", "\u7701", "\u5e9c", "\u90fd") and stop < end:
                stop += 1
            found.append(self._span(view, entry, start + first, stop))
        return found

    def _unspaced(self) -> Any:
        """The names in scripts without spaces, as an automaton; made when the first such text comes."""
        if self._automaton is None:
            self._automaton = AhoCorasick([n for n in self._names if is_cjk(n[0]) and len(n) > 1], matchkind=MatchKind.LeftmostLongest)
        return self._automaton

    def _counts(self, view: View, name: str, entry: _Entry, start: int, stop: int, size: int) -> bool:
        """Whether a name stands for the place here: by its case, its size, and what follows."""
        raw = view.raw
        first = raw[start]
        capital = first.isupper() or first.lower() == first.upper()
        if entry.level != "city" or size > 1:
            return capital or entry.thousands >= 50 or entry.level != "city"
        after = _AFTER.match(raw, stop)
        if after and after[1] in _STATES:
            return True
        if name in self._doubtful:
            return capital and entry.thousands >= 3 * _BIG and not raw[start:stop].isupper()
        if raw[start:stop].isupper() and stop - start <= 4:
            return raw[start:stop] in ("NYC", "CDMX")
        return capital or entry.thousands >= _BIG

    @staticmethod
    def _span(view: View, entry: _Entry, start: int, stop: int) -> PlaceSpan:
        after = _AFTER.match(view.raw, stop) if entry.level == "city" else None
        if after and entry.country == "US" and after[1] in _STATES:
            stop = after.end()
        return PlaceSpan(start, stop, entry.level, view.text[start:stop], entry.country, entry.thousands * 1000)
