"""Evidence by roles: prose about the user in a parameter whose name promises it (`about_me`, `memory`, `reason_for_stay`).

What it says need not be understood: no lexicon has all words of all languages. Only ballast is read so, and only where nothing more
telling was found. Must not be in here: which names promise what (`tool_registry/data/roles.yaml`, `about_user`).
"""

from __future__ import annotations

import re
from typing import Final

from minimize.decode import readings
from minimize.knowledge.patterns import Hit

USER_CONTEXT: Final = "user_context"
_WORD: Final = re.compile(r"[^\W\d_](?:[^\W_]|[\u0900-\u0dff'’\u00ad-])*")
_UNSPACED: Final = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_CODE: Final = re.compile(r"\w+(?:[._:/\\-]\w+)+|\S+@\S+|\w*\d\w*|[#$<{\[]\S*")
"""Ids, paths, addresses, markup: no words of prose."""
_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?')
"""A string of JSON that stands in a text, and whether it is a key."""
_READ: Final = 2_000
_FEWEST: Final = {"always": 2, "maybe": 3}
"""Words that make prose."""
_FEWEST_UNSPACED: Final = {"always": 4, "maybe": 6}
"""Characters that do in scripts without spaces."""
_CONFIDENCE: Final = {"always": 0.75, "maybe": 0.6}


def tells(text: str, about: str) -> bool:
    """Whether a value is prose: enough words, and more of them than codes; an encoded blob is when what it decodes to is."""
    head = text[:_READ]
    if _is_prose(head, about):
        return True
    return " " not in head.strip() and any(_is_prose(reading.text[:_READ], about) for reading in readings(head) if not reading.weak)


def _is_prose(text: str, about: str) -> bool:
    if text.lstrip()[:1] in ("{", "["):
        text, about = " . ".join(value for value, key in _STRING.findall(text) if not key and " " in value), "maybe"
    unspaced = len(_UNSPACED.findall(text))
    if unspaced >= _FEWEST_UNSPACED[about] and 2 * unspaced >= len(text.replace(" ", "")):
        return True
    plain = _CODE.sub(" ", text)
    words = [word for word in _WORD.findall(plain) if len(word) > 1 or not word.isascii()]
    codes = len(_CODE.findall(text))
    return len(words) >= _FEWEST[about] and len(words) > codes


def narrative(text: str, role: str, about: str) -> Hit | None:
    """Give the whole value as one item if it tells, under the detector `role:<name>`."""
    if not tells(text, about):
        return None
    return Hit(0, len(text), "Im", USER_CONTEXT, _CONFIDENCE[about], f"role:{role}")
