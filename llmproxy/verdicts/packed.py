"""An answer as bytes without values: a letter for each item of the ask, and places for what the judge pointed out.

What it means is known only beside the ask that it belongs to. Must not be in here: keys, stores.
"""

from __future__ import annotations

from typing import Any, Final

import orjson

from minimize.judge.asking import Answer, Asked

NEEDED: Final = "+"
UNNEEDED: Final = "-"
NEITHER: Final = "="
"""Verdicts that contradict each other."""


def pack(answer: Answer, asked: Asked) -> bytes | None:
    """Give the bytes; None for what they cannot say: an answer that lacks verdicts, proposes texts (which are values), or points out what stands in no text."""
    if answer.missing or answer.rewritten:
        return None
    pointers = list(asked.texts)
    found: list[list[Any]] = []
    for pointer, text, category in answer.found:
        at = asked.texts.get(pointer, "").find(text)
        if at < 0 or not text:
            return None
        found.append([pointers.index(pointer), at, len(text), category])
    items = "".join([UNNEEDED if item.place in answer.unneeded else NEEDED if item.place in answer.needed else NEITHER for item in asked.items])
    return orjson.dumps([items, found])


def unpack(data: bytes, asked: Asked) -> Answer | None:
    """Give the answer; None where the bytes are none that `pack` gave for this ask."""
    texts = list(asked.texts.items())
    try:
        items, places = orjson.loads(data)
        letters = list(zip(asked.items, items, strict=True))
        unneeded, needed = (frozenset(item.place for item, letter in letters if letter == word) for word in (UNNEEDED, NEEDED))
        found = []
        for number, at, length, category in places:
            pointer, text = texts[number]
            found.append((pointer, text[at : at + length], str(category)))
    except (ValueError, TypeError, LookupError):
        return None
    if set(items) - {NEEDED, UNNEEDED, NEITHER} or not all(text for _, text, _ in found):
        return None
    return Answer(unneeded, tuple(found), needed=needed)
