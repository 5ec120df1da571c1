"""Runs the stages over one text and resolves what they find.

Must not be in here: a stage's own knowledge or logic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from minimize.decode import readings
from minimize.detectors import fields, suppress
from minimize.detectors.persons import persons
from minimize.detectors.persons_cjk import persons_cjk
from minimize.detectors.place import Place
from minimize.detectors.resolve import COARSE, resolve
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


DECODED: Final = ("patterns", "fields", "terms", "persons")
"""Stages that read a text in its other readings, too; of a weak one only words and names."""
MAX_NESTING: Final = 3


def detect(text: str, place: Place, knowledge: Knowledge, stages: Sequence[str] = (*STAGES, "decoding")) -> list[Hit]:
    """Give the items of one text, non-overlapping, in text order."""
    hits = _plain(text, place, knowledge, [name for name in stages if name != "decoding"])
    if "decoding" in stages:
        hits += _hidden(text, place, knowledge, [name for name in stages if name in DECODED], MAX_NESTING)
    return resolve(hits, knowledge.categories) if hits else []


def _plain(text: str, place: Place, knowledge: Knowledge, stages: Sequence[str]) -> list[Hit]:
    view = View(text)
    pairs = fields.inner(view, knowledge)
    if pairs:
        place = replace(place, inner=tuple(pairs))
    hits = [hit for name in stages for hit in STAGES[name](view, place, knowledge)]
    return suppress.suppress(hits, view, place, knowledge) if hits else hits


def _hidden(text: str, place: Place, knowledge: Knowledge, stages: Sequence[str], depth: int) -> list[Hit]:
    """Items in other readings of the text, at the original's spans; `encoding` tells the steps, outermost first."""
    found: list[Hit] = []
    for reading in readings(text):
        names = [name for name in stages if not reading.weak or name in ("terms", "persons")]
        hits = _plain(reading.text, place, knowledge, names)
        if depth > 1 and not reading.weak:
            hits += _hidden(reading.text, place, knowledge, names, depth - 1)
        for hit in hits:
            start, end = reading.span(hit.start, hit.end)
            if text[start:end] != reading.text[hit.start : hit.end] and hit.precision not in COARSE:
                found.append(hit._replace(start=start, end=end, encoding=(reading.name, *hit.encoding)))
    return found
