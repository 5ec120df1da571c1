"""Soft PSD that no detector names: a private story in a field that the tool can do without (`trip_purpose`, `guest_story`, `reason`).

The rule: a text of several words, in an optional place of pure ballast, goes without a finding if it speaks of private life (words of
family, health, money, law, routine: `phrases.yaml`, list `story`) or repeats the private context of the conversation. A benign note
("extra legroom if possible") does neither and stays.
Must not be in here: fields that a kind needs, fields without ballast.
"""

from __future__ import annotations

import re
from typing import Final

from minimize.analyze.conversation import Conversation
from minimize.knowledge.phrases import Phrases

_WORDS: Final = re.compile(r"[^\W_]+")
_READ: Final = 4000
"""Code points that are read; a story tells itself within them."""


def tells_a_story(text: str, conversation: Conversation, phrases: Phrases) -> bool:
    """Whether a ballast text shows signs of private life."""
    head = text[:_READ]
    if head.isascii() and len(_WORDS.findall(head)) < 2:
        return conversation.from_background(head)
    return phrases.story.search(head) is not None or conversation.from_background(head)
