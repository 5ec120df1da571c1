"""Values inside a text whose keys say something: `key: value`, `key=value`, `"key": "value"`.

Must not be in here: what keys say (data/fields.yaml) and what follows from it (`fields`, `suppress`).
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from minimize.knowledge.fields import FieldWord, FieldWords
from minimize.knowledge.text import View

_SEPARATOR: Final = re.compile(r"[\"'\u201d]?\s?(?:(?<!\W\d\d)(?<!T\d\d)[:=\uff1a]|(?<=\w)=)\s?[\"'\u201c]?")
"""Not the colon of a time of day."""
_KEY: Final = re.compile(r"[^\W_](?:[\w./-]*\w)?(?: [\w./-]+){0,3}$")
_VALUE: Final = re.compile(r"[^\"'\u201d&;,\n{}\[\]|<>\u3001\u3002\uff0c\uff1b]{1,160}")
MAX_ROWS: Final = 1000
LONGEST_NAME: Final = 40
"""Characters of a column's name."""
MAX_PAIRS: Final = 4000
"""Key and value pairs looked at in one text."""


class Inner(NamedTuple):
    """A value inside a text whose key says something."""

    start: int
    end: int
    evidence: FieldWord


def inner(view: View, fields: FieldWords) -> list[Inner]:
    """Find `key: value`, `key=value` and `"key": "value"` pairs whose key is a field name that says something."""
    text = view.raw
    found: list[Inner] = []
    if ":" not in text and "=" not in text:
        return found
    for count, separator in enumerate(_SEPARATOR.finditer(text)):
        if count >= MAX_PAIRS:
            break
        key = _KEY.search(text[max(0, separator.start() - 40) : separator.start()])
        if key is None:
            continue
        evidence = fields.ending(key[0])
        if evidence.mode == "":
            continue
        value = _VALUE.match(text, separator.end())
        if value is not None:
            found.append(Inner(*stripped(text, value.start(), value.end()), evidence))
    return found


def stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """Give the span without blanks around it and a full stop or bracket after it."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".)"):
        end -= 1
    return start, end


def columns(text: str, fields: FieldWords) -> list[Inner]:
    """Find the values of a table with a heading line (comma, semicolon or tab), for headings that say something."""
    heading, _, rest = text.partition("\n")
    mark = next((m for m in ("\t", ";", ",") if heading.count(m) >= 2), "")
    if not mark or len(heading) > 600 or "{" in heading:
        return []
    names = [name.strip(" \"'") for name in heading.split(mark)]
    first = next((line for line in rest.split("\n", 3)[:3] if line.strip()), "")
    if max(map(len, names)) > LONGEST_NAME or first.count(mark) < len(names) - 1:
        return []  # prose with commas is no table
    said = [fields.of(name) for name in names]
    if sum(word.mode in ("whole", "hint") for word in said) < 2:
        return []
    found: list[Inner] = []
    at = len(heading) + 1
    for line in rest.split("\n")[:MAX_ROWS]:
        begin = at
        for word, cell in zip(said, line.split(mark), strict=False):
            if word.mode and cell.strip():
                lead = len(cell) - len(cell.lstrip(" \"'"))
                found.append(Inner(begin + lead, begin + len(cell.rstrip(" \"'\r")), word))
            begin += len(cell) + 1
        at += len(line) + 1
    return [pair for pair in found if pair.start < pair.end]
