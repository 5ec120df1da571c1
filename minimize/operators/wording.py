"""Neutral titles: what people read in place of a label that told too much. Must not be in here: decisions, schemas beyond lengths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from minimize.knowledge.phrases import Phrases
from minimize.model import Finding
from minimize.operators.standins import fit

_THING_OF_KIND: Final[Mapping[str, str]] = {
    "calendar": "event",
    "reminder": "reminder",
    "note": "note",
    "task": "task",
    "email": "message",
    "messaging": "message",
    "social": "message",
    "ticket": "ticket",
    "maps": "place",
    "directions": "place",
    "route": "place",
    "file": "file",
    "contact": "contact",
    "order": "order",
}


def thing(kind: str, role: str = "") -> str:
    """What a tool kind makes, by which neutral titles are named."""
    for word, what in _THING_OF_KIND.items():
        if word in kind:
            return what
    return "place" if role in ("label", "stop_label") else "event"


def neutral_title(text: str, findings: Sequence[Finding], what: str, language: str, phrases: Phrases, lengths: tuple[int | None, int | None]) -> str:
    """Give a neutral title; an action whose objects have category nouns keeps its verb ("Take medication").

    `lengths` are the schema's minLength and maxLength.
    """
    title = _action(text, findings, language, phrases) or phrases.title(what, language)
    fitted = fit(title, *lengths)
    return fitted if fitted and fitted != text else phrases.standin("text", language)


def _action(text: str, findings: Sequence[Finding], language: str, phrases: Phrases) -> str | None:
    spans = sorted((f.start, f.end, phrases.noun(f.sub, language)) for f in findings)
    if not spans or any(noun is None for _, _, noun in spans) or spans[0][0] == 0 or len(spans) > 2 or "medication" not in {f.sub for f in findings}:
        return None
    if len({noun for _, _, noun in spans}) > 1 or len(text.split()) > 5:
        return None
    out, at = [], 0
    for start, end, noun in spans:
        out += [text[at:start], noun or ""]
        at = end
    return "".join([*out, text[at:]])
