"""Where a value of the arguments comes from: the user's last message, an earlier one of the user's, the background, or nowhere.

The background is everything that the user did not write (system prompt, profile, memory, tool results, the assistant's turns). Values
are compared as people write them: case, diacritics, the grouping of digits, the form of a date and a phone number's country code make no
difference, and scripts without spaces need none. Everything is computed on first use and in time linear in the conversation.
Must not be in here: findings, dispositions, consent.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Final

from mypy_extensions import mypyc_attr

from minimize.model import Turn

_READ: Final = 32_000
"""Code points of each source that are read, from its end."""
_VALUE: Final = 4_000
"""Code points of a value that are compared."""
_MARKS: Final = re.compile(r"[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]+")
_DIGIT: Final = re.compile(r"(?![0-9])\d")
_WORD: Final = re.compile(r"[^\W_]+")
_UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_NUMBER: Final = re.compile(r"\d+(?:(?:[\s.,'’\-/(]|\)[\s\-]?)\d+)*")
_BEFORE_UNIT: Final = re.compile(r"\d+(?:[.,]\d+)?(?=\s?[^\W\d_])")
"""A number before a word, which may be a unit of thousands or more."""
_ISO: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)\s?[-./年년]\s?(\d\d?)\s?[-./月월]\s?(\d\d?)(?!\d)")
_DAY_FIRST: Final = re.compile(r"(?<!\d)(\d\d?)[-./](\d\d?)[-./]((?:19|20)?\d\d)(?!\d)")
_DAY_WORD_YEAR: Final = re.compile(r"(?<!\d)(\d\d?)(?:st|nd|rd|th|er|\.|º)?\s(?:de\s|of\s)?[^\W\d_]{3,12}\.?,?\s(?:de\s)?((?:19|20)\d\d)(?!\d)")
_WORD_DAY_YEAR: Final = re.compile(r"[^\W\d_]{3,12}\.?\s(\d\d?)(?:st|nd|rd|th)?,?\s((?:19|20)\d\d)(?!\d)")
_CLITICS: Final = ("\u0648\u0627\u0644", "\u0628\u0627\u0644", "\u0644\u0644", "\u0627\u0644", "\u0648", "\u0628", "\u0644", "\u0641", "\u0643")
"""What Arabic writes as one with the word behind it."""
_STEM: Final = 5
"""Letters by which an inflected word is known again."""
_TAIL: Final = 7
"""Digits at the end by which a phone number is known again whatever its prefix."""
_LEAST: Final = 5
"""Characters of a number with letters that is looked for without its separators."""


class Origin(StrEnum):
    """Where a value comes from; `rule` is its id in a decision's rules."""

    LAST = "last"
    EARLIER = "earlier"
    BACKGROUND = "background"
    NOWHERE = "nowhere"

    @property
    def user(self) -> bool:
        """Whether the user wrote it."""
        return self in (Origin.LAST, Origin.EARLIER)

    @property
    def rule(self) -> str:
        """Id for a decision's rules."""
        return f"provenance:{'user' if self.user else 'background' if self is Origin.BACKGROUND else 'model'}"


@mypyc_attr(native_class=False)
class Sources:
    """The conversation of one call, by who wrote what."""

    def __init__(self, turns: Sequence[Turn]) -> None:
        self._turns = turns

    @property
    def known(self) -> bool:
        """Whether there is a message of the user's to compare with."""
        return any(turn.role == "user" for turn in self._turns)

    def origin(self, text: str) -> Origin:
        """Say where a value comes from; the user wins over the background, the last message over earlier ones."""
        value = text[:_VALUE]
        if self.last.holds(value):
            return Origin.LAST
        if self.earlier.holds(value):
            return Origin.EARLIER
        return Origin.BACKGROUND if self.background.holds(value) else Origin.NOWHERE

    def dictated(self, text: str, share: float = 1.0) -> bool:
        """Whether at least this share of a text's words stands in one message-source of the user's."""
        value = text[:_VALUE]
        return self.last.share(value) >= share or self.last.holds(value) or self.earlier.share(value) >= share

    @cached_property
    def last(self) -> Said:
        """The user's last message."""
        at = self._last
        return Said(self._turns[at].text if at >= 0 else "")

    @cached_property
    def earlier(self) -> Said:
        """All other messages of the user."""
        return Said("\n".join(turn.text for i, turn in enumerate(self._turns) if turn.role == "user" and i != self._last))

    @cached_property
    def background(self) -> Said:
        """What others wrote."""
        return Said("\n".join(turn.text for turn in self._turns if turn.role != "user"))

    @cached_property
    def profile(self) -> Said:
        """What the system prompt says."""
        return Said("\n".join(turn.text for turn in self._turns if turn.role in ("system", "developer")))

    @cached_property
    def _last(self) -> int:
        return max((i for i, turn in enumerate(self._turns) if turn.role == "user"), default=-1)


@mypyc_attr(native_class=False)
class Said:
    """One source's text, ready for look-ups."""

    def __init__(self, text: str) -> None:
        self._raw = text[-_READ:]

    @cached_property
    def text(self) -> str:
        """The text as `folded` gives it."""
        return folded(self._raw)

    @cached_property
    def _words(self) -> str:
        return f" {' '.join(_WORD.findall(self.text))} "

    @cached_property
    def _joined(self) -> str:
        return self._words.replace(" ", "")

    @cached_property
    def _tokens(self) -> frozenset[str]:
        return frozenset(part for word in self._words.split() for part in _parts(word))

    @cached_property
    def _numbers(self) -> frozenset[str]:
        return frozenset(_digits(match.group()) for match in _NUMBER.finditer(self.text))

    @cached_property
    def _tails(self) -> frozenset[str]:
        return frozenset(number[-_TAIL:] for number in self._numbers if len(number) > _TAIL)

    @cached_property
    def _heads(self) -> frozenset[str]:
        return frozenset(match.group().replace(",", "").replace(".", "").strip("0") for match in _BEFORE_UNIT.finditer(self.text))

    @cached_property
    def _dates(self) -> frozenset[str]:
        return frozenset(_dates(self.text))

    def holds(self, value: str) -> bool:
        """Whether a value stands here, verbatim but for the way of writing."""
        if not self._raw:
            return False
        plain = folded(value)
        words = _WORD.findall(plain)
        if not words:
            return False
        joined = "".join(words)
        if self._in_a_row(words, joined):
            return True
        dates = frozenset(_dates(plain, asked=True))
        if dates:
            return bool(dates & self._dates)
        if joined.isdigit():
            return self._holds_number(joined)
        if len(words) <= 4 and len(joined) >= _LEAST and any(map(str.isdigit, joined)) and not _UNSPACED.search(joined):
            return joined in self._joined
        return len(words) <= 12 and all(self._holds_word(word) for word in words)

    def verbatim(self, value: str) -> bool:
        """Whether all words of a value stand here in a row."""
        words = _WORD.findall(folded(value)) if self._raw else []
        return bool(words) and self._in_a_row(words, "".join(words))

    def _in_a_row(self, words: Sequence[str], joined: str) -> bool:
        if f" {' '.join(words)} " in self._words:
            return True
        return len(joined) > 1 and _UNSPACED.search(joined) is not None and joined in self._joined

    def _holds_number(self, number: str) -> bool:
        bare = number.lstrip("0")
        if number in self._numbers or bare in self._numbers:
            return True
        if bare.endswith("000") and bare.rstrip("0") in self._heads:
            return True  # "80k", "5 million", "12万"
        if len(bare) <= _TAIL or bare[-_TAIL:] not in self._tails:
            return False
        return any(known.endswith(bare) or bare.endswith(known.lstrip("0")) for known in self._numbers if len(known) > _TAIL)

    def share(self, value: str) -> float:
        """Share of a text's words that stand here, each by itself and by its beginning; 0.0 for a text without words."""
        words = _WORD.findall(folded(value)) if self._raw else []
        return sum(map(self._holds_word, words)) / len(words) if words else 0.0

    def _holds_word(self, word: str) -> bool:
        if all(part in self._tokens for part in _parts(word, exact=True)) or _bare(word) in self._tokens:
            return True
        return (
            len(word) >= _STEM and not _UNSPACED.search(word) and not any(c.isdigit() for c in word) and _stem(word) in self._tokens
        )


def folded(text: str) -> str:
    """Fold a text for comparison: compatibility forms, case, diacritics, digits of any script."""
    if text.isascii():
        return text.lower()
    plain = _MARKS.sub("", unicodedata.normalize("NFKD", text).casefold())
    return _DIGIT.sub(lambda match: str(int(match.group())), unicodedata.normalize("NFC", plain))


def _bare(word: str) -> str:
    """An Arabic word without the article and the particles that hang before it; any other as it is."""
    if "\u0600" <= word[0] <= "\u06ff":
        for clitic in _CLITICS:
            if word.startswith(clitic) and len(word) - len(clitic) >= 2:
                return word[len(clitic) :]
    return word


def _stem(word: str) -> str:
    return f"{word[:_STEM]}*"


def _parts(word: str, *, exact: bool = False) -> Iterator[str]:
    """The units by which a word is looked up: itself and its stem, or the pairs of characters of an unspaced script."""
    if _UNSPACED.search(word):
        if len(word) == 1 or not exact:
            yield from word
        for at in range(len(word) - 1):
            yield word[at : at + 2]
        return
    yield word
    if exact:
        return
    if (bare := _bare(word)) != word:
        yield bare
    if len(word) >= _STEM:
        yield _stem(word)


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit())


def _dates(text: str, *, asked: bool = False) -> Iterator[str]:
    """The dates of a folded text in all the readings that they allow.

    A month that is a word is any month: such a date is known again by its year and day. With `asked`, the forms of a source that it matches.
    """
    words, figures = ("w", "f") if not asked else ("f", "w")
    for match in _ISO.finditer(text):
        yield from _readings(match[1], match[2], match[3], figures)
    for match in _DAY_FIRST.finditer(text):
        year = match[3] if len(match[3]) == 4 else f"19{match[3]}"
        yield from _readings(year, match[2], match[1], figures)
        yield from _readings(year, match[1], match[2], figures)
    for pattern in (_DAY_WORD_YEAR, _WORD_DAY_YEAR):
        for match in pattern.finditer(text):
            yield f"{match[2]}-{words}-{int(match[1])}"


def _readings(year: str, month: str, day: str, form: str) -> Iterator[str]:
    if 1 <= int(month) <= 12 and 1 <= int(day) <= 31:
        yield f"{year}-{int(month)}-{int(day)}"
        yield f"{year}-{form}-{int(day)}"
