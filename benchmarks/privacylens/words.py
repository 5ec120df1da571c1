"""Words that carry a sentence, and what a trajectory is about. Must not be in here: the data."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W_]+")
_STEM: Final = 6
_LITTLE: Final = (
    "a about above after again against all also am an and any are as at be because been before being between both but by can could did "
    "do does doing down during each few for from further had has have having he her here hers him his how i if in into is it its itself "
    "just let like me more most my no nor not now of off on once only or other our out over own per same she should so some such than "
    "that the their them then there these they this those through to too under until up us very was we were what when where which while "
    "who whom why will with would you your yours"
)
_STOP: Final = frozenset(_LITTLE.split())
_TOPICS: Final[tuple[tuple[str, str], ...]] = (
    (
        "health",
        "health medical therap diagnos medication mental counsel illness surger vaccin patient hiv sti pregnan addict drug prescription "
        "trauma psych diet caregiver recover cancer test results",
    ),
    (
        "love and family",
        "romantic marri marital sex dating relationship family cheating husband custody girlfriend virginity intimate parenting abusive",
    ),
    (
        "money",
        "financ salar wage bank credit tax account mortgage invest loan insurance earning shareholder offer fund donor",
    ),
    (
        "law",
        "crime criminal case trial witness testimony investigat legal immigra incarcerat background documentation confess victim harass penitent",
    ),
    (
        "school",
        "student grade academic course school exam score graduat education tests",
    ),
    (
        "work",
        "work project merger patent company business job hiring employ confidential proprietary meeting book design research strateg "
        "insider statement technical contribution",
    ),
    (
        "who and where",
        "name address number password age identity username location timetable routine travel schedule security training login classified habits",
    ),
    (
        "beliefs and groups",
        "belief religi orientation lgbt fandom fannish opinion community event support",
    ),
)


def stems(text: str) -> frozenset[str]:
    """Give the beginnings of the words that carry a text; numbers whole."""
    words = (word.casefold() for word in _WORD.findall(text))
    return frozenset(word if word.isdigit() else word[:_STEM] for word in words if word not in _STOP and (len(word) > 2 or word.isdigit()))


def topic(said: str) -> str:
    """Give what sensitive data are about, by how the trajectory's author named them."""
    words = said.casefold().replace("'", " ").split()
    for name, beginnings in _TOPICS:
        if any(word.startswith(tuple(beginnings.split())) for word in words):
            return name
    return "other"
