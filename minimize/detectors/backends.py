"""Asks the detectors that were plugged in, of free text only, and weighs their word against what was found without them.

Must not be in here: a backend, loading one, its time budget (whoever loads it bounds it).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from minimize.detectors.resolve import COARSE
from minimize.detectors.scan import Scan
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.model import Backend

MOST_TEXTS: Final = 16
"""Texts of one call that a backend is shown."""
_WORDS: Final = re.compile(r"[^\W\d_]+[^\w\n]+[^\W\d_]+[^\w\n]+[^\W\d_]|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]{4}")
"""Three words in a row, or a run of a script that puts no space between them: what models of running text know how to read."""
_SURE: Final = 0.97
"""Most that agreement makes of a finding's confidence."""


def is_free_text(text: str) -> bool:
    """Whether a text is written for people."""
    return _WORDS.search(text) is not None


def consult(hits: list[Hit], scan: Scan, knowledge: Knowledge, check: Callable[[], None]) -> list[Hit]:
    """Give the hits with what each backend says of them, and with what it adds. `check` runs before each text."""
    for backend in knowledge.backends:
        for count, (start, end) in enumerate(_free(scan, backend.max_length)):
            if count >= MOST_TEXTS:
                break
            check()
            hits = _weighed(hits, _said(backend, scan.view.raw[start:end], start, knowledge), backend.mode == "add")
    return hits


def _free(scan: Scan, longest: int) -> list[tuple[int, int]]:
    raw = scan.view.raw
    return [(start, end) for start, end, place in scan.each() if not place.number and 0 < end - start <= longest and is_free_text(raw[start:end])]


def _said(backend: Backend, text: str, offset: int, knowledge: Knowledge) -> list[Hit]:
    """What a backend finds, as far as it makes sense: spans inside the text, categories that there are."""
    said: list[Hit] = []
    for start, end, category, sub, confidence in backend.find(text):
        if 0 <= start < end <= len(text) and category in knowledge.categories and backend.min_confidence <= confidence <= 1.0:
            said.append(Hit(start + offset, end + offset, category, sub, confidence, f"backend.{backend.name}"))
    return said


def _weighed(hits: list[Hit], said: list[Hit], adds: bool) -> list[Hit]:
    if not said:
        return hits
    out: list[Hit] = []
    for hit in hits:
        agreed = [s for s in said if s.category == hit.category and s.start < hit.end and hit.start < s.end]
        out.append(hit._replace(confidence=min(_SURE, max(hit.confidence, *[s.confidence for s in agreed]))) if agreed and hit.confidence < _SURE else hit)
    if adds:
        out += [s for s in said if not any(s.start < h.end and h.start < s.end and h.precision not in COARSE for h in hits)]
    return out
