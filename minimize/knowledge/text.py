"""Views of a text that keep its length: one code point in, one code point out, so that spans hold in the original.

`raw` is the text with compatibility forms made plain (full-width letters and digits, dashes, spaces, quotes);
`fold` is that in lower case without accents. Must not be in here: decodings that change the length (`minimize.decode`).
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

TOKEN = re.compile(r"[^\W_]+(?:['\u2019\u02bc][^\W\d_]+)*")
"""A word: letters and digits, apostrophes inside."""
_ASCII_TOKEN = re.compile(r"[A-Za-z0-9]+(?:'[A-Za-z]+)*")
"""The same for a text in ASCII."""


LETTER: Final = (
    r"[^\x00-@\[-`{-\xbf\xd7\xf7\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3007-\u303f\u30fb\u060c\u061b\u061f\u06d4\u0964\u0965"
    r"\uff00-\uff20\uff3b-\uff40\uff5b-\uff65\U0001f000-\U0001ffff]"
)
"""Letters of all scripts and the marks on them (vowel signs are no word characters to `re`)."""
_SPACES: Final = (0x00A0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000)
_DASHES: Final = (0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0xFE58, 0xFE63)
_SINGLE_QUOTES: Final = (0x2018, 0x2019, 0x02BC, 0x00B4, 0xFF07)
_DOUBLE_QUOTES: Final = (0x201C, 0x201D, 0x201E, 0x00AB, 0x00BB)
_ZERO_DIGITS: Final = (0x0660, 0x06F0, 0x0966, 0x09E6, 0x0E50)
_LETTERS: Final = {"\u0142": "l", "\u00f8": "o", "\u0111": "d", "\u0131": "i", "\u0130": "i", "\u00f0": "d", "\u0451": "\u0435", "\u0450": "\u0435",
                   "\u0623": "\u0627", "\u0625": "\u0627", "\u0622": "\u0627", "\u0649": "\u064a",
                   "\u06cc": "\u064a", "\u06a9": "\u0643", "\u0629": "\u0647"}  # fmt: skip
"""Letters that fold to others and that Unicode does not take apart."""


@cache
def _plain() -> dict[int, str]:
    """Make the table for `raw`: full-width forms, spaces, dashes, quotes, digits; lone surrogates (no text can be sent with them) to U+FFFD."""
    table = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    for codes, char in ((_SPACES, " "), (_DASHES, "-"), (_SINGLE_QUOTES, "'"), (_DOUBLE_QUOTES, '"')):
        table.update(dict.fromkeys(codes, char))
    for zero in _ZERO_DIGITS:
        table.update({zero + k: str(k) for k in range(10)})
    table.update(dict.fromkeys(range(0xD800, 0xE000), "\ufffd"))
    return table


@cache
def _folded() -> dict[int, str]:
    """Make the table for `fold`: that, and lower case without accents."""
    table = {code: char.lower() for code, char in _plain().items()}
    for code in range(0x80, 0x2000):
        char = chr(code)
        if code in table:
            continue
        lower = char.lower() if len(char.lower()) == 1 else char
        lower = _LETTERS.get(char, _LETTERS.get(lower, lower))
        base = unicodedata.normalize("NFD", lower)
        if len(base) > 1 and base[0].isalpha() and all(unicodedata.combining(c) for c in base[1:]) and not "\u0400" <= base[0] <= "\u04ff":
            lower = base[0]
        if lower != char:
            table[code] = lower
    return table


def raw(text: str) -> str:
    """Give the text with compatibility forms made plain; same length."""
    return text if text.isascii() else text.translate(_plain())


def fold(text: str) -> str:
    """Give the text in lower case without accents and compatibility forms; same length."""
    if text.isascii():
        return text.lower()
    return text.translate(_folded()).translate(_ASCII_LOWER)


_ASCII_LOWER = {c: chr(c + 32) for c in range(65, 91)}


def is_cjk(char: str) -> bool:
    """Whether words of this character's script are written without spaces between them (Han, kana, Thai)."""
    return char >= "\u0e00" and (
        "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or "\u0e00" <= char <= "\u0e7f" or char == "\u3005"
    )


def boundary(text: str, position: int) -> bool:
    """Whether a word may begin or end at this position."""
    if position <= 0 or position >= len(text):
        return True
    left, right = text[position - 1], text[position]
    if not (left.isalnum() and right.isalnum()):
        return True
    return is_cjk(left) or is_cjk(right)


class View:
    """A text and its two views, made when they are asked for."""

    __slots__ = ("_fold", "_raw", "_tokens", "_words", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._raw: str | None = None
        self._fold: str | None = None
        self._tokens: list[tuple[int, int]] | None = None
        self._words: list[str] | None = None

    @property
    def raw(self) -> str:
        """Give `raw(text)`."""
        if self._raw is None:
            self._raw = raw(self.text)
        return self._raw

    @property
    def fold(self) -> str:
        """Give `fold(text)`."""
        if self._fold is None:
            self._fold = fold(self.text)
        return self._fold

    @property
    def tokens(self) -> list[tuple[int, int]]:
        """Give the spans of the words, in order."""
        if self._tokens is None:
            self._tokens = [m.span() for m in (_ASCII_TOKEN if self.raw.isascii() else TOKEN).finditer(self.raw)]
        return self._tokens

    @property
    def words(self) -> list[str]:
        """Give the folded words, in order of `tokens`."""
        if self._words is None:
            fold = self.fold
            self._words = [fold[start:end] for start, end in self.tokens]
        return self._words
