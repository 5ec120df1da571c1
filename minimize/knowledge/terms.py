"""Lexicons of the soft categories: plain words and phrases by a table of first words, those with open ends by an Aho-Corasick automaton.

Must not be in here: the words (data/terms/*.txt), and whether a weak word counts in its context (`minimize.detectors.terms`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ahocorasick_rs import AhoCorasick, Implementation, MatchKind

from minimize.knowledge.text import View, boundary

ARABIC = "\u0600"
SPACELESS = "\u0e00"
"""Scripts below this code point separate words by spaces."""
_PARTICLES = frozenset(
    "\uc774\uac00\uc744\ub97c\uc740\ub294\uc5d0\uc758\ub3c4\uc640\uacfc\ub85c\uaed8\ub9cc\uc73c\ud55c\uc774\ub791\uc5d0\uc11c\ubd80\uae4c\uc138\uc600\ub77c"
)
"""First syllables of what Korean hangs on a noun."""
_CLITICS = (
    "\u0648\u0628\u0627\u0644",
    "\u0648\u0627\u0644",
    "\u0628\u0627\u0644",
    "\u0643\u0627\u0644",
    "\u0641\u0627\u0644",
    "\u0644\u0644",
    "\u0627\u0644",
    "\u0648",
    "\u0628",
    "\u0644",
    "\u0641",
    "\u0643",
)
"""What Arabic hangs before a noun, longest first."""


_SHIFTED = str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm")
_RUN = re.compile(r"[^\W_\u0e00-\u0e7f\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
"""Letters and digits between two places where a word may begin; what `text.is_cjk` names stands alone."""
_SPACED = "\u0590"
"""Letters below this code point (Latin, Greek, Cyrillic, Armenian) begin a word only where a run begins."""


@dataclass(frozen=True, slots=True)
class Section:
    """What the words under one heading of a lexicon mean."""

    id: str
    category: str
    """A PSD category, or `-` for words that are only context for others."""
    sub: str
    confidence: float
    precision: str = "exact"
    need: str = ""
    """`` (always counts) or the name of a context it needs (`personal`, `caps`, ...)."""
    extend: str = ""
    """`left`, `right`, `both`: the item takes in the proper name before or after the word."""


class TermHit(NamedTuple):
    """One word of a lexicon in a text, whole words only."""

    start: int
    end: int
    section: Section


class _Meaning(NamedTuple):
    """What one line of a lexicon says of its word."""

    section: int
    head: bool
    tail: bool
    exact: str


class TermSet:
    """All hand-written lexicons."""

    def __init__(self, sections: Sequence[Section], terms: Iterable[tuple[str, int]]) -> None:
        """`terms`: (folded word, index of its section).

        `*` at an end is the rest of that word, `^` before it: in capitals only; `~folded=word`: with its accents only.
        """
        self.sections = tuple(sections)
        one: dict[Any, Any] = {}
        """Equal values are kept once."""
        plain: dict[str, tuple[int, ...]] = {}
        lengths: dict[str, tuple[int, ...]] = {}
        open_ended: dict[str, tuple[_Meaning, ...]] = {}
        gaps: set[str] = set()
        for term, section in terms:
            if term.isascii() and term.isalnum():
                word = term
            elif term >= _SPACED or term[0] in "*^~" or term[-1] == "*" or not (first := _RUN.match(term)):
                body, meaning = _meaning(term, section)
                open_ended[body] = (*open_ended.get(body, ()), meaning)
                continue
            else:
                word = first[0]
                gaps.add(term[len(word) : len(word) + 1])
            said = (*plain.get(term, ()), section)
            plain[term] = one.setdefault(said, said)
            sizes = lengths.get(word, ())
            if len(term) not in sizes:
                sizes = (*sizes, len(term))
                lengths[word] = one.setdefault(sizes, sizes)
        self._gaps = frozenset(gaps - {""})
        """What stands behind the first word of a term of several."""
        self._plain, self._lengths = plain, lengths
        """Terms without open ends, and by their first word how long those are that begin with it."""
        self._meanings = tuple(open_ended.values())
        self._disguised: dict[str, str] | None = None
        self._automaton: Any = AhoCorasick(list(open_ended), matchkind=MatchKind.Standard, implementation=Implementation.ContiguousNFA) if open_ended else None

    @classmethod
    def of(cls, data: Mapping[str, Any], listed: Mapping[str, str] | None = None, never: frozenset[str] = frozenset()) -> TermSet:
        """Make the lexicons from their packed form; `listed`: `category sub need` -> words of public sources;

        `never`: those of them that say something else.
        """
        sections = [Section(**row) for row in data["sections"]]
        given = len(sections)
        for key in listed or {}:
            category, sub, need = key.split(" ")
            sections.append(Section(f"sources.{sub}", category, sub, 0.8, need=need))
        words = (*data["words"], *(listed or {}).values())
        terms = ((term, section) for section, lines in enumerate(words) for term in lines.split("\n") if term)
        return cls(sections, ((term, section) for term, section in terms if section < given or term not in never))

    @property
    def disguised(self) -> Mapping[str, str]:
        """Words of health that are no others' parts, by what becomes of them reversed or shifted by thirteen letters; made at the first use."""
        if self._disguised is None:
            health = {i for i, section in enumerate(self.sections) if section.category == "H"}
            plain = [w for w, said in self._plain.items() if len(w) >= 6 and w.isalpha() and w.isascii() and not health.isdisjoint(said)]
            forms = {form: word for word in plain for form in (word[::-1], word.translate(_SHIFTED))}
            self._disguised = {form: word for form, word in forms.items() if form not in self._plain}
        return self._disguised

    def begins(self, word: str) -> bool:
        """Whether a folded word is a term or begins one."""
        return word in self._lengths

    def find(self, view: View) -> Iterator[TermHit]:
        """Give every word found, overlapping ones too, in no particular order."""
        text = view.fold
        size, plain = len(text), self._plain
        gaps = self._gaps
        for start, stop, lengths in self._begun(view):
            if text[stop : stop + 1] not in gaps:
                lengths = (stop - start,) if stop - start in lengths else ()
            for length in lengths:
                end = start + length
                sections = plain.get(text[start:end]) if end <= size else None
                if sections is not None and _ends(text, end):
                    for section in sections:
                        yield TermHit(start, end, self.sections[section])
        if self._automaton is not None:
            yield from self._open_ended(view, text)

    def _begun(self, view: View) -> list[tuple[int, int, tuple[int, ...]]]:
        """Where a word stands that begins terms, with the lengths of these."""
        known = self._lengths.get
        if view.text.isascii() and "'" not in view.text:
            return [(*token, lengths) for token, word in zip(view.tokens, view.words, strict=True) if (lengths := known(word))]
        return [(*run.span(), lengths) for run in _RUN.finditer(view.fold) if (lengths := known(run[0]))]

    def _open_ended(self, view: View, text: str) -> Iterator[TermHit]:
        for index, start, end in self._automaton.find_matches_as_indexes(text, overlapping=True):
            at_start = start == 0 or not (before := text[start - 1]).isalnum() or (max(before, text[start]) > ARABIC and _may_begin(text, start))
            at_end = _ends(text, end)
            if not (at_start or at_end):
                continue
            for section, head, tail, exact in self._meanings[index]:
                if exact and not (view.raw[start:end].isupper() if exact == "^" else exact in (view.text[start:end], view.text[start:end].lower())):
                    continue
                if (at_start or head) and (at_end or tail):
                    yield TermHit(start if at_start else _word_start(text, start), end if at_end else _word_end(text, end), self.sections[section])


def _meaning(term: str, section: int) -> tuple[str, _Meaning]:
    body, _, exact = term.lstrip("~").partition("=") if term[0] == "~" else (term.strip("*^"), "", "^" if term[0] == "^" else "")
    return body, _Meaning(section, term[0] == "*", term[-1] == "*", exact)


def _ends(text: str, end: int) -> bool:
    """Whether a word may end at a position."""
    return end >= len(text) or not (after := text[end]).isalnum() or (max(after, text[end - 1]) > SPACELESS and _may_end(text, end))


def _may_begin(text: str, position: int) -> bool:
    """Whether a word may begin after a letter: in a script without spaces, or behind Arabic clitics."""
    if "\u0600" <= text[position] <= "\u06ff":
        for clitic in _CLITICS:
            begin = position - len(clitic)
            if begin >= 0 and text.startswith(clitic, begin) and (begin == 0 or not text[begin - 1].isalnum()):
                return True
        return False
    return boundary(text, position)


def _may_end(text: str, position: int) -> bool:
    """Whether a word may end before a letter: in a script without spaces, or before a Korean particle."""
    after = text[position]
    if "\uac00" <= after <= "\ud7a3" and "\uac00" <= text[position - 1] <= "\ud7a3":
        return after in _PARTICLES
    if after < SPACELESS and "\uac00" <= text[position - 1] <= "\ud7a3":
        return True
    return boundary(text, position)


def _word_start(text: str, position: int) -> int:
    stop = max(0, position - 40)
    while position > stop and not boundary(text, position):
        position -= 1
    return position


def _word_end(text: str, position: int) -> int:
    stop = min(len(text), position + 40)
    while position < stop and not boundary(text, position):
        position += 1
    return position
