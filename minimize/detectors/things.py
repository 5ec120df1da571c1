"""Names that are nobody's whom one deals with: of works and those who live in them, of things to have.

Must not be in here: the words that say so (data/people.yaml, data/terms/context.txt), how names are found (`persons`).
"""

from __future__ import annotations

import re
from typing import Final

from minimize.detectors.place import Place
from minimize.detectors.scan import Scan
from minimize.detectors.terms import is_looked_up, said_by
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.knowledge.people import People

_APPOSITION: Final = re.compile(r"(?:\s?[,:\u2013\u2014]\s?|\s-\s)([^.,;:!?\n\x00]{3,80})")
_COLOUR: Final = re.compile(r"\s?[(,:=]?\s?#[0-9A-Fa-f]{6}\b")
"""Behind a name that is one of a colour."""
_PEOPLE: Final = frozenset(["DI person", "R family", "QI occupation", "R relationship"])
_LONGEST: Final = 20
"""Words of a look-up; what is longer tells something."""
_BEFORE: Final = 30
_WITH: Final = frozenset(["with", "from", "mit", "von", "avec", "con", "com", "met", "z", "od", "\u0441", "\u043e\u0442", "ile"])


def is_of_a_thing(scan: Scan, hit: Hit, knowledge: Knowledge) -> bool:
    """Whether a name is that of a work, of somebody in it, of a thing."""
    place, people = scan.place(hit.start), knowledge.people
    if _COLOUR.match(scan.view.raw, hit.end):
        return True
    if "person" in place.hints:
        return place.field == "name" and said_by(place.tool, people.goods) and is_of_goods(place, people)
    around, bounds = scan.surroundings(knowledge), scan.bounds(hit.start)
    if is_looked_up(place, people):
        told = around.near("private", hit.start, bounds) or around.near("personal", hit.start, bounds)
        if not told and not _among_people(scan, hit, people) and around.near("works", hit.start, bounds) and scan.view.text.count(" ", *bounds) < _LONGEST:
            return True
    if _is_presented(scan, hit, knowledge):
        return True
    return is_of_goods(place, people) and not around.near("private", hit.start, bounds) and not _among_people(scan, hit, people)


def is_of_goods(place: Place, people: People) -> bool:
    """Whether a place is one for things to have, and nobody is dealt with there."""
    if not (said_by(place.tool, people.goods) or said_by(place.field, people.goods)):
        return False
    return not (said_by(place.tool, people.dealings) or said_by(place.field, people.dealings))


def is_kin_of_a_thing(scan: Scan, hit: Hit, knowledge: Knowledge) -> bool:
    """Whether a word for a relative is part of what a thing is called (`Uncle Ben's rice`): with a capital, among goods, nobody being spoken of."""
    place, raw = scan.place(hit.start), scan.view.raw
    owned = raw[hit.end : hit.end + 2] in ("'s", "\u2019s") and is_of_goods(place, knowledge.people)
    if not raw[hit.start].isupper() or not (owned or (raw[hit.end + 1 : hit.end + 2].isupper() and _is_of_goods_or_sought(place, knowledge.people))):
        return False
    around, bounds = scan.surroundings(knowledge), scan.bounds(hit.start)
    return not (around.near("personal", hit.start, bounds) or around.near("private", hit.start, bounds))


def _is_of_goods_or_sought(place: Place, people: People) -> bool:
    return is_of_goods(place, people) or is_looked_up(place, people)


def _among_people(scan: Scan, hit: Hit, people: People) -> bool:
    """Whether a word for people, or one of their company, stands right before a name."""
    before = _words_before(scan, hit)
    if not before:
        return False
    if before[-1] in people.kin and scan.view.raw[max(0, hit.start - _BEFORE) : hit.start].split()[-1][:1].isupper():
        return False
    return before[-1] in people.nouns or before[-1] in people.kin or before[-1] in _WITH


def _words_before(scan: Scan, hit: Hit) -> list[str]:
    low = scan.bounds(hit.start)[0]
    return scan.view.fold[max(low, hit.start - _BEFORE) : hit.start].rstrip(" :,\"'").split()


def _is_presented(scan: Scan, hit: Hit, knowledge: Knowledge) -> bool:
    """Whether a name is presented as one of a thing: `Meet Olivia, our softest sofa`, and nothing in what is said of it is somebody."""
    people = knowledge.people
    before = _words_before(scan, hit)
    if not any(" ".join(before[-n:]) in people.presenting for n in (1, 2)):
        return False
    said = _APPOSITION.match(scan.view.fold, hit.end)
    words = said[1].split() if said is not None else []
    if said is None or not (words[0] in people.determiners or " ".join(words[:2]) in people.determiners):
        return False
    if any(word in people.nouns or word in people.staff for word in words):
        return False
    items = scan.surroundings(knowledge).items
    return not any(said.start(1) <= i.start < said.end(1) and f"{i.section.category} {i.section.sub}" in _PEOPLE for i in items)
