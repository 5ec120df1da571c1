"""Evidence by field names: a value that is an item because of what its field is called, at a leaf or inside a text.

Must not be in here: the field names (data/fields.yaml).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from minimize.detectors.pairs import stripped
from minimize.detectors.scan import Scan
from minimize.knowledge.fields import FieldWord
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit

_SAYS_NOTHING: Final = frozenset(
    [
        "none",
        "null",
        "nil",
        "n/a",
        "na",
        "no",
        "yes",
        "true",
        "false",
        "unknown",
        "undefined",
        "other",
        "any",
        "all",
        "default",
        "-",
        "--",
        "...",
        "tbd",
        "todo",
        "string",
        "prefer",
        "not",
        "to",
        "say",
        "not",
        "specified",
        "unspecified",
        "0",
        "1",
        "keine",
        "keiner",
        "nein",
        "ja",
        "ninguno",
        "ninguna",
        "no",
        "aplica",
        "aucun",
        "aucune",
        "oui",
        "non",
        "nessuno",
        "nessuna",
        "nenhum",
        "nenhuma",
        "geen",
        "brak",
        "нет",
        "да",
        "なし",
        "无",
        "없음",
        "لا",
    ]
) | {"prefer not to say", "not specified", "no known allergies", "nkda", "n.a.", "redacted", "[redacted]"}


@lru_cache(maxsize=512)
def _shape(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)


def speaks(text: str, evidence: FieldWord) -> bool:
    """Whether a value (fold view, stripped) is what its field says, rather than a placeholder or something else."""
    if not text or text in _SAYS_NOTHING or len(text) > 600:
        return False
    return not evidence.shape or _shape(evidence.shape).fullmatch(text) is not None


def whole(scan: Scan, knowledge: Knowledge) -> list[Hit]:
    """Values that are items by their field's name: the leaf itself, or a pair inside the text."""
    hits: list[Hit] = []
    view = scan.view
    for begin, stop, place in scan.each():
        if place.evidence.mode == "whole":
            start, end = stripped(view.text, begin, stop)
            if _is_item(view.fold[start:end], place.evidence):
                hits.append(_hit(start, end, place.evidence))
    for pair in scan.inner(knowledge):
        if pair.evidence.mode == "whole" and _is_item(view.fold[pair.start : pair.end], pair.evidence):
            hits.append(_hit(pair.start, pair.end, pair.evidence))
    return hits


def _is_item(text: str, evidence: FieldWord) -> bool:
    if not speaks(text, evidence):
        return False
    if evidence.sub == "person":
        return 2 <= len(text) <= 60 and not any(c.isdigit() for c in text) and not set(text) & set("@{}[]<>=_/\\|:;*#") and text.count(" ") <= 5
    return text[0] not in "{[" or evidence.category == "C"


def _hit(start: int, end: int, evidence: FieldWord) -> Hit:
    return Hit(start, end, evidence.category, evidence.sub, evidence.confidence, f"field.{evidence.sub}", evidence.precision)
