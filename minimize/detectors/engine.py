"""Runs the stages over one text and resolves what they find.

Must not be in here: a stage's own knowledge or logic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from minimize.decode import hides, readings
from minimize.detectors import fields, suppress
from minimize.detectors.persons import persons
from minimize.detectors.persons_cjk import persons_cjk
from minimize.detectors.place import Place
from minimize.detectors.resolve import COARSE, resolve
from minimize.detectors.scan import Scan
from minimize.detectors.terms import terms
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit

Stage = Callable[[Scan, Knowledge], list[Hit]]


def patterns(scan: Scan, knowledge: Knowledge) -> list[Hit]:
    """Exact patterns with validators and context."""
    return knowledge.patterns.find(scan.view, scan)


def places(scan: Scan, knowledge: Knowledge) -> list[Hit]:
    """Cities, regions and countries, at their own precision."""
    return [Hit(p.start, p.end, "L", p.level, 0.8, "gazetteer", p.level) for p in knowledge.gazetteer.find(scan.view)]


STAGES: Final[dict[str, Stage]] = {
    "patterns": patterns,
    "fields": fields.whole,
    "terms": terms,
    "persons": persons,
    "persons_cjk": persons_cjk,
    "places": places,
}
"""By name, in order; a policy or a benchmark may leave some out."""
DECODED: Final = ("patterns", "fields", "terms", "persons")
"""Stages that read a text in its other readings, too; of a weak one only words and names."""
MAX_NESTING: Final = 3
ALL_STAGES: Final = (*STAGES, "decoding")


def detect(text: str, place: Place, knowledge: Knowledge, stages: Sequence[str] = ALL_STAGES) -> list[Hit]:
    """Give the items of one text, non-overlapping, in text order."""
    return detect_all([(text, place)], knowledge, stages)[0]


def detect_all(
    texts: Sequence[tuple[str, Place]], knowledge: Knowledge, stages: Sequence[str] = ALL_STAGES, check: Callable[[], None] = lambda: None
) -> list[list[Hit]]:
    """Give the items of several texts. Each stage sees them all at once, which costs less than text by text; `check` runs between stages."""
    if not texts:
        return []
    scan = Scan(texts)
    hits: list[Hit] = []
    for name in stages:
        stage = STAGES.get(name)
        if stage is not None:
            check()
            hits += stage(scan, knowledge)
    if hits:
        hits = suppress.suppress(hits, scan, knowledge)
    if "decoding" in stages:
        check()
        names = [name for name in stages if name in DECODED]
        if hides(scan.view.text):
            for (text, place), (start, _, _) in zip(texts, scan.each(), strict=True):
                hits += [_moved(hit, start) for hit in _hidden(text, place, knowledge, names, MAX_NESTING)]
    found: list[list[Hit]] = [[] for _ in texts]
    for hit in resolve(hits, knowledge.categories) if hits else ():
        i = scan.index(hit.start)
        found[i].append(_moved(hit, -scan.bounds(hit.start)[0]))
    return found


def _moved(hit: Hit, by: int) -> Hit:
    return Hit(hit.start + by, hit.end + by, *hit[2:]) if by else hit


def _hidden(text: str, place: Place, knowledge: Knowledge, stages: Sequence[str], depth: int) -> list[Hit]:
    """Items in other readings of the text, at the original's spans; `encoding` tells the steps, outermost first."""
    found: list[Hit] = []
    for reading in readings(text):
        names = [name for name in stages if not reading.weak or name in ("terms", "persons")]
        hits = detect_all([(reading.text, place)], knowledge, names)[0]
        if depth > 1 and not reading.weak:
            hits += _hidden(reading.text, place, knowledge, names, depth - 1)
        for hit in hits:
            start, end = reading.span(hit.start, hit.end)
            if text[start:end] != reading.text[hit.start : hit.end] and hit.precision not in COARSE:
                found.append(hit._replace(start=start, end=end, encoding=(reading.name, *hit.encoding)))
    return found
