"""Neutral titles: what people read in place of a label that told too much. Must not be in here: decisions, schemas beyond lengths."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from minimize.knowledge.phrases import Phrases
from minimize.model import Finding
from minimize.operators.cutting import apply
from minimize.operators.standins import fit

_REMARK: Final = re.compile(r"\s*[(\[（][^()\[\]（）]{1,80}[)\]）]")
_DOSE: Final = re.compile(r"\s*\d+(?:[.,/]\d+)?\s?(?:mg|mcg|µg|μg|g|ml|iu|ie|ui|mmol|units?|мг|мкг|мл|毫克|ミリ)(?![^\W\d_])", re.IGNORECASE)
_WORDS: Final = 5
"""Words of a title that says what is done; a longer one tells a story."""
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
    """The title with nouns of the categories in place of its medications, without doses, remarks in brackets and what they are for."""
    drugs = sorted((f.start, f.end) for f in findings if f.sub == "medication")
    noun = phrases.noun("medication", language)
    if not drugs or not noun or drugs[0][0] == 0 or len(drugs) > 2:
        return None
    cut = [match.span() for match in _REMARK.finditer(text)]
    for finding in findings:
        if finding.sub == "medication" or any(start <= finding.start and finding.end <= end for start, end in cut):
            continue
        lead = phrases.lead(text, finding.start, drugs[-1][1])
        if finding.category != "H" or finding.start < drugs[-1][1] or lead == finding.start:
            return None
        cut.append((lead, finding.end))
    cut += [match.span() for _, end in drugs if (match := _DOSE.match(text, end))]
    pieces = sorted([(start, end, "") for start, end in cut] + [(start, end, noun) for start, end in drugs])
    title = " ".join(apply(text, _apart(pieces)).split())
    return title if len(title.split()) <= _WORDS else None


def _apart(pieces: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Ascending pieces without those that begin within an earlier one."""
    out: list[tuple[int, int, str]] = []
    for piece in pieces:
        if not out or piece[0] >= out[-1][1]:
            out.append(piece)
    return out
