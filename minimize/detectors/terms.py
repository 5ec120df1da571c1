"""Words and phrases of the hand-written lexicons, judged in their context and widened to the name that they head.

Must not be in here: the words (data/terms).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from minimize.detectors.place import Place
from minimize.detectors.scan import Scan
from minimize.detectors.surroundings import Surroundings
from minimize.knowledge.fields import words_of
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.knowledge.people import People
from minimize.knowledge.terms import TermHit
from minimize.knowledge.text import View, is_cjk

_KIN_NOT: Final = re.compile(
    r"^(?:'s)? (?:day|days|board|boards|tongue|nature|company|companies|ship|language|node|process|city|cities|jeans|jokes?|printer|site|element|class|"
    r"category|account|theresa|goose|earth|of the bride|of pearl|issue|ticket|task|page|directory|in arms|figure|christmas|time|knows best|"
    r"lode|and orphan|drivers?|noel|project|product|brand|printers?|sewing machine|[a-z]{2,4}-?[a-z]?\d{3,}\w*|m\d{1,2}|de la (?:placa|tarjeta)|"
    r"van (?:de|een) (?:schroef|bout)|mit unterleg)\b|^board|^'s day"
)
_KIN_NOT_BEHIND: Final = re.compile(r"\b(?:carte|scheda|placa|cellule|celula|lingua|langue|lengua|maison|casa|nave|nodo|noeud|classe|clase|knoten) $")
"""Before a word for a relative that is one for a thing (`carte mère`)."""
_COMPOUND: Final = re.compile(r"-(?!in-law)[^\W\d_]")
"""Behind a word for somebody that is part of one for a thing (`Kellner-Knopf`, `Tochter-Firma`)."""
_RIGHT_WORD: Final = re.compile(r"\s([^\s,;:!?()\"]+)")
_LINK: Final = frozenset(
    [
        "of",
        "de",
        "la",
        "le",
        "du",
        "des",
        "da",
        "do",
        "dos",
        "della",
        "di",
        "del",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "van",
        "von",
        "the",
        "and",
        "&",
        "y",
        "e",
        "et",
        "in",
        "am",
        "an",
        "für",
        "fur",
        "for",
        "st",
        "st.",
        "ste",
        "sainte",
        "saint",
        "san",
        "santa",
    ]
)
_LEFT_LINK: Final = frozenset(
    ["of", "de", "la", "le", "du", "des", "da", "do", "dos", "della", "di", "st", "ste", "saint", "sainte", "san", "santa", "&", "y", "e"]
)
_LOWER_STOP: Final = frozenset(
    [
        "at",
        "to",
        "from",
        "near",
        "in",
        "the",
        "a",
        "my",
        "our",
        "his",
        "her",
        "for",
        "by",
        "on",
        "visit",
        "nearest",
        "best",
        "book",
        "find",
        "is",
        "was",
        "and",
        "or",
        "with",
        "this",
        "that",
        "next",
        "new",
    ]
)
_KO_ENDS: Final = frozenset("\ud55c\ub294\uc740\uc744\ub97c\uc758\uc5d0\uc11c\uace0\uba70\uac00\uc774\ub3c4\ub85c\uc640\uacfc\ub420\ud560\ub41c\uc778")
"""Last syllables of Korean words that are no part of the name behind them."""
_CJK_STOP: Final = frozenset("のはにでとへをがも、。，；：在去到从往是和了我他她的找查预约到给於从이가을를은는에서의도 ")


def terms(scan: Scan, knowledge: Knowledge) -> list[Hit]:
    """Find the words of all lexicons that hold in their context."""
    around = scan.surroundings(knowledge)
    hits = [_hit(scan, item, around, knowledge.people) for item in around.items]
    return [hit for hit in hits if hit is not None]


@lru_cache(maxsize=1024)
def said_by(name: str, words: frozenset[str]) -> bool:
    """Whether the name of a tool or a field has one of the words."""
    return any(word in words for word in words_of(name))


def _hit(scan: Scan, item: TermHit, around: Surroundings, people: People) -> Hit | None:
    section, start, end = item.section, item.start, item.end
    view, bounds = scan.view, scan.bounds(start)
    personal = around.near("personal", start, bounds)
    if not personal and section.need in ("specific", "kin", "named") and _is_a_topic(scan.place(start), start, bounds, around, people):
        return None
    if (section.need == "personal" and not personal) or section.need == "beside":
        return None
    if section.sub in ("occupation", "family", "specialist") and _COMPOUND.match(view.fold, end):
        return None
    if section.need == "kin" and (_KIN_NOT.match(view.fold[end : end + 24]) or _KIN_NOT_BEHIND.search(view.fold[max(0, start - 10) : start])):
        return None
    if section.extend:
        wide = _named(view, start, end)
        if section.need == "named" and wide == (start, end) and not (personal and section.category == "H"):
            return None
        start, end = wide
    return Hit(start, end, section.category, section.sub, section.confidence, f"term.{section.id}", section.precision)


def _is_a_topic(place: Place, at: int, bounds: tuple[int, int], around: Surroundings, people: People) -> bool:
    """Whether what stands around a word, or the place, says that it is spoken of in general."""
    if around.near("general", at, bounds) or said_by(place.tool, people.general):
        return True
    return is_looked_up(place, people) and (around.near("topics", at, bounds) or around.near("works", at, bounds))


def is_looked_up(place: Place, people: People) -> bool:
    """Whether something is looked up at a place, not told."""
    return said_by(place.tool, people.lookups) or said_by(place.field, people.lookups)


def _named(view: View, start: int, end: int) -> tuple[int, int]:
    """Widen the head of a facility to the proper name that it belongs to."""
    raw = view.raw
    if is_cjk(raw[start]) or "\uac00" <= raw[start] <= "\ud7a3":
        return _named_unspaced(raw, start), end
    left = _left(view, start)
    right = _right(raw, end) if left == start or raw[start].isupper() else end
    return left, right


def _named_unspaced(raw: str, start: int) -> int:
    at = start
    hangul = "\uac00" <= raw[start] <= "\ud7a3"
    while at > max(0, start - 14):
        char = raw[at - 1]
        if hangul and char == " " and at == start and at >= 2 and "\uac00" <= raw[at - 2] <= "\ud7a3" and raw[at - 2] not in _KO_ENDS:
            at -= 1
            continue
        if char in _CJK_STOP or not (is_cjk(char) or "\uac00" <= char <= "\ud7a3" or (char.isascii() and char.isalnum())):
            break
        at -= 1
    return at + 1 if at < start and raw[at] == " " else at


def _left(view: View, start: int) -> int:
    """Where the proper name before a head begins: words with capitals, links between them; without capitals, back to a preposition."""
    raw, fold = view.raw, view.fold
    best = at = start
    lower: list[int] = []
    for _ in range(6):
        if at < 2 or raw[at - 1] != " ":
            break
        begin = max(raw.rfind(mark, max(0, at - 40), at - 1) for mark in ' \n("/') + 1
        word = raw[begin : at - 1]
        if not word or word[-1] in ",;:!?)":
            break
        plain = word.rstrip(".").lower()
        if plain in _LEFT_LINK and at < start:
            at = begin
            continue
        if word[-1] == "." and plain not in ("st", "dr", "mt", "ste"):
            break
        if word[0].isupper() or (word[0].isdigit() and len(word) <= 4):
            best = at = begin
            lower.clear()
            continue
        if best == start and fold[begin : at - 1] not in _LOWER_STOP and word.isalpha() and len(lower) < 3:
            lower.append(begin)
            at = begin
            continue
        if lower and best == start and fold[begin : at - 1] in ("at", "to", "from", "near", "the"):
            best = lower[-1]
        break
    return best


def _right(raw: str, end: int) -> int:
    best = at = end
    for _ in range(6):
        match = _RIGHT_WORD.match(raw, at)
        if match is None:
            break
        word = match[1].rstrip(".")
        if word.lower() in _LINK:
            at = match.end()
            continue
        if not word or not word[0].isupper():
            break
        at = best = match.start(1) + len(word)
        if match[1].endswith(".") and len(word) > 2:
            break
    return best
