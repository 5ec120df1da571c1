"""Steps for disguises made for the eye: invisible and look-alike characters, leetspeak, letters with blanks between them, broken lines.

Must not be in here: numbers (`numbers`), what a program encodes (`codes`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Final

from minimize.decode.reading import MAX_TOKENS, Pieces

_INVISIBLE: Final = re.compile(
    r"[\u00ad\u034f\u061c\u064b-\u0652\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
    r"|(?<=[\x20-\x7e])[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f]+"
)
_TAGS: Final = re.compile(r"[\U000e0020-\U000e007e]+")
_COMPATIBLE: Final = re.compile(
    r"[\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02b8\u1d2c-\u1d6a\u2070-\u209c\u2100-\u2138\u2160-\u217f\u2460-\u24ff\u2776-\u2793\uff10-\uff19\uff21-\uff5a"
    r"\U0001d400-\U0001d7ff\U0001f110-\U0001f149\U0001fbf0-\U0001fbf9"
    r"\u07c0-\u07c9\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0de6-\u0def\u0ed0-\u0ed9\u0f20-\u0f29\u1040-\u1049\u1090-\u1099\u17e0-\u17e9\u1810-\u1819]"
)
"""What Unicode calls another form of a letter or digit; digits of scripts whose own are not read as such."""
_OVERRIDE: Final = re.compile(r"\u202e([^\u202c\u2069\n]{4,400})")
_HOMOGLYPHS: Final = dict(
    zip(
        "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u0475\u0461\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408\u0405\u0423"
        "\u03b1\u03b5\u03bf\u03c1\u03bd\u03b9\u03ba\u03c4\u03c5\u03c7\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u0131\u0261\u0251"
        "\u043a\u043c\u0442\u0432\u043d\u04cf\u04c0\u0578\u057d\u0585\u0581\u0570\u1d00\u0299\u1d04\u1d05\u1d07\u026a\u1d0b\u029f\u1d0d\u0274\u1d0f\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20\u1d22",
        "aeopcyxijsdhvwABEKMHOPCTXIJSYaeopviktuxABEZHIKMNOPTYXigakmtbhlInuoghabcdeiklmnoprstuvz",
        strict=True,
    )
)
_MIXED: Final = re.compile(r"[\w@._-]*[\u0131\u0261\u0251\u0370-\u03ff\u0400-\u0501\u0570-\u0585\u1d00-\u1d22\u0274\u026a\u0280\u0299\u029f\ua731][\w@._-]*")
_LEET_SIGNS: Final = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i", "8": "b", "9": "g"}
_LEET: Final = str.maketrans(_LEET_SIGNS)
_LEET_L: Final = str.maketrans({**_LEET_SIGNS, "1": "l", "!": "l"})
_LEET_WORD: Final = re.compile(r"(?<![\w@.])(?=[\w@$!]*[A-Za-z])(?=[\w@$!]*[013457@$!89])[A-Za-z0-9@$!]{4,24}(?![\w@])")
_LEET_MAIL: Final = re.compile(
    r"[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,4}(?=[\w]*\d)(?:[c][o0][mn]|[o0]rg|n[e3][t7]|[e3]du|g[o0]v|[i1]nf[o0]|[i1][o0])(?!\w)", re.IGNORECASE
)
_DOMAIN_END: Final = re.compile(r"(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}")
"""What stands behind an `@` word that is an address of mail, no word in disguise."""
_SPACED: Final = re.compile(r"(?<!\w)[A-Za-z0-9@](?:(?:[ ._*|-]|  | - )[A-Za-z0-9@.+-]){5,80}(?!\w)")
_GAP: Final = re.compile(r"(?: - |  |[ ._*|-])(?=[A-Za-z0-9@.+-](?:[ ._*|-]|$))")
_WRAP: Final = re.compile(r"(?<=[\w.]@)[ \t]*\r?\n[ \t]*(?=\w)|(?<=\w)[ \t]*\r?\n[ \t]*(?=@\w)")
_WRAPPED_DOMAIN: Final = re.compile(
    r"[\w.+-]@(?:[\w-]{1,63}(?P<a>\r?\n[ \t]*)[\w-]{0,63}\.[a-z]{2,24}|[\w-]{1,63}\.?(?P<b>\r?\n[ \t]*)\.?[a-z]{2,10})(?![\w.])"
)
_HYPHENATED: Final = re.compile(r"(?<=[^\W\d_])-[ \t]*\r?\n[ \t]*(?=[^\W\d_])")


def invisible(text: str) -> Pieces:
    """Characters without a width, and marks struck through letters, taken out."""
    return [(m.start(), m.end(), "", False) for m in _INVISIBLE.finditer(text)]


def tags(text: str) -> Pieces:
    """ASCII in Unicode's invisible tag characters."""
    return [(m.start(), m.end(), "".join(chr(ord(c) - 0xE0000) for c in m[0]), False) for m in _TAGS.finditer(text)]


def override(text: str) -> Pieces:
    """What stands behind a right-to-left override, in the order in which it is seen."""
    return [(m.start(1), m.end(1), m[1][::-1], True) for m in _OVERRIDE.finditer(text)]


def compatible(text: str) -> Pieces:
    """Letters and digits in other forms: mathematical, circled, superscript, of other scripts."""
    pieces: Pieces = []
    for match in _COMPATIBLE.finditer(text):
        char = match[0]
        digit = unicodedata.decimal(char, -1)
        plain = str(digit) if digit >= 0 else unicodedata.normalize("NFKC", char).strip("().")
        if plain.isascii() and plain.isalnum():
            pieces.append((match.start(), match.end(), plain, False))
    return pieces


def homoglyphs(text: str) -> Pieces:
    """Letters of other scripts inside words in Latin letters."""
    pieces: Pieces = []
    for match in _MIXED.finditer(text):
        word = match[0]
        if any(c.isascii() and c.isalpha() for c in word) or "@" in word:
            pieces += [(match.start() + k, match.start() + k + 1, _HOMOGLYPHS[c], False) for k, c in enumerate(word) if c in _HOMOGLYPHS]
    return pieces


def leet(text: str, known: Callable[[str], bool]) -> Pieces:
    """Digits and signs for letters, in words that are known when they are read so; `1` is an `i` or an `l`."""
    pieces: Pieces = []
    for count, match in enumerate(_LEET_WORD.finditer(text)):
        if count >= MAX_TOKENS:
            break
        word = match[0].rstrip("!")
        if "@" in word and _DOMAIN_END.match(text, match.end()):
            continue
        letters = sum(c.isalpha() for c in word)
        if letters < 2 or letters * 4 < len(word) or (word[-1].isdigit() and word[:-2].isalpha()):
            continue
        plain = next((p for table in (_LEET, _LEET_L) if known((p := word.translate(table)).lower())), None)
        if plain is not None:
            pieces += [(match.start() + k, match.start() + k + 1, plain[k], False) for k, c in enumerate(word) if c != plain[k]]
    return pieces


def leet_mail(text: str) -> Pieces:
    """Addresses of mail in leetspeak, told by the digit in their last label."""
    return [
        (m.start() + k, m.start() + k + 1, _LEET_SIGNS[c], False)
        for m in _LEET_MAIL.finditer(text)
        for k, c in enumerate(m[0])
        if c in _LEET_SIGNS and c != "@"
    ]


def spaced_letters(text: str) -> Pieces:
    """Letters with a blank or sign between each two; where a small one stands before a capital, a word ends."""
    pieces: Pieces = []
    for match in _SPACED.finditer(text):
        said = match[0]
        if sum(c.isalpha() for c in said) < 5:
            continue
        wide = " " if "  " in said else " - " if " - " in said else ""
        for gap in _GAP.finditer(said):
            ends = gap[0] == wide or (said[gap.start() - 1].islower() and said[gap.end()].isupper())
            pieces.append((match.start() + gap.start(), match.start() + gap.end(), " " if ends else "", False))
    return pieces


def wrapped(text: str) -> Pieces:
    """Line breaks inside an address of mail, and behind a hyphen inside a word."""
    pieces: Pieces = [(m.start(), m.end(), "", False) for m in _WRAP.finditer(text)]
    pieces += [(*m.span("a" if m["a"] else "b"), "", False) for m in _WRAPPED_DOMAIN.finditer(text)]
    pieces += [(m.start(), m.end(), "", False) for m in _HYPHENATED.finditer(text)]
    return sorted(pieces)
