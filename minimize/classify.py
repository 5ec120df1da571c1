"""Stage 1: which privacy-sensitive items the arguments of a call hold, and where.

Must not be in here: costs, necessity, dispositions; how an item is found (`minimize.detectors`).
"""

from __future__ import annotations

from typing import Any

from minimize.detectors.engine import detect
from minimize.detectors.place import Place
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.model import Deadline, Finding
from minimize.paths import Document, Leaf, join
from tool_registry.model import ToolSpec, Use


def classify(document: Document, spec: ToolSpec, knowledge: Knowledge, deadline: Deadline) -> tuple[Finding, ...]:
    """Find the items of a call's arguments: values, numbers, and keys that are data.

    Findings of one place don't overlap (higher S wins, then the longer, then the taxonomy's order). Items of city, region or
    country precision carry that precision and are no reason to call a value dirty. Raises DeadlineExceeded.
    """
    found: list[Finding] = []
    for leaf in document.leaves:
        if leaf.value is None or leaf.value == "":
            continue
        deadline.check()
        place = _place(leaf, spec, knowledge)
        if place is not None:
            found += [_finding(leaf.pointer, hit) for hit in detect(leaf.text, place, knowledge)]
    return tuple(found)


def _place(leaf: Leaf, spec: ToolSpec, knowledge: Knowledge) -> Place | None:
    param = spec.param(leaf.steps)
    if param is not None and param.need.use is Use.SETTING:
        return None
    field = next((s for s in reversed(leaf.steps) if not s.isdigit()), "")
    return Place(field, knowledge.fields.of(field), spec.name, spec.kind.name, param.role if param else "", not isinstance(leaf.value, str))


def _finding(pointer: str, hit: Hit) -> Finding:
    return Finding(pointer, hit.start, hit.end, hit.category, hit.sub, hit.detector, hit.confidence, hit.precision, hit.encoding)


def classify_text(text: str, field: str = "", tool: str = "", *, knowledge: Knowledge, coarse: bool = False) -> list[dict[str, Any]]:
    """Find the items of one string, for `toolminimize detect`.

    Gives `{"start", "end", "category", "sub", "confidence", "detector"}` in text order, offsets in code points. Without `coarse`,
    places of city precision and coarser are left out.
    """
    place = Place(field, knowledge.fields.of(field), tool)
    return [
        {"start": h.start, "end": h.end, "category": h.category, "sub": h.sub, "confidence": h.confidence, "detector": h.detector}
        for h in detect(text, place, knowledge)
        if coarse or h.precision not in ("city", "region", "country")
    ]
