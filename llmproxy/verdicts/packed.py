"""An answer as bytes without values: a letter for each item of the ask, and places for what the judge pointed out.

What it means is known only beside the ask that it belongs to. Must not be in here: keys, stores.
"""

from __future__ import annotations

from typing import Any, Final

import orjson

from minimize.judge.asking import Answer, Asked

NEEDED: Final = "+"
UNNEEDED: Final = "-"


def pack(answer: Answer, asked: Asked) -> bytes | None:
    """Give the bytes; None for what they cannot say: an answer that lacks verdicts, or points out what stands in no text."""
    if answer.missing:
        return None
    pointers = list(asked.texts)
    found: list[list[Any]] = []
    for pointer, text, category in answer.found:
        at = asked.texts.get(pointer, "").find(text)
        if at < 0 or not text:
            return None
        found.append([pointers.index(pointer), at, len(text), category])
    items = "".join([UNNEEDED if (item.pointer, item.text) in answer.unneeded else NEEDED for item in asked.items])
    return orjson.dumps([items, found])


def unpack(data: bytes, asked: Asked) -> Answer | None:
    """Give the answer; None where the bytes are none that `pack` gave for this ask."""
    texts = list(asked.texts.items())
    try:
        items, places = orjson.loads(data)
        unneeded = frozenset((item.pointer, item.text) for item, letter in zip(asked.items, items, strict=True) if letter == UNNEEDED)
        found = []
        for number, at, length, category in places:
            pointer, text = texts[number]
            found.append((pointer, text[at : at + length], str(category)))
    except (ValueError, TypeError, LookupError):
        return None
    if set(items) - {NEEDED, UNNEEDED} or not all(text for _, text, _ in found):
        return None
    return Answer(unneeded, tuple(found))
