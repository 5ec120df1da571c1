"""What the conversation tells about a value: whether the user dictated it, consented to it, or it comes from the private context.

Must not be in here: findings' necessity by kind, dispositions. Everything is computed on first use; most calls need none of it.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Final

from mypy_extensions import mypyc_attr

from minimize.analyze.provenance import Sources
from minimize.knowledge.phrases import Phrases
from minimize.model import Context, Finding, Policy

_SPACE: Final = re.compile(r"[\s\u200b\u00ad]+")
_TOKEN: Final = re.compile(r"[^\W_][\w.@+-]{2,}")
_LONGER: Final = re.compile(r"[^\W_]{3,}")
_UNSPACED: Final = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]{2,}")
_QUOTES: Final = "\"'“”‘’„‚«»‹›「」『』"
_QUOTED: Final = re.compile(r"[\"“”„«‹「『][^\"“”„«»‹›「」『』]{4,2000}[\"“”»›」』]|(?<!\w)['‘][^'‘’\n]{4,300}['’](?!\w)")
_SOME: Final = 8
"""Characters from which a quotation is a text rather than a name."""
_STEM: Final = re.compile(r"[^\W\d_]{4,}|[\u3040-\u9fff\uac00-\ud7af]{2}")
_LONGEST: Final = 32_000
_CLAUSE: Final = re.compile(r"[.!?;:。！？；\n]")
_NEAR: Final = 32
"""Code points before a name in which the user may introduce its bearer."""


def plain(text: str) -> str:
    """Fold case and white space, drop quotes at the ends: for comparing what was said with what is sent."""
    return _SPACE.sub(" ", text).strip(" .,;:!?\"'“”‘’«»").casefold()


@mypyc_attr(native_class=False)
class Conversation:
    """One call's conversation, with what the policy and the client said of consent."""

    def __init__(self, context: Context, policy: Policy, phrases: Phrases) -> None:
        self._context = context
        self._policy = policy
        self._phrases = phrases

    @cached_property
    def sources(self) -> Sources:
        """Who wrote what."""
        return Sources(self._context.turns)

    @cached_property
    def task(self) -> str:
        """The last user message, folded."""
        return plain(self._context.task[:_LONGEST])

    @property
    def task_text(self) -> str:
        """The last user message as it was written."""
        return self._context.task

    @cached_property
    def words(self) -> str:
        """All messages of the user, folded."""
        return plain("\n".join(turn.text for turn in self._context.turns if turn.role == "user")[-_LONGEST:])

    @cached_property
    def language(self) -> str:
        """Language of the last user message."""
        return self._phrases.language(self._context.task)

    @cached_property
    def background(self) -> frozenset[str]:
        """Names and numbers of everything but the last user message: profile, memory, earlier turns, tool results."""
        last = max((i for i, turn in enumerate(self._context.turns) if turn.role == "user"), default=-1)
        text = "\n".join(turn.text for i, turn in enumerate(self._context.turns) if i != last and turn.role != "assistant")[:_LONGEST]
        return frozenset(token.casefold() for token in _TOKEN.findall(text) if token[0].isupper() or any(c.isdigit() for c in token) or not token.isascii())

    @property
    def whole(self) -> bool:
        """Whether all of the conversation is at hand: no part of it was left out, no picture or file in it is unread."""
        return not self._context.cut and sum(len(turn.text) for turn in self._context.turns) < _LONGEST

    def dictated(self, text: str) -> bool:
        """Whether the user's last message holds the whole text verbatim (case and spacing apart)."""
        words = plain(text)
        return len(words) >= 3 and words in self.task

    def quoted(self, text: str) -> bool:
        """Whether the user's last message holds the whole text between quotation marks: dictated, not described."""
        words = plain(text)
        at = self.task.find(words) if len(words) >= 3 else -1
        if at < 1:
            return False
        after = self.task[at + len(words) :].lstrip(".,!?")[:1] or self._context.task.rstrip(" .,!?")[-1:]
        return self.task[at - 1] in _QUOTES and after in _QUOTES

    @cached_property
    def quotes(self) -> tuple[str, ...]:
        """What the user's last message puts between quotation marks, folded: texts of some words, dictated as they are."""
        found = [plain(match.group()) for match in _QUOTED.finditer(self._context.task[:_LONGEST])]
        return tuple([quote for quote in found if len(quote) >= _SOME])

    def asked(self, text: str) -> bool:
        """Whether a short value stands in the last message as a word of its own: an option that the user named."""
        words = plain(text)
        if not 2 <= len(words) <= 40:
            return False
        return _holds(self.task, words)

    def told(self, text: str) -> bool:
        """Whether the user said a short text in any of his messages, as a word of its own."""
        words = plain(text)
        return 2 <= len(words) <= 60 and _holds(self.words, words)

    def grounded(self, text: str) -> float:
        """Share of a text's longer words (by their first five letters) that the user's messages hold; 1.0 where nothing was said at all."""
        if not self.words:
            return 1.0
        stems = {word[:5] for word in _STEM.findall(text[:4000].casefold())}
        return sum(stem in self.words for stem in stems) / len(stems) if stems else 1.0

    def from_profile(self, text: str) -> bool:
        """Whether a text stands as words of its own in the system prompt, and neither it nor its words in what the user said."""
        words = plain(text)
        if not (2 if _UNSPACED.search(words) else 4) <= len(words) <= 80 or not _holds(self._profile, words):
            return False
        said = parts(self.words)
        return not (parts(words) & said)

    @cached_property
    def _profile(self) -> str:
        return plain("\n".join(turn.text for turn in self._context.turns if turn.role in ("system", "developer"))[:_LONGEST])

    def introduced(self, name: str) -> bool:
        """Whether the user speaks of himself or of somebody of his just before a name in the last message, or just after it."""
        text = self._context.task[:_LONGEST]
        at = text.casefold().find(name.casefold())
        for _ in range(5):
            if at < 0:
                return False
            before = _CLAUSE.split(text[max(0, at - _NEAR) : at])[-1]
            after = text[at + len(name) : at + len(name) + _NEAR // 2]
            if self._phrases.own.search(before) or (after.lstrip()[:1] in ",(、،" and self._phrases.own.search(after[:15])):
                return True
            at = text.casefold().find(name.casefold(), at + 1)
        return False

    def retold(self, text: str) -> bool:
        """Whether most words of a text (by their beginnings; in scripts without spaces, pairs of characters) stand in the last message."""
        said = parts(plain(text[:4000]))
        return bool(said) and 3 * len(said & self._said) >= 2 * len(said)

    @cached_property
    def _said(self) -> frozenset[str]:
        return parts(self.task)

    def from_background(self, text: str) -> bool:
        """Whether a text repeats names or numbers of the private context that the last message does not hold."""
        if not self.background:
            return False
        shared = {token.casefold() for token in _TOKEN.findall(text[:4000])} & self.background
        shared = {token for token in shared if token not in self.task}
        return len(shared) >= 2 or any(sum(c.isdigit() for c in token) >= 4 for token in shared)

    @property
    def may_consent(self) -> bool:
        """Whether the client said anything of consent."""
        return bool(self._context.consent or self._context.task_context)

    def consented(self, finding: Finding, text: str) -> bool:
        """Whether the policy's or the client's word lets this item through.

        A phrase of the policy lets any category through, one of the client only the categories that the policy allows it.
        """
        if any(_speaks_of(phrase, text) for phrase in self._policy.task_context):
            return True
        allowed = self._context.consent | self._policy.consent_allowed
        if not self._context.task_context:
            return finding.category in self._context.consent
        return finding.category in allowed and any(_speaks_of(phrase, text) for phrase in self._context.task_context)


def _holds(said: str, words: str) -> bool:
    """Whether the words stand in what was said with no letter or digit of a spaced script touching them."""
    at = said.find(words)
    for _ in range(20):
        if at < 0:
            return False
        before, after = said[at - 1 : at] if at else "", said[at + len(words) : at + len(words) + 1]
        if not (before.isalnum() and before.isascii()) and not (after.isalnum() and after.isascii()):
            return True
        at = said.find(words, at + 1)
    return False


def _speaks_of(phrase: str, text: str) -> bool:
    said, item = plain(phrase), plain(text)
    return len(said) > 1 and len(item) > 1 and (said in item or item in said)


def parts(text: str) -> frozenset[str]:
    """Give the beginnings of a folded text's longer words, and the pairs of characters of unspaced scripts."""
    words = {word[:5] for word in _LONGER.findall(text) if not _UNSPACED.search(word)}
    pairs = {run[i : i + 2] for run in _UNSPACED.findall(text) for i in range(len(run) - 1)}
    return frozenset(words | pairs)
