"""From an item that is not needed to the words that go with it: the clause that only carries it, or the whole sentence.

Must not be in here: what is needed.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from minimize.analyze.conversation import parts, plain
from minimize.knowledge.phrases import Phrases
from minimize.model import Finding

MOST: Final = 0.6
"""Share of words from which a text was said."""
SOME: Final = 0.34
"""Share of words below which hardly anything of a text was said; such a sentence only carries its item."""
LITTLE: Final = 2
"""Words of its own up to which what is left of a sentence says nothing by itself."""
_REMARK: Final = 400
"""Longest half of a remark in brackets."""
_REACH: Final = 600
"""How far a clause is looked for on either side of an item."""
_OPENING: Final = "(（["
_CLOSING: Final = ")）]"
_JOINTS: Final = (";", "；", "–", "—", "-")
_END: Final = re.compile(r"(?<!\b[A-Z])(?<!\b(?:Dr|Mr|Ms|Nr|St|Sr|Dª))(?<!\bMrs)(?<!\bFrau)[.!?]+(?=\s|$)|[\n。！？…]|\s[–—-]\s")
_PARAGRAPH: Final = re.compile(r"[.!?。！？…]*[ \t]*\n\s*")
_EDGE: Final = re.compile(r"[,;:(（，、；：)）]\s*|\s[–—-]\s")


class _Words(NamedTuple):
    """The words that join clauses in the language of a text; in others they mean other things ("car", which is French for "for")."""

    further: re.Pattern[str]
    reasons: re.Pattern[str]
    causes: re.Pattern[str]
    follows: re.Pattern[str]

    @classmethod
    def of(cls, phrases: Phrases, language: str) -> _Words:
        speech = phrases.speech
        return cls(speech.further(language), speech.reasons(language), speech.causes, speech.consequences(language))


def widened(
    text: str, going: Sequence[Finding], findings: Sequence[Finding], said: frozenset[str], phrases: Phrases, asked: frozenset[str] = frozenset()
) -> list[Finding]:
    """Widen items to the clause that carries them, or to the sentence where the rest of it is nothing that the user said, nor a statement by itself.

    `findings` are all items of the text, `said` the words of the user's message (see `parts`), `asked` those of them that he asked to be
    said: a clause that holds some is parted at its conjunctions, and where that does not help the item goes alone.
    """
    gone = set(map(id, going))
    bounds = sentences(text)
    starts = [start for start, _ in bounds]

    def at(position: int) -> int:
        return max(0, bisect_right(starts, position) - 1)

    needed = {i for f in findings if id(f) not in gone and f.sub != "person" for i in range(at(f.start), at(f.end - 1) + 1)}
    by_sentence: dict[int, list[Finding]] = {}
    for finding in going:
        by_sentence.setdefault(at(finding.start), []).append(finding)
    words_of = _Words.of(phrases, phrases.language(text))
    out: list[Finding] = []
    for i, here in sorted(by_sentence.items()):
        start, end = min(bounds[i][0], here[0].start), bounds[i][1]
        here = [_reason_alone(text, f, asked or said, words_of.reasons) for f in here]
        clauses = [_consequent(text, _clause(text, f, start, end, words_of, asked), end, words_of.follows) for f in here]
        words = parts(plain(_without(text, start, end, clauses)))
        whole = i not in needed and share(words, said) < SOME and all(f.end <= end for f in here)
        out += _whole(text, start, end, clauses, words_of) if whole else clauses
    return out


def _whole(text: str, start: int, end: int, clauses: list[Finding], words: _Words) -> list[Finding]:
    """Give the sentence that goes with its items; a statement before them that is only joined to them stays, and one around a remark in brackets."""
    if all(text[clause.start] in _OPENING for clause in clauses) and len(parts(plain(_without(text, start, end, clauses)))) > LITTLE:
        return clauses
    cut = min(clause.start for clause in clauses)
    joints = [edge.end() for edge in _EDGE.finditer(text, start, cut) if words.further.match(text, edge.end()) or edge[0].strip() in _JOINTS]
    if words.reasons.match(text, cut):
        joints.append(cut)
    before = text[start : joints[-1]] if joints else ""
    if len(parts(plain(before))) > LITTLE:
        return [replace(clauses[0], start=joints[-1], end=end)]
    return [replace(clauses[0], start=start, end=_line_end(text, start, end))]


def _line_end(text: str, start: int, end: int) -> int:
    """Give the end of a sentence, with the blank lines behind it where it is a paragraph of its own."""
    if start == 0 or text[start - 1] != "\n":
        return end
    behind = _PARAGRAPH.match(text, end)
    return behind.end() if behind else end


def share(words: frozenset[str], said: frozenset[str]) -> float:
    """Give the share of words that were said; 0 of none."""
    return len(words & said) / len(words) if words else 0.0


def sentences(text: str) -> list[tuple[int, int]]:
    """Give the spans of a text's sentences, without blanks at their beginning and the mark at their end."""
    found: list[tuple[int, int]] = []
    at = 0
    for begin, stop in [*(m.span() for m in _END.finditer(text)), (len(text), len(text))]:
        lead = at + len(text[at:begin]) - len(text[at:begin].lstrip())
        if lead < begin:
            found.append((lead, begin))
        at = stop
    return found


def _clause(text: str, finding: Finding, start: int, end: int, words: _Words, asked: frozenset[str]) -> Finding:
    """Give the item with its clause: from the last comma or word of reason before it to the next comma."""
    remark = _remark(text, finding, start, end)
    if remark is not None:
        return remark
    low, high = max(start, finding.start - _REACH), min(end, finding.end + _REACH)
    edge = max((edge.end() for edge in _EDGE.finditer(text, low, finding.start)), default=low)
    left = edge if edge > low or low == start else finding.start
    for reason in words.reasons.finditer(text, edge, finding.start):
        left = reason.start()
    if words.reasons.match(text, finding.start):
        left = finding.start
    cause = words.causes.match(text, finding.end, end)
    after = _EDGE.search(text, finding.end, high)
    right = cause.end() if cause else max(finding.end, after.start() if after else end if high == end else finding.end)
    if asked:
        left = _parted_before(text, left, finding.start, words.further, asked)
        right = right if cause else _parted_behind(text, finding.end, right, (words.further, words.reasons), asked)
    return replace(finding, start=left, end=right)


def _consequent(text: str, clause: Finding, end: int, follows: re.Pattern[str]) -> Finding:
    """Give a clause with the word behind it that begins what follows from it ("so")."""
    edge = _EDGE.match(text, clause.end, end)
    word = follows.match(text, edge.end() if edge else clause.end + (text[clause.end : clause.end + 1] == " "), end)
    return replace(clause, end=word.end()) if word else clause


def _reason_alone(text: str, finding: Finding, said: frozenset[str], reasons: re.Pattern[str]) -> Finding:
    """Give an item that holds a statement and its reason as the reason alone, where the user said what comes before it."""
    for reason in reasons.finditer(text, finding.start + 1, finding.end):
        if share(parts(plain(text[finding.start : reason.start()])), said) >= MOST:
            return replace(finding, start=reason.start())
    return finding


def _remark(text: str, finding: Finding, start: int, end: int) -> Finding | None:
    """Give the remark in brackets that holds the item, if there is one in its sentence."""
    for opening, closing in zip(_OPENING, _CLOSING, strict=True):
        left = text.rfind(opening, max(start, finding.start - _REMARK), finding.start)
        right = text.find(closing, finding.end, min(end, finding.end + _REMARK))
        if left >= 0 and right >= 0 and closing not in text[left : finding.start] and opening not in text[finding.end : right]:
            return replace(finding, start=left, end=right + 1)
    return None


def _parted_before(text: str, left: int, start: int, further: re.Pattern[str], asked: frozenset[str]) -> int:
    """Give where a clause begins behind what was asked to be said: at a conjunction, else at the item itself."""
    if not _asked(text[left:start], asked):
        return left
    return max((word.start() for word in further.finditer(text, left, start) if _asked(text[left : word.start()], asked)), default=start)


def _parted_behind(text: str, end: int, right: int, joints: Sequence[re.Pattern[str]], asked: frozenset[str]) -> int:
    """Give where a clause ends before what was asked to be said: behind a conjunction or a word of consequence, else at the item itself."""
    if not _asked(text[end:right], asked):
        return right
    places = (word.end() for pattern in joints for word in pattern.finditer(text, end, right))
    return min((at for at in places if _asked(text[at:right], asked)), default=end)


def _asked(text: str, asked: frozenset[str]) -> bool:
    """Whether a piece of text holds what the user asked to be said: two of its words, or most of them."""
    words = parts(plain(text))
    return len(words & asked) >= 2 or (bool(words) and share(words, asked) >= MOST)


def _without(text: str, start: int, end: int, clauses: Sequence[Finding]) -> str:
    """Give a sentence without some spans, which may overlap."""
    left: list[str] = []
    at = start
    for clause in sorted(clauses, key=lambda c: c.start):
        if clause.start > at:
            left.append(text[at : clause.start])
        at = max(at, clause.end)
    return " ".join([*left, text[at:end]] if at < end else left)
