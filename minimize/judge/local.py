"""A judge that needs no model: what the user asks to be said is needed, what he merely tells the agent is context.

The user's last message falls into what he asks for (sentences with a request, from the request on) and what he tells beside it. A fact
about a person is needed if most of its words, or one of its kind, stand in what he asks for; it is not if they stand only in what he tells,
in the background, or nowhere. An identifier is needed if he gave it himself. Everything else is unsure, and stays.
Must not be in here: detection beyond asking for it, cutting, anything that depends on one tool.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from minimize.analyze.case import Case
from minimize.analyze.conversation import parts, plain
from minimize.classify import classify_text
from minimize.judge.widening import MOST, SOME, sentences, share, widened
from minimize.knowledge.phrases import Speech
from minimize.model import Finding
from minimize.needs import Site
from minimize.paths import Leaf

FACTS: Final = frozenset({"H", "F", "QI", "R", "B", "Tp", "I", "Im"})
"""Categories of what is told of a person."""
_NUMBERS: Final = frozenset({"national_id", "tax_id", "passport", "licence", "insurance", "card", "iban", "account", "dob", "cvv", "credential"})
"""Items that say who somebody is, or with what that person pays: needed only where the user gave them."""
_LITTLE: Final = 2
"""Words of its own below which a request says nothing."""
_CAPITAL: Final = re.compile(r"(?<=\s)[^\W\d_a-zß-öø-ÿ]\w+")
_READ: Final = 8_000
_DICTATES: Final = re.compile(r"[:：]\s*(?:[\"“„«「『]|[A-ZÀ-ÞА-Я]|$)")
"""A colon after which a new sentence begins: what follows is dictated, to the end of the paragraph."""
_NUMBER: Final = re.compile(r"\d+")
_HEAD: Final = re.compile(r"[,:;(（，、；：]\s*|^\s*")


@dataclass(frozen=True, slots=True)
class _Told:
    """The user's last message, parted."""

    asked: frozenset[str]
    beside: frozenset[str]
    """The words of what is asked for, and of what is told beside it."""
    numbers: frozenset[str]
    """The numbers in what is asked for."""
    items: Mapping[str, Sequence[frozenset[str]]]
    """The items in what is asked for: category -> their words."""
    known: bool
    """Whether a request was recognised at all."""
    points: bool
    """Whether what is asked for points back at what is told beside it ("about it", "why"), or says nothing of its own."""


class LocalJudge:
    """Judges every item of a text by the conversation. Deterministic, linear in text and conversation; holds no state."""

    name = "local"
    discovers = False

    def spare(self, case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
        """Give the items that the task does not need, widened to their sentence where it says nothing else that was asked for."""
        if not any(f.category in FACTS or f.sub in _NUMBERS for f in findings):
            return []
        told = _told(case)
        if not told.known:
            return []
        body = parts(plain(leaf.text[:_READ]))
        going = [f for f in findings if self._unneeded(case, leaf.text[f.start : f.end], f, told, body)]
        return widened(leaf.text, going, findings, told.asked | told.beside, case.phrases, told.asked) if going else []

    def stands(self, case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
        """Give none: rules undo no other rules' rewrite."""
        return []

    def rephrased(self, case: Case, site: Site, leaf: Leaf, gone: Sequence[Finding], kept: Sequence[Finding]) -> str | None:
        """Give none: rules only cut."""
        return None

    @staticmethod
    def _unneeded(case: Case, text: str, finding: Finding, told: _Told, body: frozenset[str]) -> bool:
        sources = case.conversation.sources
        if finding.sub in _NUMBERS:
            return not sources.origin(text).user
        if finding.category not in FACTS:
            return False
        words = parts(plain(text))
        numbers = _NUMBER.findall(text)
        if not words or told.numbers.issuperset(numbers or ("",)) or share(words, told.asked) >= MOST:
            return False
        if told.points and share(words, told.beside) >= SOME:
            return False
        if share(words, told.beside) >= MOST or sources.background.share(text) >= MOST:
            return True
        # In words of its own: what was asked for, put differently, or an addition to it.
        return all(not item or share(item, body) >= MOST for item in told.items.get(finding.category, ()))


def _told(case: Case) -> _Told:
    """Part the user's last message into what is asked for and what is told beside it."""
    task = case.conversation.task_text[:_READ]
    speech = case.phrases.speech
    further = speech.further(case.conversation.language)
    asked: list[str] = []
    beside: list[str] = []
    withheld: list[str] = []
    dictates = follows = False
    for start, end in sentences(task):
        sentence = task[start:end]
        if speech.withheld.search(sentence):
            dictates = follows = False
            withheld.append(sentence)
            continue
        at = _request(sentence, speech)
        if at < 0 and follows and further.match(sentence):
            at = 0
        dictates = (dictates and "\n" not in task[max(0, start - 2) : start]) or ((follows or at >= 0) and _DICTATES.search(sentence) is not None)
        follows = at >= 0
        if dictates or at >= 0:
            asked.append(sentence[max(at, 0) :])
            beside.append(sentence[: max(at, 0)])
        else:
            beside.append(sentence)
    wanted = " ".join(asked)
    items: dict[str, list[frozenset[str]]] = {}
    for hit in classify_text(wanted, knowledge=case.knowledge) if wanted else ():
        items.setdefault(hit["category"], []).append(parts(plain(wanted[hit["start"] : hit["end"]])))
    points = _points(case, wanted, beside) or _says_nothing(wanted, case)
    return _Told(parts(plain(wanted)), parts(plain(" ".join([*beside, *withheld]))), frozenset(_NUMBER.findall(wanted)), items, bool(asked), points)


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
    return parts(plain(" ".join(_CAPITAL.findall(text))))


def _request(sentence: str, speech: Speech) -> int:
    """Give where what is asked for begins in a sentence; -1 if nothing is."""
    for found in speech.requests.finditer(sentence):
        if not speech.others.search(sentence, 0, found.start()):
            return max((head.end() for head in _HEAD.finditer(sentence, 0, found.start())), default=0)
    return -1
