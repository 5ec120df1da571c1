"""Takes hits back that their surroundings speak against: names inside addresses, numbers in fields for other numbers.

Must not be in here: how hits are found, and which of two that stand wins (`resolve`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from minimize.detectors.resolve import COARSE
from minimize.detectors.scan import Scan
from minimize.detectors.terms import said_by
from minimize.detectors.things import is_kin_of_a_thing, is_of_a_thing
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit

_CONTAINERS: Final = frozenset({"address", "facility", "email", "handle", "wallet", "credential", "worship", "implied_place", "gps", "support_group"})
_NUMERIC: Final = frozenset(
    [
        "phone",
        "national_id",
        "tax_id",
        "postcode",
        "age",
        "account",
        "member_id",
        "plate",
        "passport",
        "licence",
        "card",
        "device_id",
        "gps",
        "ip",
        "income",
        "debt",
        "wealth",
        "case_number",
    ]
)
_WORDS: Final = re.compile(r"[^\W\d_]{2,}")
_HEAD: Final = 600
_FEW: Final = 4
"""Words from which on, within the first characters, a text is prose."""
_DOCTORS: Final = ("dr", "prof", "doctor", "doktor", "docteur")
_UUID: Final = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")


class _Spans:
    """Spans that hold others; looked up in logarithmic time (the longest that begins before counts)."""

    def __init__(self, spans: list[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        self._reach: list[int] = []
        for start, end in sorted(spans):
            self._starts.append(start)
            self._reach.append(max(end, self._reach[-1] if self._reach else 0))

    def hold(self, hit: Hit) -> bool:
        """Whether one of them takes the hit in."""
        i = bisect_right(self._starts, hit.start)
        return i > 0 and self._reach[i - 1] >= hit.end


def suppress(hits: list[Hit], scan: Scan, knowledge: Knowledge) -> list[Hit]:
    """Give the hits that hold."""
    containers = _Spans([(h.start, h.end) for h in hits if h.sub in _CONTAINERS])
    addresses = sorted(h.end for h in hits if h.sub == "address")
    words = [h for h in hits if h.detector[:5] == "term."] if any(h.detector == "person.cjk.label" for h in hits) else []
    quiet = _Spans(_quiet(scan, knowledge))
    works = knowledge.people.works
    kept = []
    for hit in hits:
        if hit.sub == "person":
            if hit.detector == "person.cjk.label" and any(h.start < hit.end and hit.start < h.end for h in words):
                continue
            if containers.hold(hit) or _silent(scan, hit, works) or is_of_a_thing(scan, hit, knowledge):
                continue
        elif hit.sub == "family" and hit.detector[:5] == "term." and is_kin_of_a_thing(scan, hit, knowledge):
            continue
        elif hit.sub == "postcode" and hit.category == "QI":
            if _behind(addresses, hit, scan):
                hit = hit._replace(category="L")
        elif hit.precision in COARSE:
            if containers.hold(hit):
                continue
        elif hit.sub in _NUMERIC and hit.detector[:6] != "field." and hit.detector != "di.advertising_id" and quiet.hold(hit):
            continue
        kept.append(hit)
    return kept


def _behind(addresses: list[int], hit: Hit, scan: Scan) -> bool:
    """Whether a street address ends shortly before a postcode, which then is part of the address (a postcode alone is a quasi-identifier)."""
    i = bisect_right(addresses, hit.start)
    return i > 0 and hit.start - addresses[i - 1] <= 60 and addresses[i - 1] > scan.bounds(hit.start)[0]


def _quiet(scan: Scan, knowledge: Knowledge) -> list[tuple[int, int]]:
    """Where numbers are no items: fields for other numbers, UUIDs."""
    spans = [(p.start, p.end) for p in scan.inner(knowledge) if p.evidence.mode == "none" and p.evidence.sub == "id"]
    for start, end, place in scan.each():
        if place.evidence.mode == "none" and place.evidence.sub == "id" and not _is_prose(scan.view.text[start:end]):
            spans.append((start, end))
    if "-" in scan.view.text and len(scan.view.text) >= 36:
        spans += [m.span() for m in _UUID.finditer(scan.view.fold)]
    return spans


def _is_prose(text: str) -> bool:
    """Whether a text is written for people: an `issue_comment` or a `project_summary` is no id, whatever words its name shares with one."""
    return len(_WORDS.findall(text[:_HEAD])) >= _FEW


def _silent(scan: Scan, hit: Hit, works: frozenset[str]) -> bool:
    """Whether names at a place are those of works, companies, public figures, tickers."""
    place = scan.place(hit.start)
    if place.evidence.mode == "none":
        return hit.detector != "person.title"
    if hit.detector == "person.title" and (place.evidence.sub == "person" or scan.view.fold.startswith(_DOCTORS, hit.start)):
        return False
    start, end = scan.bounds(hit.start)
    return said_by(place.tool, works) and scan.view.text.count(" ", start, end) <= 6
