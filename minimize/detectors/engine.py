"""Runs the stages over one text and resolves what they find.

Must not be in here: a stage's own knowledge or logic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

from minimize.decode import Piece, Reading, guesses, is_ciphered, is_leet, joined, look, readings
from minimize.detectors import fields, suppress
from minimize.detectors.backends import consult
from minimize.detectors.beside import beside
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
"""By name, in order; `GROUPS` says which of them a policy or a benchmark leaves out together."""
GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "patterns": ("patterns",),
    "entities": ("fields", "persons", "persons_cjk", "places"),
    "semantic": ("terms",),
    "decoding": ("decoding",),
    "backends": ("backends",),
}
"""The stages of `minimize.model.STAGES` -> the steps of each."""
DECODED: Final = ("patterns", "fields", "terms", "persons", "persons_cjk")
"""Stages that read a text in its other readings, too."""
WORDS: Final = ("terms", "persons")
"""Those that find words and names."""
MAX_NESTING: Final = 3
MAX_READINGS: Final = 40
"""Readings of one text, nested ones too."""
_TOLD: Final = frozenset(["phone", "national_id", "tax_id", "card", "account", "member_id", "passport", "licence", "iban"])
"""Fields that say what the digits in them are."""
_RUNS: Final = (16, 15, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
"""In how many pieces something is looked for over calls."""
ALL_STAGES: Final = (*STAGES, "decoding", "backends")


@lru_cache(maxsize=64)
def steps_of(stages: tuple[str, ...]) -> tuple[str, ...]:
    """Give the steps of the named stages (steps may be named, too), in their order."""
    named = {step for stage in stages for step in GROUPS.get(stage, (stage,))}
    return tuple([step for step in ALL_STAGES if step in named])


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
    if hits and "terms" in stages and "persons" in stages:
        hits += beside(scan, hits, knowledge)
    if knowledge.backends and "backends" in stages:
        hits = consult(hits, scan, knowledge, check)
    if "decoding" in stages:
        check()
        names = [name for name in stages if name in DECODED]
        hits += _decoded(scan, texts, knowledge, names)
    found: list[list[Hit]] = [[] for _ in texts]
    for hit in resolve(hits, knowledge.categories) if hits else ():
        i = scan.index(hit.start)
        found[i].append(_moved(hit, -scan.bounds(hit.start)[0]))
    return found


def _moved(hit: Hit, by: int) -> Hit:
    return Hit(hit.start + by, hit.end + by, *hit[2:]) if by else hit


def _decoded(scan: Scan, texts: Sequence[tuple[str, Place]], knowledge: Knowledge, stages: Sequence[str]) -> list[Hit]:
    """Items of the texts in other readings, and those whose pieces stand in several of them."""
    hits: list[Hit] = []
    seen = look(scan.view.text)
    guess = "terms" in stages and ((seen.leet and is_leet(scan.view, knowledge)) or is_ciphered(scan.view, knowledge))
    if seen.hidden or guess:
        for (text, place), (start, _, _) in zip(texts, scan.each(), strict=True):
            found = _hidden(text, place, knowledge, stages, MAX_NESTING, [MAX_READINGS]) if seen.hidden else []
            if guess:
                found += _guessed(text, place, knowledge, stages)
            hits += [_moved(hit, start) for hit in found]
    if seen.split:
        hits += _split(scan, texts, knowledge, stages)
    return hits


def _guessed(text: str, place: Place, knowledge: Knowledge, stages: Sequence[str]) -> list[Hit]:
    """Words and names of the readings that are guesswork; numbers don't count in them."""
    names = [name for name in stages if name in WORDS]
    return [hit for reading in guesses(text, knowledge) for hit in _read(text, place, knowledge, names, reading)]


def _hidden(text: str, place: Place, knowledge: Knowledge, stages: Sequence[str], depth: int, left: list[int]) -> list[Hit]:
    """Items in other readings of the text, at the original's spans; `encoding` tells the steps, outermost first. `left`: how many readings may be made."""
    found: list[Hit] = []
    for reading in readings(text):
        if left[0] <= 0:
            break
        left[0] -= 1
        found += _read(text, place, knowledge, stages, reading)
        found += _back(text, reading, _guessed(reading.text, place, knowledge, stages))
        if depth > 1:
            found += _back(text, reading, _hidden(reading.text, place, knowledge, stages, depth - 1, left))
    return found


def _read(text: str, place: Place, knowledge: Knowledge, stages: Sequence[str], reading: Reading) -> list[Hit]:
    return _back(text, reading, detect_all([(reading.text, place)], knowledge, stages)[0])


def _back(text: str, reading: Reading, hits: Sequence[Hit]) -> list[Hit]:
    """Give the hits of a reading where they stand in the text, but for those that stand there as they are (glued to a backslash they are not found)."""
    found: list[Hit] = []
    for hit in hits:
        start, end = reading.span(hit.start, hit.end)
        if (reading.name == "json" or text[start:end] != reading.text[hit.start : hit.end]) and hit.precision not in COARSE:
            found.append(hit._replace(start=start, end=end, encoding=(reading.name, *hit.encoding)))
    return found


def continued(text: str, place: Place, sent: Sequence[tuple[str, str]], knowledge: Knowledge, stages: Sequence[str]) -> list[Hit]:
    """The item that a short value completes with those which earlier calls sent under its field's name: the value is a piece of it."""
    before = [Piece(said, field, False, False) for field, said in sent if field == place.field]
    names = [name for name in stages if name in DECODED]
    for size in _RUNS:
        if size > len(before) + 1:
            continue
        window = [*before[1 - size :], Piece(text, place.field, place.number, place.evidence.sub in _TOLD)]
        for whole, parts in joined(window):
            if (parts[0].place, parts[-1].place) == (0, size - 1):
                for hit in detect(whole, place, knowledge, names):
                    if hit.start < parts[0].end and parts[-1].start < hit.end and hit.precision not in COARSE:
                        return [hit._replace(start=0, end=len(text), encoding=("split", *hit.encoding))]
    return []


def _split(scan: Scan, texts: Sequence[tuple[str, Place]], knowledge: Knowledge, stages: Sequence[str]) -> list[Hit]:
    """Items whose pieces are values of their own: each piece is one."""
    pieces = [Piece(text, place.field, place.number, place.evidence.sub in _TOLD) for text, place in texts]
    hits: list[Hit] = []
    bounds = [(start, end) for start, end, _ in scan.each()]
    for whole, parts in joined(pieces):
        for hit in detect(whole, texts[parts[0].place][1], knowledge, stages):
            over = [part for part in parts if part.start < hit.end and hit.start < part.end]
            if len(over) > 1 and hit.precision not in COARSE:
                hits += [hit._replace(start=bounds[p.place][0], end=bounds[p.place][1], encoding=("split", *hit.encoding)) for p in over]
    return hits
