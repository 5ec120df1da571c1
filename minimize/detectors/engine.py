"""Runs the stages over one text and resolves what they find.

Must not be in here: a stage's own knowledge or logic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from minimize.detectors.place import Place
from minimize.detectors.resolve import resolve
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.knowledge.text import View

Stage = Callable[[View, Place, Knowledge], list[Hit]]


def patterns(view: View, place: Place, knowledge: Knowledge) -> list[Hit]:
    """Exact patterns with validators and context."""
    return knowledge.patterns.find(view, place.hints)


STAGES: Final[dict[str, Stage]] = {"patterns": patterns}
"""By name, in order; a policy or a benchmark may leave some out."""


def detect(text: str, place: Place, knowledge: Knowledge, stages: Sequence[str] = tuple(STAGES)) -> list[Hit]:
    """Give the items of one text, non-overlapping, in text order."""
    view = View(text)
    hits = [hit for name in stages for hit in STAGES[name](view, place, knowledge)]
    return resolve(hits, knowledge.categories) if hits else []
