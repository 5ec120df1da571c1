"""Evidence by field names: a value that is an item because of what its field is called, at a leaf or inside a text.

Must not be in here: the field names (data/fields.yaml).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from minimize.detectors.place import Place
from minimize.knowledge.fields import FieldWord
from minimize.knowledge.model import Knowledge
from minimize.knowledge.patterns import Hit
from minimize.knowledge.text import View

_SAYS_NOTHING: Final = frozenset(
    "none null nil n/a na no yes true false unknown undefined other any all default - -- ... tbd todo string prefer not to say not specified unspecified 0 1 "
    "keine keiner nein ja ninguno ninguna no aplica aucun aucune oui non nessuno nessuna nenhum nenhuma geen brak нет да なし 无 없음 لا".split()
) | {"prefer not to say", "not specified", "no known allergies", "nkda", "n.a.", "redacted", "[redacted]"}
_SEPARATOR: Final = re.compile(r"[\"'\u201d]?\s?(?:[:=\uff1a]|(?<=\w)=)\s?[\"'\u201c]?")
_KEY: Final = re.compile(r"[^\W_](?:[\w./-]*\w)?(?: [\w./-]+){0,3}$")
_VALUE: Final = re.compile(r"[^\"'\u201d&;,\n{}\[\]|<>\u3001\u3002\uff0c\uff1b]{1,160}")
MAX_PAIRS: Final = 4000
"""Key and value pairs looked at in one text."""


class Inner(NamedTuple):
    """A value inside a text whose key says something."""

    start: int
    end: int
    evidence: FieldWord


@lru_cache(maxsize=512)
def _shape(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)


def speaks(text: str, evidence: FieldWord) -> bool:
    """Whether a value (fold view, stripped) is what its field says, rather than a placeholder or something else."""
    if not text or text in _SAYS_NOTHING or len(text) > 600:
        return False
    return not evidence.shape or _shape(evidence.shape).fullmatch(text) is not None


def inner(view: View, knowledge: Knowledge) -> list[Inner]:
    """Find `key: value`, `key=value` and `"key": "value"` pairs whose key is a field name that says something."""
    text = view.raw
    if ":" not in text and "=" not in text:
        return []
    found: list[Inner] = []
    for count, separator in enumerate(_SEPARATOR.finditer(text)):
        if count >= MAX_PAIRS:
            break
        key = _KEY.search(text[max(0, separator.start() - 40) : separator.start()])
        if key is None:
            continue
        evidence = knowledge.fields.ending(key[0])
        if evidence.mode == "":
            continue
        value = _VALUE.match(text, separator.end())
        if value is not None:
            found.append(Inner(*_stripped(text, value.start(), value.end()), evidence))
    return found


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".)"):
        end -= 1
    return start, end


def whole(view: View, place: Place, knowledge: Knowledge) -> list[Hit]:
    """Values that are items by their field's name: the leaf itself, or a pair inside the text."""
    hits: list[Hit] = []
    if place.evidence.mode == "whole":
        start, end = _stripped(view.text, 0, len(view.text))
        if _is_item(view.fold[start:end], place.evidence):
            hits.append(_hit(start, end, place.evidence))
    for pair in place.inner:
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
