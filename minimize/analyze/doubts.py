"""Findings that the place where they stand belies: a town called like a person, our own stand-in, a coordinate that is rounded already.

Must not be in here: new findings (`known`), decisions.
"""

from __future__ import annotations

import re
from typing import Final

from minimize.knowledge.model import Knowledge, Places
from minimize.knowledge.phrases import Phrases
from minimize.model import Finding
from minimize.needs import Site, Sites
from minimize.operators.location import DIGITS, MAX_PLACE, apart
from minimize.operators.standins import RESERVED
from minimize.paths import Document, Leaf
from minimize.pointers import split
from tool_registry.model import Use

_VERSUS_AFTER: Final = re.compile(r"\s+v(?:s)?\.?\s+(?=[^\W\d_])")
_VERSUS_BEFORE: Final = re.compile(r"\sv(?:s)?\.?\s+$")


_TOWNS: Final = frozenset({"city", "region", "country"})
_WORD_BEFORE: Final = re.compile(r"(?!della\b)[a-z]{4,}\s+(?=[A-Z])")
"""A word in lower case before a name, longer than a particle: rather what a person is than what he is called (`welder Ola`)."""
_TOWN_ROLES: Final = frozenset({"city", "district", "region"})


def plausible(document: Document, sites: Sites, findings: tuple[Finding, ...], knowledge: Knowledge) -> tuple[Finding, ...]:
    """Give the findings that hold in their place; a person's span loses the towns and countries at its ends."""
    if not findings:
        return findings
    out: list[Finding] = []
    places: dict[str, list[tuple[int, int]]] = {}
    pointer = None
    for finding in findings:
        if finding.in_key:
            out.append(finding)
            continue
        if finding.pointer != pointer:
            pointer = finding.pointer
            leaf, site = document.leaf(pointer), sites.of(split(pointer))
            text = leaf.text if leaf is not None else ""
            ours = leaf is not None and _ours(leaf, knowledge.phrases)
        if leaf is None:
            out.append(finding)
            continue
        if ours or _coarse_number(leaf, site, finding) or _only_a_town(finding, text, knowledge.gazetteer):
            continue
        if finding.sub == "person" and _of_a_case(text, finding):
            continue
        if finding.sub in ("person", "family") and len(text) <= MAX_PLACE:
            if _for_places(site):
                if not apart(text, finding.start, finding.end, knowledge.gazetteer) or _names_a_town(site, text, finding, findings, knowledge.gazetteer):
                    continue
            elif finding.sub == "person":
                trimmed = _trimmed(finding, text, places, knowledge.gazetteer)
                if trimmed is None:
                    continue
                finding = trimmed
        out.append(finding)
    return tuple(out)


def _ours(leaf: Leaf, phrases: Phrases) -> bool:
    """Whether the value is one that we put there ourselves."""
    return leaf.value in phrases.said or leaf.value in RESERVED


def _coarse_number(leaf: Leaf, site: Site, finding: Finding) -> bool:
    """Whether a coordinate has no more decimals than the place needs."""
    if finding.sub != "gps" or not leaf.literal or not _for_places(site):
        return False
    return len(leaf.literal.partition(".")[2]) <= DIGITS.get(site.need.precision, 0)


def _only_a_town(finding: Finding, text: str, gazetteer: Places) -> bool:
    """Whether what only its field's name makes an address is a town, region or country and nothing else."""
    if finding.detector != "field.address" or len(text) > MAX_PLACE or any(c.isdigit() for c in text):
        return False
    rest = list(text)
    for span in gazetteer.places(text):
        if span.level in _TOWNS:
            rest[span.start : span.end] = " " * (span.end - span.start)
    return not any(c.isalnum() for c in rest)


def _of_a_case(text: str, finding: Finding) -> bool:
    """Whether the name is that of a published case (`Smith v. Jones`)."""
    return _VERSUS_AFTER.match(text, finding.end) is not None or _VERSUS_BEFORE.search(text[max(0, finding.start - 8) : finding.start]) is not None


def _for_places(site: Site) -> bool:
    return site.need.use is Use.PAYLOAD and site.ladder == "location"


def _names_a_town(site: Site, text: str, finding: Finding, findings: tuple[Finding, ...], gazetteer: Places) -> bool:
    """Whether a place for a town holds two names, of which the first is like a person's and the second an unknown region (`Άγιος Νικόλαος, Κρήτη`)."""
    parts = [part for part in text.split(",") if part.strip()]
    if site.role not in _TOWN_ROLES or len(parts) != 2 or finding.start > 0 or finding.end != len(parts[0].rstrip()):
        return False
    if any(c.isdigit() for c in text) or len(parts[1].split()) > 2:
        return False
    if any(f.pointer == finding.pointer and f.start > finding.end for f in findings):
        return False
    return not gazetteer.places(parts[1])


def _trimmed(finding: Finding, text: str, known: dict[str, list[tuple[int, int]]], gazetteer: Places) -> Finding | None:
    """The person without places at the ends of its span (`Ireland Ola Nordmann`); None where nothing but places is left."""
    if finding.pointer not in known:
        known[finding.pointer] = [(span.start, span.end) for span in gazetteer.places(text) if span.level in ("country", "region") or span.population >= _BIG]
    start, end = finding.start, finding.end
    if word := _WORD_BEFORE.match(text, start, end):
        start = word.end()
    for a, b in known[finding.pointer]:
        if a <= start and end <= b:
            return None
        if a <= start < b < end:
            start = b + len(text[b:end]) - len(text[b:end].lstrip(" ,"))
        elif start < a < end <= b:
            end = a - (len(text[start:a]) - len(text[start:a].rstrip(" ,")))
    if (start, end) == (finding.start, finding.end):
        return finding
    if start >= end or not any(c.isalpha() for c in text[start:end]):
        return None
    return Finding(
        finding.pointer, start, end, finding.category, finding.sub, finding.detector, finding.confidence, finding.precision, finding.encoding, finding.in_key
    )


_BIG = 500_000
"""People from which a town's name at the end of a person's name is taken for the town."""
