"""Whether a text as a model would write it may stand for the one that is cut: it adds nothing, loses nothing that stays, holds nothing that goes.

A model can be talked into anything by the text it reads, so its wording is a proposal: its words have to stand in the original, in their
order (other endings and words of grammar apart), outside of what goes; words that turn a statement ("not", "only") can neither be added nor
dropped, nor can numbers and the items that stay. What fails leaves the cut as it is.
Must not be in here: what is needed, the schema (`minimize.rewrite` tries the wording first, then the cut).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from minimize.analyze.case import Case
from minimize.analyze.conversation import plain
from minimize.classify import classify_text
from minimize.judge.widening import sentences
from minimize.knowledge.phrases import Speech
from minimize.model import Finding

_MOST: Final = 0.8
"""Share of what a cut would leave that has to be in the wording."""
_PIECE: Final = re.compile(r"[^\s—–…]+")
_OUTER: Final = ".,;:!?()[]{}<>\"'“”‘’„«»*_-"
_MARKS: Final = ".,;:!?"
_STEM: Final = 4
_SAME: Final = 0.7
"""Share of a word that its forms have in common."""
_ENDING: Final = 3
_LONGEST: Final = 8_000


class _Word(NamedTuple):
    text: str
    start: int
    end: int


def accepted(case: Case, text: str, proposal: str, raw: Sequence[Finding], gone: Sequence[Finding], kept: Sequence[Finding]) -> bool:
    """Whether a wording may stand for a text. `raw` are the items that the judge finds unnecessary, `gone` all that is cut, `kept` what stays."""
    language = case.phrases.language(text)
    if not proposal.strip() or len(proposal) > len(text) or len(text) > _LONGEST or not case.phrases.speech.rewordable(language):
        return False
    if set(proposal) - set(text) - set(_MARKS) - {" "} - {char for char in proposal if char.isalpha()}:
        return False
    found = [(hit["start"], hit["end"]) for hit in classify_text(text, knowledge=case.knowledge)]
    stays = [(f.start, f.end) for f in kept]
    cut = [(f.start, f.end) for f in gone]
    items = [(f.start, f.end) for f in raw]
    items += [span for span in cut if not _touches(span, items)]
    items += [span for span in found if _touches(span, cut) and not _touches(span, stays)]
    return _same_words(case.phrases.speech, language, text, proposal, items, cut) and _same_items(case, text, proposal, items, [*found, *stays], stays)


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Give a text without some spans, which may overlap."""
    left: list[str] = []
    at = 0
    for start, end in sorted(spans):
        left.append(text[at:start] if start > at else "")
        at = max(at, end)
    return " ".join([*left, text[at:]])


def _touches(span: tuple[int, int], others: Sequence[tuple[int, int]]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in others)


def _words(text: str) -> list[_Word]:
    """Give the words of a text, quotes and marks around them taken off."""
    out: list[_Word] = []
    for piece in _PIECE.finditer(text.replace("’", "'")):
        word = piece.group().strip(_OUTER)
        if word:
            start = piece.start() + piece.group().index(word)
            out.append(_Word(word.casefold(), start, start + len(word)))
    return out


def _same_words(speech: Speech, language: str, text: str, proposal: str, items: Sequence[tuple[int, int]], cut: Sequence[tuple[int, int]]) -> bool:
    """Whether the wording takes its words from the text, in their order, and leaves none out that matters."""
    glue, turning = speech.glue(language), speech.turning(language)
    there = [word for word in _words(text) if not _touches(word[1:], items)]
    taken: set[int] = set()
    at = 0
    for word in _words(proposal):
        if glue.fullmatch(word.text):
            continue
        at = next((i for i in range(at, len(there)) if _is_form(word.text, there[i].text)), -1) + 1
        if at == 0:
            return False
        taken.add(at - 1)
    starts = [start for start, _ in sentences(text)]
    told = {bisect_right(starts, there[i].start) for i in taken}
    staying = left = 0
    for i, word in enumerate(there):
        matters = turning.fullmatch(word.text) is not None or any(char.isdigit() for char in word.text)
        stays = not _touches(word[1:], cut)
        if matters and i not in taken and (stays or bisect_right(starts, word.start) in told):
            return False
        if stays and not (glue.fullmatch(word.text) or speech.reasons(language).fullmatch(word.text) or speech.further(language).fullmatch(word.text)):
            staying += 1
            left += i in taken
    return left >= _MOST * staying


def _is_form(word: str, other: str) -> bool:
    """Whether a word is another one, or a form of it; numbers, addresses and the like have no forms."""
    if word == other:
        return True
    longer = max(len(word), len(other))
    if abs(len(word) - len(other)) > _ENDING or min(len(word), len(other)) < _STEM or not (word.isalpha() and other.isalpha()):
        return False
    common = next((i for i, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), min(len(word), len(other)))
    return common >= max(_STEM, _SAME * longer)


def _same_items(
    case: Case, text: str, proposal: str, items: Sequence[tuple[int, int]], known: Sequence[tuple[int, int]], stays: Sequence[tuple[int, int]]
) -> bool:
    """Whether all that stays is in the wording as it stood, nothing that goes is, and nothing private is in it that was not told."""
    if not all(text[start:end] in proposal for start, end in stays):
        return False
    rest = _without(text, items)
    for start, end in items:
        item = plain(text[start:end])
        if item and plain(proposal).count(item) > plain(rest).count(item):
            return False
    told = [plain(text[start:end]) for start, end in known if not _touches((start, end), items)]
    for hit in classify_text(proposal, knowledge=case.knowledge):
        item = plain(proposal[hit["start"] : hit["end"]])
        if not any(item in each for each in told):
            return False
    return True
