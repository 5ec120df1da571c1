"""Candidates for carrying out one decision, best first: what could stand in the arguments instead.

The order is WIRE.md's: optional -> remove; nullable -> null; string -> a generalisation or substitute; number -> within its range; array
item -> remove; an object of alternatives -> a coarser alternative. Nothing here validates; `rewrite` tries one after the other.
Must not be in here: decisions, validation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any

from minimize.detectors.pictures import DETECTOR
from minimize.knowledge.model import Knowledge
from minimize.knowledge.phrases import Phrases
from minimize.model import Decision, Disposition
from minimize.needs import Site, Sites
from minimize.operators.cutting import apply
from minimize.operators.generalise import generalised
from minimize.operators.pictures import without_metadata
from minimize.operators.prose import ITEMS, REPHRASED, is_prose, text_pieces
from minimize.operators.standins import acts_on, limits, number_standins, text_standins
from minimize.operators.structured import json_without
from minimize.operators.wording import neutral_title, thing
from minimize.paths import Document, Drop, Edit, Leaf, Put, Rename, Splice
from minimize.pointers import join, split
from minimize.schema import Place, SchemaView
from tool_registry.model import Use

MAX_BELOW = 60
"""Values of a container up to which they are tried one by one."""
MAX_SUBSETS = 64
"""Subsets of an object's members that are tried as a coarser alternative."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Edits that carry a decision out, and what that amounts to."""

    edits: tuple[Edit, ...]
    disposition: Disposition
    around: tuple[str, ...] | None = None
    """The object that changed its form, where more than the decision's own place was edited."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What the rewriting of one call has at hand."""

    document: Document
    view: SchemaView
    sites: Sites
    knowledge: Knowledge
    language: Callable[[], str]
    """Language of the conversation, where a value does not tell its own."""
    accepts: Callable[[Any], bool]
    """Whether the schema accepts an instance in place of the original."""
    rephrased: Mapping[str, str] = field(default_factory=dict)
    """By pointer: the wording of a judge, for decisions that say so."""

    @property
    def phrases(self) -> Phrases:
        """The packaged phrases."""
        phrases: Phrases = self.knowledge.phrases
        return phrases

    def language_of(self, text: str) -> str:
        """Language of a value, the conversation's where it does not tell."""
        return self.phrases.language(text, self.language())


def candidates(desk: Desk, decision: Decision) -> Iterator[Candidate]:
    """Give what could be done for a decision, best first; only `disposition.changes` ones have any."""
    steps = split(decision.pointer)
    leaf = desk.document.leaf(decision.pointer)
    if decision.findings and decision.findings[0].in_key and decision.disposition is Disposition.SUBSTITUTE:
        yield from _renamed(desk, steps)
        return
    if leaf is None:
        yield from _container(desk, decision, steps)
        return
    site = desk.sites.of(steps)
    match decision.disposition:
        case Disposition.GENERALISE | Disposition.TRUNCATE if not decision.whole:
            yield from _cut(desk, decision, leaf, site)
        case Disposition.GENERALISE | Disposition.TRUNCATE:
            yield from _generalised(desk, decision, leaf, site)
            yield from _gone(desk, leaf, site)
        case Disposition.SUBSTITUTE:
            yield from _retitled(desk, decision, leaf, site)
        case _:
            yield from _gone(desk, leaf, site)


def _gone(desk: Desk, leaf: Leaf, site: Site) -> Iterator[Candidate]:
    """The value goes: out, null, a coarser alternative, a stand-in."""
    pointer = leaf.pointer
    place = desk.view.place(desk.document.root, leaf.steps)
    if not place.required:
        yield Candidate((Drop(pointer),), Disposition.REMOVE)
    if place.nullable:
        yield Candidate((Put(pointer, None),), Disposition.REMOVE)
    if place.required and len(leaf.steps) > 1:
        yield from _alternatives(desk, leaf.steps)
    built = site.need.use is Use.PAYLOAD and site.named is not False  # what a payload is for, nothing stands in for
    looks_up = desk.sites.spec.kind.base == "lookup"  # nothing is done to or for whom a lookup names
    if (looks_up or not acts_on(site.role)) and not built:
        for value in _standins(desk, leaf, site, place):
            yield Candidate((Put(pointer, value),), Disposition.SUBSTITUTE)


def _standins(desk: Desk, leaf: Leaf, site: Site, place: Place) -> Iterator[Any]:
    allowed = limits(place)
    if isinstance(leaf.value, str):
        yield from text_standins(leaf.value, site.role, desk.language_of(leaf.value), desk.phrases, allowed)
    elif leaf.literal and isinstance(leaf.value, int | float):
        yield from number_standins(leaf.value, allowed, isinstance(leaf.value, int))


def _alternatives(desk: Desk, steps: tuple[str, ...]) -> Iterator[Candidate]:
    """The object around a required member without it, and without others where the schema's alternatives want that."""
    around = steps[:-1]
    value = desk.document.value(join(around))
    if not isinstance(value, dict):
        return
    others = [key for key in value if key != steps[-1]]
    subsets = [kept for size in range(len(others), 0, -1) for kept in islice(combinations(others, size), MAX_SUBSETS)][:MAX_SUBSETS]
    needed = desk.sites.of(steps).need.precision
    exact = {key for key in others if desk.sites.of((*around, key)).role == needed}
    for kept in sorted(subsets, key=lambda kept: not exact.intersection(kept)):
        drops = tuple(Drop(join((*around, key))) for key in value if key not in kept)
        yield Candidate(drops, Disposition.GENERALISE, around)


def _container(desk: Desk, decision: Decision, steps: tuple[str, ...]) -> Iterator[Candidate]:
    """An object or array goes as a whole: out, null, empty, or value by value."""
    place = desk.view.place(desk.document.root, steps)
    value = desk.document.value(decision.pointer)
    if not place.required:
        yield Candidate((Drop(decision.pointer),), Disposition.REMOVE)
    if place.nullable:
        yield Candidate((Put(decision.pointer, None),), Disposition.REMOVE)
    yield Candidate((Put(decision.pointer, {} if isinstance(value, dict) else []),), Disposition.REMOVE)
    yield from _value_by_value(desk, steps)


def _value_by_value(desk: Desk, top: tuple[str, ...]) -> Iterator[Candidate]:
    """Each value below goes in its first way that the schema takes beside the others."""
    below = [leaf for leaf in desk.document.leaves if leaf.steps[: len(top)] == top and leaf.value is not None]
    if len(below) > MAX_BELOW:
        return
    edits: list[Edit] = []
    for leaf in below:
        for candidate in _gone(desk, leaf, desk.sites.of(leaf.steps)):
            trial = (*edits, *candidate.edits)
            if _stands(desk, trial):
                edits = list(trial)
                break
    if edits:
        yield Candidate(tuple(edits), Disposition.SUBSTITUTE)


def _stands(desk: Desk, edits: Sequence[Edit]) -> bool:
    try:
        return desk.accepts(Document.parse(desk.document.edit(edits), max_depth=10_000, max_bytes=1 << 40).root)
    except (ValueError, KeyError):
        return False


def _renamed(desk: Desk, steps: tuple[str, ...]) -> Iterator[Candidate]:
    pointer = join(steps)
    for number in range(1, 10):
        yield Candidate((Rename(pointer, f"item_{number}"),), Disposition.SUBSTITUTE)
    yield Candidate((Drop(pointer),), Disposition.REMOVE)


def _generalised(desk: Desk, decision: Decision, leaf: Leaf, site: Site) -> Iterator[Candidate]:
    for value in generalised(leaf, site, decision.findings, decision.findings, desk.knowledge, desk.phrases) or ():
        yield Candidate((Put(leaf.pointer, value),), decision.disposition)


def _retitled(desk: Desk, decision: Decision, leaf: Leaf, site: Site) -> Iterator[Candidate]:
    place = desk.view.place(desk.document.root, leaf.steps)
    if isinstance(leaf.value, str) and site.need.use is Use.LABEL:
        what = thing(desk.sites.spec.kind.name, site.role)
        language = desk.language_of(leaf.value)
        title = neutral_title(leaf.value, decision.findings, what, language, desk.phrases, (place.min_length, place.max_length))
        yield Candidate((Put(leaf.pointer, title),), Disposition.SUBSTITUTE)
    yield from _gone(desk, leaf, site)


def _without_metadata(desk: Desk, decision: Decision, leaf: Leaf, site: Site) -> Iterator[Candidate]:
    """Pictures stay, what their files tell goes; a picture that cannot be walked goes with it."""
    made = [(f, without_metadata(leaf.text, f.start, f.end)) for f in decision.findings]
    if all(new is not None for _, new in made):
        yield Candidate((Splice(leaf.pointer, tuple([(f.start, f.end, new or "") for f, new in made])),), decision.disposition)
    yield from _gone(desk, leaf, site)


def _cut(desk: Desk, decision: Decision, leaf: Leaf, site: Site) -> Iterator[Candidate]:
    """Items go out of the text; where the text has a form of its own, within that form."""
    if not isinstance(leaf.value, str):
        yield from _gone(desk, leaf, site)
        return
    text = leaf.value
    if REPHRASED in decision.rules and leaf.pointer in desk.rephrased:
        yield Candidate((Put(leaf.pointer, desk.rephrased[leaf.pointer]),), decision.disposition)
    if decision.findings[0].detector.startswith(DETECTOR):
        yield from _without_metadata(desk, decision, leaf, site)
        return
    spans = [(f.start, f.end) for f in decision.findings]
    reduced = json_without(text, spans)
    if reduced:
        yield Candidate((Put(leaf.pointer, reduced),), decision.disposition)
    elif reduced is not None:
        yield from _gone(desk, leaf, site)  # JSON that cannot be edited as JSON goes whole
    else:
        pieces = text_pieces(desk.knowledge, text, decision.findings, decision.precision, prose=ITEMS not in decision.rules and is_prose(site, text))
        if apply(text, pieces).strip():
            yield Candidate((Splice(leaf.pointer, pieces),), decision.disposition)
    yield from _gone(desk, leaf, site)
