"""A second look at names with what only the whole call tells.

Names that the conversation itself gives away (`Profile: ...`, `"name": ...`) are found again in the arguments: a detector may not know a
name, the record in the system prompt or a tool result says that it is one. Only open text, labels and ballast are searched: where a kind
needs a name, it stays anyway. And a town that is called like a person is no person in a field for places.
Must not be in here: detection by pattern or lexicon (`detectors`), decisions.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from minimize.knowledge.model import Places
from minimize.knowledge.phrases import Phrases
from minimize.model import Context, Finding
from minimize.needs import Site, Sites
from minimize.operators.location import MAX_PLACE, apart
from minimize.paths import Document
from minimize.pointers import split
from tool_registry.model import Use

_SEARCHED: Final = (Use.CONTENT, Use.LABEL, Use.BALLAST)
_READ: Final = 12_000
"""Code points of one message that are searched for records."""
_MOST: Final = 40
"""Names of one conversation."""
_SPACED: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")


def without_towns(document: Document, sites: Sites, findings: tuple[Finding, ...], places: Places) -> tuple[Finding, ...]:
    """Give the findings without the persons in fields for places that do not stand apart from the address."""
    doubtful = {f.pointer for f in findings if f.sub == "person" and _for_places(sites.of(split(f.pointer)))}
    if not doubtful:
        return findings
    texts = {pointer: leaf.text for pointer in doubtful if (leaf := document.leaf(pointer)) is not None and len(leaf.text) <= MAX_PLACE}
    return tuple(f for f in findings if f.sub != "person" or f.pointer not in texts or apart(texts[f.pointer], f.start, f.end, places))


def _for_places(site: Site) -> bool:
    return site.need.use is Use.PAYLOAD and site.ladder == "location"


def with_names(document: Document, sites: Sites, context: Context, findings: tuple[Finding, ...], phrases: Phrases) -> tuple[Finding, ...]:
    """Give the findings with those for the conversation's names; what was taken for something else there is no finding."""
    names = known_names(document, sites, context, findings, phrases)
    if not names:
        return findings
    covered: dict[str, list[tuple[int, int]]] = {}
    for name in names:
        covered.setdefault(name.pointer, []).append((name.start, name.end))
    return tuple(f for f in findings if f.in_key or not _overlaps(covered.get(f.pointer, ()), f.start, f.end)) + names


def known_names(document: Document, sites: Sites, context: Context, findings: Sequence[Finding], phrases: Phrases) -> tuple[Finding, ...]:
    """Give findings for the conversation's names where no other direct identifier stands."""
    names = _names(tuple(turn.text[:_READ] for turn in context.turns if turn.role != "assistant"), phrases)
    if names is None:
        return ()
    taken: dict[str, list[tuple[int, int]]] = {}
    for finding in findings:
        if finding.category == "DI":
            taken.setdefault(finding.pointer, []).append((finding.start, finding.end))
    out: list[Finding] = []
    for leaf in document.leaves:
        if not isinstance(leaf.value, str) or sites.of(leaf.steps).need.use not in _SEARCHED:
            continue
        spans = sorted(taken.get(leaf.pointer, ()))
        for match in names.finditer(leaf.value):
            start, end = match.span()
            if not _overlaps(spans, start, end):
                out.append(Finding(leaf.pointer, start, end, "DI", "person", "conversation.name", 0.9))
    return tuple(out)


def _overlaps(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether one of the ascending spans, which do not overlap each other, touches a span."""
    at = bisect_left(spans, (end, end)) - 1
    return at >= 0 and start < spans[at][1]


@lru_cache(maxsize=256)
def _names(texts: tuple[str, ...], phrases: Phrases) -> re.Pattern[str] | None:
    """A pattern of all names in the records of a conversation, longest first; None if there are none."""
    found: dict[str, None] = {}
    for text in texts:
        for match in phrases.profile.finditer(text):
            name = match.group(1).strip(" \t\"'»”’")
            if _is_name(name, phrases):
                found.setdefault(name)
                for part in _parts(name, phrases):
                    found.setdefault(part)
            if len(found) >= _MOST:
                break
    if not found:
        return None
    spaced = [re.escape(name) for name in found if name[-1].isascii() or not _unspaced(name)]
    bare = [re.escape(name) for name in found if _unspaced(name)]
    longest = sorted(spaced, key=len, reverse=True)
    either = [*([rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)"] if longest else []), *sorted(bare, key=len, reverse=True)]
    return re.compile("|".join(either))


def _is_name(name: str, phrases: Phrases) -> bool:
    words = _SPACED.findall(name)
    if not 1 <= len(words) <= 5 or any(word.lower() in phrases.stopwords["en"] for word in words):
        return False
    if _unspaced(name):
        return 2 <= len(name) <= 8
    return all(word[0].isupper() or not word[0].isascii() or len(word) <= 4 for word in words) and (words[0][0].isupper() or not words[0][0].isascii())


def _parts(name: str, phrases: Phrases) -> list[str]:
    """Given and family names alone: long enough to be one, and no common word."""
    words = _SPACED.findall(name)
    if len(words) < 2 or _unspaced(name):
        return []
    return [word for word in words if len(word) >= 4 and word.lower() not in phrases.hollow and (word[0].isupper() or not word[0].isascii())]


def _unspaced(name: str) -> bool:
    return any("\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in name)
