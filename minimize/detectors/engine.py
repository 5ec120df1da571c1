"""Runs the stages over one text and resolves what they find.

Must not be in here: a stage's own knowledge or logic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from minimize.detectors import fields, suppress
from minimize.detectors.persons import persons
from minimize.detectors.persons_cjk import persons_cjk
from minimize.detectors.place import Place
from minimize.detectors.resolve import resolve
from minimize.detectors.terms import terms
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.knowledge.text import View

Stage = Callable[[View, Place, Knowledge], list[Hit]]


def patterns(view: View, place: Place, knowledge: Knowledge) -> list[Hit]:
    """Exact patterns with validators and context."""
    return knowledge.patterns.find(view, place.hints)


def places(view: View, place: Place, knowledge: Knowledge) -> list[Hit]:
    """Cities, regions and countries, at their own precision."""
    return [Hit(p.start, p.end, "L", p.level, 0.8, "gazetteer", p.level) for p in knowledge.gazetteer.find(view)]


STAGES: Final[dict[str, Stage]] = {"patterns": patterns, "fields": fields.whole, "terms": terms, "persons": persons, "persons_cjk": persons_cjk, "places": places}
"""By name, in order; a policy or a benchmark may leave some out."""


def detect(text: str, place: Place, knowledge: Knowledge, stages: Sequence[str] = tuple(STAGES)) -> list[Hit]:
    """Give the items of one text, non-overlapping, in text order."""
    view = View(text)
    place = replace(place, inner=tuple(fields.inner(view, knowledge)))
    hits = [hit for name in stages for hit in STAGES[name](view, place, knowledge)]
    if not hits:
        return []
    return resolve(suppress.suppress(hits, view, place, knowledge), knowledge.categories)
