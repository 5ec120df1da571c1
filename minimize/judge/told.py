"""The user's last message, parted: what he asks for, and what he tells beside it.

Asked for is a sentence with a request, from the request on; not what he says is not to be passed on, not a plea to the assistant, and no
remark in brackets by which he tells of somebody. All words by which this is known are data, by language.
Must not be in here: the items of the call, verdicts.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from minimize.analyze.case import Case
from minimize.analyze.conversation import parts, plain
from minimize.classify import classify_text
from minimize.judge.widening import sentences
from minimize.knowledge.phrases import Speech

_LITTLE: Final = 2
"""Words of its own below which a request says nothing."""
_INSIDE: Final = re.compile(r"(?<=\s)[^\W\d_]\w+")
READ: Final = 8_000
"""Characters of a message that are read."""
_DICTATES: Final = re.compile(r"[:：]\s*(?:[\"“„«「『]|[A-ZÀ-ÞА-Я]|$)")
"""A colon after which a new sentence begins: what follows is dictated, to the end of the paragraph."""
_NUMBER: Final = re.compile(r"\d+")
_EDGE: Final = re.compile(r"[,;:，、；：]\s*|\s[–—-]\s|—")
_MARKS: Final = " ,;:.–—-，、；："
_BEFORE: Final = 60
"""Characters before a request in which it may turn out to be somebody else's doing."""
_APART: Final = re.compile(r"[\s'’]+")
_WORD: Final = re.compile(r"\w")
_REMARK: Final = re.compile(r"[(（\[]\s*([^()（）\[\]]{1,400})[)）\]]")
_HEAD: Final = re.compile(r"[,:;(（，、；：]\s*|^\s*")


@dataclass(frozen=True, slots=True)
class Told:
    """The user's last message, parted."""

    asked: frozenset[str]
    beside: frozenset[str]
    """The words of what is asked for, and of what is told beside it."""
    withheld: frozenset[str]
    """Those of them that he says are not to be passed on."""
    numbers: frozenset[str]
    """The numbers in what is asked for."""
    items: Mapping[str, Sequence[frozenset[str]]]
    """The items in what is asked for: category -> their words."""
    known: bool
    """Whether a request was recognised at all."""
    points: bool
    """Whether what is asked for points back at what is told beside it ("about it", "why"), or says nothing of its own."""


def told_by(case: Case) -> Told:
    """Part the user's last message into what is asked for and what is told beside it."""
    task = case.conversation.task_text[:READ]
    language = case.conversation.language
    said = _Said(case.phrases.speech, language, case.phrases.stopwords.get(language, frozenset()))
    for start, end in sentences(task):
        said.sentence(task[start:end], begins="\n" in task[max(0, start - 2) : start])
    wanted = " ".join(said.asked)
    items: dict[str, list[frozenset[str]]] = {}
    for hit in classify_text(wanted, knowledge=case.knowledge) if wanted else ():
        items.setdefault(hit["category"], []).append(parts(plain(wanted[hit["start"] : hit["end"]])))
    points = _points(case, wanted, said.beside) or _says_nothing(wanted, case)
    withheld = parts(plain(" ".join(said.withheld)))
    return Told(parts(plain(wanted)), parts(plain(" ".join(said.beside))) | withheld, withheld, frozenset(_NUMBER.findall(wanted)), items, bool(wanted), points)


class _Said:
    """A message as it is read, sentence by sentence."""

    def __init__(self, speech: Speech, language: str, little: frozenset[str]) -> None:
        self._little = little
        """Words that say nothing by themselves."""
        self._speech = speech
        self._further = speech.further(language)
        self._against = speech.against(language)
        self._tellers = speech.tellers(language)
        self._pointing = speech.pointing(language)
        self._dictates = self._follows = False
        self.asked: list[str] = []
        self.beside: list[str] = []
        self.withheld: list[str] = []

    def sentence(self, text: str, *, begins: bool) -> None:
        """Take in the next sentence; `begins` says whether it begins a paragraph."""
        found = self._speech.withheld.search(text)
        if found is None:
            self._piece(text, begins=begins)
            return
        start, end = self._scope(text, found.start(), found.end())
        self._dictates = self._follows = False
        self.withheld.append(text[start:end])
        for piece in (text[:start].rstrip(_MARKS), text[end:].lstrip(_MARKS)):
            if parts(plain(piece)) and self._speech.withheld.search(piece) is None:
                self._piece(piece, begins=False)
            else:
                self.withheld.append(piece)

    def _scope(self, text: str, start: int, end: int) -> tuple[int, int]:
        """Give what a word of withholding holds back: its clause; what is told before it, where the clause says nothing else or begins with a request."""
        edges = [edge.span() for edge in _EDGE.finditer(text)]
        left = max((stop for _, stop in edges if stop <= start), default=0)
        right = min((begin for begin, _ in edges if begin >= end), default=len(text))
        if _request(text[left:start], self._speech) >= 0:
            return (start if parts(plain(text[end:right])) else self._joint(text, left, start)), right
        own = self._against.sub(" ", text[left:start]) + " " + text[end:right]
        if left and not parts(plain(" ".join([word for word in _APART.split(own) if word.casefold() not in self._little]))):
            before = max((stop for _, stop in edges if stop < left), default=0)
            if _request(text[before:left], self._speech) < 0:
                left = before
            else:
                left = self._joint(text, before, left)
        return left, right

    def _joint(self, text: str, left: int, end: int) -> int:
        """Give where what is told behind a request begins: at the last conjunction behind which something is said; `end` if there is none."""
        joints = [word.start() for pattern in (self._further, self._against) for word in pattern.finditer(text, left, end)]
        for at in sorted(joints, reverse=True):
            told = self._further.sub(" ", self._against.sub(" ", text[at:end]))
            if parts(plain(told)):
                return at if _request(told, self._speech) < 0 else end
        return end

    def _piece(self, text: str, *, begins: bool) -> None:
        at = _request(text, self._speech)
        if at < 0 and self._follows and self._further.match(text):
            at = 0
        self._dictates = (self._dictates and not begins) or ((self._follows or at >= 0) and _DICTATES.search(text) is not None)
        self._follows = at >= 0
        if not self._dictates and at < 0:
            self.beside.append(text)
            return
        self.beside.append(text[: max(at, 0)])
        self.asked.append(text[max(at, 0) :] if self._dictates else self._without_remarks(text, max(at, 0)))

    def _without_remarks(self, text: str, at: int) -> str:
        """Give a request without the remarks in brackets that tell of somebody, which are told beside it."""
        out: list[str] = []
        for remark in _REMARK.finditer(text, at):
            inner = remark.group(1)
            if self._tellers.match(inner) and self._pointing.search(inner) is None and _request(inner, self._speech) < 0:
                out.append(text[at : remark.start()])
                self.beside.append(inner)
                at = remark.end()
        return " ".join([*out, text[at:]])


def _points(case: Case, wanted: str, beside: Sequence[str]) -> bool:
    """Whether a request points back, or a sentence beside it says that somebody is to know ("she should know")."""
    pattern = case.phrases.speech.pointing(case.conversation.language)
    return pattern.search(wanted) is not None or any(" " in found for told in beside for found in pattern.findall(told))


def _says_nothing(wanted: str, case: Case) -> bool:
    """Whether a request holds little but the request and whom it goes to."""
    rest = case.phrases.speech.requests.sub(" ", wanted)
    for hit in sorted(classify_text(rest, knowledge=case.knowledge), key=lambda h: -h["start"]):
        if hit["category"] == "DI":
            rest = rest[: hit["start"]] + " " + rest[hit["end"] :]
    return len(parts(plain(rest)) - _names(wanted)) < _LITTLE


def _names(text: str) -> frozenset[str]:
    """The words with a capital inside a text, which mostly name somebody."""
    return parts(plain(" ".join([word for word in _INSIDE.findall(text) if word[0].isupper()])))


def _request(sentence: str, speech: Speech) -> int:
    """Give where what is asked for begins in a sentence; -1 if nothing is. A plea for help that says nothing else asks for nothing."""
    found = next(_asking(sentence, speech, 0), None)
    if found is None:
        return -1
    heads = [0, *(head.end() for head in _HEAD.finditer(sentence))]
    edges = [edge.start() for edge in _EDGE.finditer(sentence)]
    while found is not None:
        head = heads[max(0, bisect_right(heads, found.start()) - 1)]
        at = bisect_left(edges, found.end())
        end = edges[at] if at < len(edges) else len(sentence)
        if _WORD.search(speech.pleas.sub(" ", sentence[head:end])):
            return head
        found = next(_asking(sentence, speech, end), None)
    return -1


def _asking(sentence: str, speech: Speech, start: int) -> Iterator[re.Match[str]]:
    """Give the words of request that are the user's own."""
    for found in speech.requests.finditer(sentence, start):
        if not speech.others.search(sentence, max(0, found.start() - _BEFORE), found.start()):
            yield found
