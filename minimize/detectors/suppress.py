"""Takes hits back that their surroundings speak against: names inside addresses, numbers in fields for other numbers.

Must not be in here: how hits are found, and which of two that stand wins (`resolve`).
"""

from __future__ import annotations

import re
from typing import Final

from minimize.detectors.place import Place
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.knowledge.text import View

_CONTAINERS: Final = frozenset({"address", "facility", "email", "handle", "wallet", "credential", "worship", "court", "gps", "support_group"})
_NUMERIC: Final = frozenset(
    {"phone", "national_id", "tax_id", "postcode", "age", "account", "member_id", "plate", "passport", "licence", "card", "device_id", "gps", "ip", "income", "debt", "wealth", "imei", "case_number"}
)
_UUID: Final = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b")


def suppress(hits: list[Hit], view: View, place: Place, knowledge: Knowledge) -> list[Hit]:
    """Give the hits that hold."""
    containers = [(h.start, h.end) for h in hits if h.sub in _CONTAINERS]
    quiet = [(p.start, p.end) for p in place.inner if p.evidence.mode == "none" and p.evidence.sub == "id"]
    if place.evidence.mode == "none" and place.evidence.sub == "id":
        quiet.append((0, len(view.text)))
    uuids = [m.span() for m in _UUID.finditer(view.fold)] if "-" in view.text else []
    public = place.evidence.mode == "none" and place.evidence.sub == "public"
    works = any(word in knowledge.people.works for word in re.split(r"[^a-z]+", place.tool.lower()))
    kept = []
    for hit in hits:
        if hit.sub == "person":
            if (public or (works and hit.detector != "person.title")) or _inside(hit, containers):
                continue
        elif hit.precision in ("city", "region", "country") and _inside(hit, containers):
            continue
        elif hit.sub in _NUMERIC and hit.detector[:6] != "field." and (_inside(hit, quiet) or _inside(hit, uuids)) and hit.sub != "iban":
            if hit.detector != "di.advertising_id":
                continue
        kept.append(hit)
    return kept


def _inside(hit: Hit, spans: list[tuple[int, int]]) -> bool:
    return any(start <= hit.start and hit.end <= end and (start, end) != (hit.start, hit.end) or (start, end) == (hit.start, hit.end) for start, end in spans)
