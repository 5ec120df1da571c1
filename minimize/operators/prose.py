"""Take findings out of one free text: items out of a query, facts out of prose clause by clause, places down to the precision.

Must not be in here: which findings have to go, texts with a form of their own other than URLs inside them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from minimize.knowledge.model import Knowledge
from minimize.knowledge.phrases import Phrases
from minimize.model import Finding
from minimize.needs import Site
from minimize.operators.cutting import Piece, apply, clause, cut
from minimize.operators.location import coarsen
from minimize.operators.structured import url_pieces
from tool_registry.model import Use

ITEMS: Final = "cut:items"
"""In a decision's rules: cut items one by one, since clause by clause nothing would be left."""
REPHRASED: Final = "judge:rephrased"
"""In a decision's rules: the text reads as the judge worded it."""
CREDENTIAL: Final = "***"
"""Stands where a credential stood in prose or a log."""
_REMARK: Final = 160
"""Longest half of a remark in brackets."""
_APPOSITION: Final = re.compile(r"\s?[(（][^()（）\n]{1,60}[)）]")
"""What stands in brackets behind a person's name in a query tells of that person."""
_FACTS: Final = frozenset({"H", "F", "R", "B", "I", "Im", "Tp"})
"""Facts about a person. In prose the whole clause tells them, not the one word that a detector knows."""


def is_prose(site: Site, text: str) -> bool:
    """Whether a text consists of sentences rather than of search words or log lines."""
    return not site.query and site.need.use is not Use.EXECUTED and "\n\tat " not in text and text.count(" ") >= 3


def text_pieces(knowledge: Knowledge, text: str, findings: Sequence[Finding], precision: str | None, *, prose: bool) -> tuple[Piece, ...]:
    """Give the pieces that take findings out. Places get their coarser name, credentials a mark, query parameters of URLs go whole."""
    phrases: Phrases = knowledge.phrases
    fixed, left = url_pieces(text, [(f.start, f.end) for f in findings]) if "?" in text else ([], [])
    free = set(left)
    items: list[Piece] = []
    for finding in findings:
        start, end, new = finding.start, finding.end, ""
        if fixed and (start, end) not in free:
            continue
        if finding.category == "C":
            new = CREDENTIAL
        elif finding.category == "L":
            if precision not in (None, "exact", "none"):
                new = coarsen(text[start:end], precision or "city", knowledge.gazetteer, phrases) or ""
        elif not prose and finding.sub == "person" and (apposition := _APPOSITION.match(text, end)):
            end = apposition.end()
        elif prose and finding.category in _FACTS:
            start, end = clause(text, start, end)
        items.append((start, end, new))
    return cut(text, [*bracketed(text, items), *fixed], phrases) if items else tuple(fixed)


def left_over(knowledge: Knowledge, text: str, findings: Sequence[Finding], precision: str | None, *, prose: bool) -> str:
    """Give what a text is without findings, cut as `text_pieces` cuts them."""
    return apply(text, text_pieces(knowledge, text, findings, precision, prose=prose))


def bracketed(text: str, items: Sequence[Piece]) -> list[Piece]:
    """A remark in brackets goes whole when an item of it is cut."""
    out: list[Piece] = []
    for start, end, new in items:
        for opening, closing in (("(", ")"), ("（", "）")):
            left = text.rfind(opening, max(0, start - _REMARK), start)
            right = text.find(closing, end, end + _REMARK)
            if not new and left >= 0 and right >= 0 and closing not in text[left:start] and opening not in text[end:right]:
                start, end = left, right + 1
        out.append((start, end, new))
    return out
