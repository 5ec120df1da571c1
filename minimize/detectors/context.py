"""Values in the text of a delegation that a tool's `x-required-context` does not name: `Account number: XKRT20481234`, `Visits: ['...']`.

A value counts as data by its form (a code, a list), and what it is by the words before it; so nothing has to be known of the field.
Must not be in here: which items of known kinds the list covers (`needs`), cutting.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from minimize.knowledge.fields import words_of
from minimize.knowledge.patterns import Hit

CONTEXT_FIELD: Final = "context_field"
_CODE: Final = re.compile(r"(?<![\w/.@#-])(?=[A-Z0-9_-]*[A-Z])(?=[A-Z0-9_-]*\d)[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)*(?![\w/@-]|\.\w)")
_SHORTEST: Final = 8
_LIST: Final = re.compile(r"\[\s*(?:'[^'\n]{0,120}'|\"[^\"\n]{0,120}\")(?:\s*,\s*(?:'[^'\n]{0,120}'|\"[^\"\n]{0,120}\")){0,40}\s*\]")
_LINE: Final = re.compile(r"^[ \t]*(?:[-*•]|\d{1,3}[.)])?[ \t]*[*_`\"]*([^\W\d_][^\n:*`]{1,40})[*_`\"]*[ \t]*:[*_ \t]*([^\n]{2,200})$", re.MULTILINE)
_BEFORE: Final = 60
"""Code points before a value in which its name is looked for."""
_WORDS: Final = 6
"""Words of it that count."""
_CLAUSE: Final = re.compile(r"[\n;.!?](?=\s|$)|\n")
_ORDINARY: Final = frozenset({"the", "of", "a", "an", "real", "for", "is", "to", "in", "with"})
_TOLD: Final = frozenset({"note", "notes", "strategy", "rating", "history", "assessment", "evaluation", "score"})
"""Last words of names whose values are what others think or know of a person."""
_MOST: Final = 400
"""Values of one text that are looked at."""
_MASKED: Final = re.compile(r"[*•x]{2,} ?\d{2,6}\W*$")
_PARTLY: Final = frozenset({"last", "ending", "masked"})


def masked(value: str, named: Sequence[str]) -> bool:
    """Whether an item shows only the end of a number (`****0412`), and the list has a name for just that (`account_last4`)."""
    return _MASKED.search(value) is not None and any(names & _PARTLY for names in _allowed(tuple(named)))


def outside(text: str, named: Sequence[str]) -> list[Hit]:
    """Give the values that stand beside a name which the list does not hold, without overlaps, in text order."""
    allowed = _allowed(tuple(named))
    found: list[Hit] = []
    last = 0
    for start, end in sorted(_values(text, allowed)):
        if start >= last:
            found.append(Hit(start, end, "Im", CONTEXT_FIELD, 0.8, "context:not_named"))
            last = end
    return found


@lru_cache(maxsize=256)
def _allowed(named: tuple[str, ...]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(_letters(words_of(name))) for name in named)


def _letters(words: Sequence[str]) -> Iterator[str]:
    return (word.rstrip("0123456789") for word in words if not word.isdigit() and word not in _ORDINARY)


def _values(text: str, allowed: tuple[frozenset[str], ...]) -> Iterator[tuple[int, int]]:
    for count, match in enumerate(_CODE.finditer(text)):
        if count >= _MOST:
            break
        if len(match.group()) >= _SHORTEST and not _is_named(text, match.start(), match.group(), allowed):
            yield match.span()
    for count, match in enumerate(_LIST.finditer(text)):
        if count >= _MOST:
            break
        if text[: match.start()].rstrip(' *`"').endswith(":") and not _is_named(text, match.start(), "", allowed):
            yield match.span()
    for count, match in enumerate(_LINE.finditer(text)):
        if count >= _MOST:
            break
        words = list(_letters(words_of(match.group(1))))
        if 2 <= len(words) <= 4 and words[-1] in _TOLD and not _covers(frozenset(words), allowed):
            yield match.span(2)


def _is_named(text: str, start: int, code: str, allowed: tuple[frozenset[str], ...]) -> bool:
    """Whether the words before a value, or the first of a code itself, are a name of the list."""
    before = _CLAUSE.split(text[max(0, start - _BEFORE) : start])[-1]
    if _covers(frozenset(list(_letters(words_of(before)))[-_WORDS:]), allowed):
        return True
    first = re.split(r"[_\d-]", code, maxsplit=1)[0].lower()
    return len(first) >= 3 and any(word.startswith(first) for names in allowed for word in names)


def _covers(words: frozenset[str], allowed: tuple[frozenset[str], ...]) -> bool:
    """Whether the list has a name of these words: all of its words stand there, or all of these in it."""
    return bool(words) and any(names and (names <= words or words <= names) for names in allowed)
