"""What the whole call and its conversation tell of names and numbers: what is private in one place is private in the others.

Names in records of the conversation (`Profile: ...`, `"name": ...`), names found elsewhere in the call, and numbers of the system prompt
that the user did not say are found again in the arguments, spaced out or not. Only open text, titles and ballast are searched: where a
kind needs a name or a number, it stays anyway.
Must not be in here: detection by pattern or lexicon (`detectors`), decisions.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from minimize.knowledge.phrases import Phrases
from minimize.model import Context, Finding
from minimize.needs import Sites
from minimize.paths import Document
from tool_registry.model import Use

_SEARCHED: Final = (Use.CONTENT, Use.LABEL, Use.BALLAST)
_READ: Final = 12_000
"""Code points of one message that are searched for records."""
_MOST: Final = 40
"""Names of one conversation, numbers of one conversation, names of one call."""
_SURE: Final = 0.85
"""Confidence from which a name of one place is looked for in the others."""
_SPACED: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_NUMBER: Final = re.compile(r"(?<![\w])[A-Z]{0,4}\d[\dA-Z]*(?:[ .\-/]?[\dA-Z]*\d[\dA-Z]*)*(?:[ -]?[A-Z]{1,2}(?![\w]))?")
_DATE: Final = re.compile(r"(?:19|20)\d\d[-./]\d\d?[-./]\d\d?|\d\d?[-./]\d\d?[-./](?:19|20)\d\d|(?:19|20)\d\d(?:[ /-](?:19|20)?\d\d)?")


def with_known(document: Document, sites: Sites, context: Context, findings: tuple[Finding, ...], phrases: Phrases) -> tuple[Finding, ...]:
    """Give the findings with those for known names and numbers; what was taken for something else there is no finding."""
    known = known_items(document, sites, context, findings, phrases)
    if not known:
        return findings
    covered: dict[str, list[tuple[int, int]]] = {}
    for item in known:
        covered.setdefault(item.pointer, []).append((item.start, item.end))
    return tuple(f for f in findings if f.in_key or not _overlaps(covered.get(f.pointer, ()), f.start, f.end)) + known


def known_items(document: Document, sites: Sites, context: Context, findings: Sequence[Finding], phrases: Phrases) -> tuple[Finding, ...]:
    """Give findings for known names and numbers where no other direct identifier stands."""
    texts = tuple(turn.text[:_READ] for turn in context.turns if turn.role != "assistant")
    system = tuple(turn.text[:_READ] for turn in context.turns if turn.role in ("system", "developer"))
    said = " ".join(turn.text[:_READ] for turn in context.turns if turn.role == "user")
    taken: dict[str, list[tuple[int, int]]] = {}
    for finding in findings:
        if finding.category == "DI":
            taken.setdefault(finding.pointer, []).append((finding.start, finding.end))
    own = _own_names(document, findings, phrases)
    patterns = [
        ("person", "conversation.name", _names(texts, phrases) if texts else None),
        ("number", "conversation.number", _numbers(system, said) if system else None),
        ("person", "call.name", _pattern(own) if own and _elsewhere(own, document, taken) else None),
    ]
    active = [(sub, detector, pattern) for sub, detector, pattern in patterns if pattern is not None]
    if not active:
        return ()
    out: list[Finding] = []
    for leaf in document.leaves:
        if not isinstance(leaf.value, str) or not leaf.value or sites.of(leaf.steps).need.use not in _SEARCHED:
            continue
        spans = sorted(taken.get(leaf.pointer, ()))
        for sub, detector, pattern in active:
            for match in pattern.finditer(leaf.value):
                start, end = match.span()
                if start < end and not _overlaps(spans, start, end):
                    out.append(Finding(leaf.pointer, start, end, "DI", sub, detector, 0.9))
                    spans = sorted((*spans, (start, end))) if len(spans) < _MOST else spans
    return tuple(out)


def _elsewhere(names: Sequence[str], document: Document, taken: Mapping[str, Sequence[tuple[int, int]]]) -> bool:
    """Whether a name may stand where nothing was found: most calls name a person once, and need no pattern made for it."""
    for leaf in document.leaves:
        if isinstance(leaf.value, str):
            spans = sorted(taken.get(leaf.pointer, ()))
            for name in names:
                at = leaf.value.find(name)
                while at >= 0:
                    if not _overlaps(spans, at, at + len(name)):
                        return True
                    at = leaf.value.find(name, at + len(name))
    return False


def _own_names(document: Document, findings: Sequence[Finding], phrases: Phrases) -> list[str]:
    """Full and family names that were found in one place of the call."""
    names: dict[str, None] = {}
    seen: set[str] = set()
    pointer, text = "", ""
    for finding in findings:
        if finding.sub != "person" or finding.in_key or finding.confidence < _SURE:
            continue
        if len(names) >= _MOST:
            break
        if finding.pointer != pointer:
            pointer = finding.pointer
            leaf = document.leaf(pointer)
            text = leaf.text if leaf is not None else ""
        name = text[finding.start : finding.end].strip(" .,")
        if name in seen:
            continue
        seen.add(name)
        if " " in name and len(name) <= 60 and _is_name(name, phrases):
            names.setdefault(name)
            last = name.rsplit(" ", 1)[1]
            if len(last) >= 4 and last.lower() not in phrases.hollow:
                names.setdefault(last)
    return list(names)


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
    return _pattern(found)


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    spaced = sorted((re.escape(name) for name in names if not _unspaced(name)), key=len, reverse=True)
    bare = sorted((re.escape(name) for name in names if _unspaced(name)), key=len, reverse=True)
    either = [*([rf"(?<!\w)(?:{'|'.join(spaced)})(?!\w)"] if spaced else []), *bare]
    return re.compile("|".join(either)) if either else None


@lru_cache(maxsize=256)
def _numbers(system: tuple[str, ...], said: str) -> re.Pattern[str] | None:
    """A pattern of the system prompt's long numbers that the user did not say, with or without separators."""
    spoken = _squeezed(said)
    found: dict[str, None] = {}
    for text in system:
        for match in _NUMBER.finditer(text):
            bare = _squeezed(match.group())
            digits = sum(c.isdigit() for c in bare)
            if digits >= 6 and len(bare) <= 24 and not _DATE.match(match.group()) and bare not in spoken:
                found.setdefault(bare)
            if len(found) >= _MOST:
                break
    if not found:
        return None
    gap = r"[\s.\-/\u200b]{0,2}"
    return re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(gap.join(map(re.escape, bare)) for bare in sorted(found, key=len, reverse=True))})(?![0-9A-Za-z])", re.I)


def _squeezed(text: str) -> str:
    return re.sub(r"[\s.\-/\u200b]", "", text).upper()


def _overlaps(spans: Sequence[tuple[int, int]], start: int, end: int) -> bool:
    """Whether one of the ascending spans, which do not overlap each other, touches a span."""
    at = bisect_left(spans, (end, end)) - 1
    return at >= 0 and start < spans[at][1]


def _is_name(name: str, phrases: Phrases) -> bool:
    words = _SPACED.findall(name)
    if not 1 <= len(words) <= 5 or any(word.lower() in phrases.stopwords["en"] for word in words):
        return False
    if _unspaced(name):
        return 2 <= len(name) <= 8
    capital = [word[0].isupper() or not word[0].isascii() for word in words]
    return capital[0] and all(big or len(word) <= 4 for big, word in zip(capital, words, strict=True))


def _parts(name: str, phrases: Phrases) -> list[str]:
    """Given and family names alone: long enough to be one, and no common word."""
    words = _SPACED.findall(name)
    if len(words) < 2 or _unspaced(name):
        return []
    return [word for word in words if len(word) >= 4 and word.lower() not in phrases.hollow and (word[0].isupper() or not word[0].isascii())]


def _unspaced(name: str) -> bool:
    return any("\u3040" <= c <= "\u9fff" or "\uac00" <= c <= "\ud7af" for c in name)
