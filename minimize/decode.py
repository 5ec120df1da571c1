"""Readings of a text that hides something: decoded, cleaned or joined, with the way back to the original characters.

Each reading is bounded: nesting by the caller, output by MAX_OUTPUT, tokens by MAX_TOKENS. Must not be in here: detection.
"""

from __future__ import annotations

import base64
import binascii
import html
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final
from urllib.parse import unquote_to_bytes

import re2

MAX_TOKENS: Final = 200
"""Encoded tokens decoded in one text."""
MAX_OUTPUT: Final = 200_000
"""Code points of one reading; longer texts are read as they stand."""

LONG: Final = 2_000
WINDOW: Final = 160
"""Of a text longer than LONG, how much around a decoded piece is read with it, in code points."""

_INVISIBLE: Final = frozenset(
    map(
        chr,
        (
            0xAD,
            0x34F,
            0x61C,
            *range(0x64B, 0x653),
            0x180E,
            *range(0x200B, 0x2010),
            *range(0x202A, 0x202F),
            *range(0x2060, 0x2065),
            *range(0x2066, 0x206A),
            0xFEFF,
            *range(0xFE00, 0xFE10),
        ),
    )
)
_HOMOGLYPHS: Final = dict(
    zip(
        "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb\u0475\u0461\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0406\u0408\u0405\u0423"
        "\u03b1\u03b5\u03bf\u03c1\u03bd\u03b9\u03ba\u03c4\u03c5\u03c7\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u0131\u0261\u0251",
        "aeopcyxijsdhvwABEKMHOPCTXIJSYaeopviktuxABEZHIKMNOPTYXiga",
        strict=True,
    )
)
_LEET: Final = {"0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "@": "a", "$": "s", "!": "i", "8": "b", "9": "g"}
_PERCENT: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_ENTITY: Final = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,10});")
_ESCAPE: Final = re.compile(r"\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[\"\\/nrt])")
_BASE64: Final = re.compile(r"(?<![\w+/=-])(?:[A-Za-z0-9+/]{12,}={0,2}|[A-Za-z0-9_-]{12,}={0,2})(?![\w+/=-])")
_HEX: Final = re.compile(r"(?<![\w])(?:0x)?((?:[0-9a-fA-F]{2}){8,}|(?:[0-9a-fA-F]{2}[ :]){7,}[0-9a-fA-F]{2})(?![\w])")
_QUOTED: Final = re.compile(r"(?:=[0-9A-F]{2})+")
_MIXED: Final = re.compile(r"[A-Za-z]*[\u0370-\u03ff\u0400-\u0501][A-Za-z\u0370-\u03ff\u0400-\u0501@._-]*")
_SPACED: Final = re.compile(r"(?<![\w])\d(?:[ ._\u00b7*|,-]{1,3}\d){6,24}(?![\w])")
_DIGIT_GAP: Final = re.compile(r"(?<=\d)[ ._\u00b7*|,]+(?=\d)|(?<=\d) *- *(?=\d)")
_SPACED_LETTERS: Final = re.compile(r"(?<![\w])(?:[A-Za-z0-9@.][ ]){5,60}[A-Za-z0-9](?![\w])")
_LEET_WORD: Final = re.compile(r"(?<![\w@.])(?=[\w@$!]*[A-Za-z])(?=[\w@$!]*[013457@$!89])[A-Za-z0-9@$!]{4,24}(?![\w@])")
_DOMAIN_END: Final = re.compile(r"(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}")
"""What stands behind an `@` word that is an address of mail, no word in disguise."""
_NUMBER_WORDS: Final = {
    w: str(d)
    for d, words in enumerate(
        (
            "zero oh null cero zéro nul",
            "one eins uno un um een",
            "two zwei dos deux due dois twee",
            "three drei tres trois tre três drie",
            "four vier cuatro quatre quattro quatro",
            "five fünf cinco cinq cinque vijf",
            "six sechs seis sei zes",
            "seven sieben siete sept sette sete zeven",
            "eight acht ocho huit otto oito",
            "nine neun nueve neuf nove negen",
        )
    )
    for w in words.split()
}
_DIGIT_WORDS: Final = "|".join(sorted(_NUMBER_WORDS, key=len, reverse=True))
_WORDS_RUN: Final = re.compile(rf"(?i)(?<!\w)(?:{_DIGIT_WORDS})(?:[ ,.-]{{1,3}}(?:{_DIGIT_WORDS}|dash|hyphen|dot|double|triple)){{6,24}}(?!\w)")
_WRAP: Final = re.compile(r"(?<=[\w.]@)[ \t]*\r?\n[ \t]*(?=\w)|(?<=\w)[ \t]*\r?\n[ \t]*(?=@\w)")
_BACKWARDS: Final = re.compile(r"(?i)\b(?:revers(?:e|ed|ing)|backwards?|rückwärts|à l'envers|al revés|al contrario|逆|倒)")
_ROT13: Final = re.compile(r"(?i)\brot-?13\b")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text read another way."""

    name: str
    """Of the decoding step."""
    text: str
    starts: tuple[int, ...]
    """For each code point where it begins in the original."""
    ends: tuple[int, ...]
    """For each code point where it ends in the original."""
    weak: bool = False
    """Guesswork (leetspeak): only words and names count in it, no numbers."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Give the span in the original of a span in this reading."""
        return min(self.starts[start:end]), max(self.ends[start:end])


Pieces = list[tuple[int, int, str, bool]]
"""(start, end, replacement, whole: the replacement stands for the span as a whole)."""


def hides(text: str) -> bool:
    """Whether any reading of a text may differ from it; one linear look."""
    try:
        return bool(_gates().Match(text.encode()))
    except UnicodeEncodeError:
        return True


def readings(text: str) -> Iterator[Reading]:
    """Give the other readings of a text, none for a plain one."""
    if len(text) > MAX_OUTPUT:
        return
    try:
        steps = _gates().Match(text.encode())
    except UnicodeEncodeError:
        steps = range(len(_STEPS))
    for index in sorted(steps):
        name, _, find, weak = _STEPS[index]
        pieces = find(text)
        if pieces:
            yield _read(name, text, pieces, weak)


@cache
def _gates() -> Any:
    """One linear look that tells which steps may find something."""
    options = re2.Options()
    options.log_errors = False
    made = re2.Set.SearchSet(options)
    for _, gate, _, _ in _STEPS:
        made.Add(gate)
    made.Compile()
    return made._set  # the wrapper's own work costs as much as the look


def _read(name: str, text: str, pieces: Pieces, weak: bool) -> Reading:
    """Put the pieces in; of a long text only what stands around them is read again."""
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []

    def keep(begin: int, end: int) -> None:
        out.append(text[begin:end])
        starts.extend(range(begin, end))
        ends.extend(range(begin + 1, end + 1))

    around = WINDOW if len(text) > LONG else len(text)
    last = 0
    for start, end, replacement, whole in pieces:
        if start - last > 2 * around:
            keep(last, last + around if last else 0)
            out.append("\n")
            starts.append(start - around)
            ends.append(start - around)
            last = start - around
        keep(last, start)
        out.append(replacement)
        if whole or len(replacement) != end - start:
            starts += [start] * len(replacement)
            ends += [end] * len(replacement)
        else:
            starts += range(start, end)
            ends += range(start + 1, end + 1)
        last = end
    keep(last, min(len(text), last + around))
    return Reading(name, "".join(out), tuple(starts), tuple(ends), weak)


def _invisible(text: str) -> Pieces:
    return [] if text.isascii() else [(i, i + 1, "", False) for i, c in enumerate(text) if c in _INVISIBLE]


def _percent(text: str) -> Pieces:
    if "%" not in text:
        return []
    pieces: Pieces = []
    for match in _PERCENT.finditer(text):
        decoded = unquote_to_bytes(match[0]).decode("utf-8", "replace")
        width = len(match[0]) // len(decoded) if decoded and len(match[0]) % len(decoded) == 0 else 0
        if width == 3:
            pieces += [(match.start() + 3 * k, match.start() + 3 * k + 3, c, True) for k, c in enumerate(decoded)]
        else:
            pieces.append((match.start(), match.end(), decoded, True))
    return pieces


def _entities(text: str) -> Pieces:
    return [(m.start(), m.end(), html.unescape(m[0]), True) for m in _ENTITY.finditer(text) if html.unescape(m[0]) != m[0]] if "&" in text else []


def _escapes(text: str) -> Pieces:
    if "\\" not in text:
        return []
    simple = {'"': '"', "\\": "\\", "/": "/", "n": "\n", "r": "\r", "t": "\t"}
    return [(m.start(), m.end(), simple.get(m[0][1]) or chr(int(m[0][2:], 16)), True) for m in _ESCAPE.finditer(text)]


def _quoted_printable(text: str) -> Pieces:
    pieces: Pieces = []
    for match in _QUOTED.finditer(text):
        decoded = binascii.a2b_qp(match[0].encode()).decode("utf-8", "replace")
        if decoded.isprintable():
            pieces.append((match.start(), match.end(), decoded, True))
    return pieces if len(pieces) >= 1 and "=" in text else []


def _printable(data: bytes) -> str | None:
    """Give the text of bytes that are text, else None."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None
    good = sum(c.isalnum() or c in " @.,:;-_/+()'\"{}[]\n\r\t&=#?!%$" for c in text)
    return text if len(text) >= 6 and good >= 0.95 * len(text) and any(c.isalnum() for c in text) else None


def _base64(text: str) -> Pieces:
    pieces: Pieces = []
    for count, match in enumerate(_BASE64.finditer(text)):
        if count >= MAX_TOKENS:
            break
        token = match[0].rstrip("=")
        if len(token) % 4 == 1 or token.isdigit() or (token.isalpha() and (token.islower() or token.isupper())):
            continue
        try:
            data = base64.b64decode(token.replace("-", "+").replace("_", "/") + "=" * (-len(token) % 4), validate=True)
        except (ValueError, binascii.Error):
            continue
        decoded = _printable(data)
        if decoded is not None:
            pieces.append((match.start(), match.end(), decoded, True))
    return pieces


def _hex(text: str) -> Pieces:
    pieces: Pieces = []
    for count, match in enumerate(_HEX.finditer(text)):
        if count >= MAX_TOKENS:
            break
        decoded = _printable(bytes.fromhex(match[1].replace(":", " ")))
        if decoded is not None and decoded.isascii():
            pieces.append((match.start(), match.end(), decoded, True))
    return pieces


def _homoglyphs(text: str) -> Pieces:
    if text.isascii():
        return []
    pieces: Pieces = []
    for match in _MIXED.finditer(text):
        word = match[0]
        if any(c.isascii() and c.isalpha() for c in word) or "@" in word:
            pieces += [(match.start() + k, match.start() + k + 1, _HOMOGLYPHS[c], False) for k, c in enumerate(word) if c in _HOMOGLYPHS]
    return pieces


def _spaced_digits(text: str) -> Pieces:
    pieces: Pieces = []
    for match in _SPACED.finditer(text):
        gaps = list(_DIGIT_GAP.finditer(match[0]))
        digits = [c for c in match[0] if c.isdigit()]
        if 2 * len(gaps) < len(digits):
            continue
        groups = _groups("".join(digits)) if len(gaps) == len(digits) - 1 and "," not in match[0] and "-" not in match[0] else ()
        for k, gap in enumerate(gaps, 1):
            dash = k in groups or ("-" in gap[0] and " " in match[0])
            pieces.append((match.start() + gap.start(), match.start() + gap.end(), "-" if dash else "", False))
    return pieces


def _groups(digits: str) -> tuple[int, ...]:
    """After which digits a run of single ones that has the length of a phone or social security number is grouped; no counting, no bits."""
    steps = {int(b) - int(a) for a, b in itertools.pairwise(digits)}
    if len(set(digits)) < 4 or steps <= {1, -9} or steps <= {-1, 9}:
        return ()
    return {9: (3, 5), 10: (3, 6), 11: (1, 4, 7)}.get(len(digits), ())


def _grouped(digits: str) -> str:
    marks = _groups(digits)
    return "".join(f"-{d}" if i in marks else d for i, d in enumerate(digits))


def _spaced_letters(text: str) -> Pieces:
    return [(m.start() + k, m.start() + k + 1, "", False) for m in _SPACED_LETTERS.finditer(text) if "@" in m[0] for k, c in enumerate(m[0]) if c == " "]


def _number_words(text: str) -> Pieces:
    pieces: Pieces = []
    for match in _WORDS_RUN.finditer(text):
        words = re.findall(r"[^\W\d_]+", match[0].lower())
        out: list[str] = []
        times = 1
        for word in words:
            if word in ("double", "triple"):
                times = 2 if word == "double" else 3
            elif word in ("dash", "hyphen", "dot"):
                out.append("-")
            else:
                out.append(_NUMBER_WORDS[word] * times)
                times = 1
        said = "".join(out)
        pieces.append((match.start(), match.end(), _grouped(said) if said.isdigit() else said, True))
    return pieces


def _wrapped(text: str) -> Pieces:
    return [(m.start(), m.end(), "", False) for m in _WRAP.finditer(text)]


def _backwards(text: str) -> Pieces:
    if not _BACKWARDS.search(text):
        return []
    return [
        (m.start(), m.end(), m[0][::-1], True)
        for m in re.finditer(r"(?<![\w@.+-])[\w@.+-]{7,64}(?![\w@+-])", text)
        if any(c.isdigit() or c == "@" for c in m[0])
    ]


def _rot13(text: str) -> Pieces:
    if not _ROT13.search(text):
        return []
    table = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm")
    start = _ROT13.search(text).end()  # type: ignore[union-attr]
    return [(start, len(text), text[start:].translate(table), False)]


def _leet(text: str) -> Pieces:
    pieces: Pieces = []
    for count, match in enumerate(_LEET_WORD.finditer(text)):
        if count >= MAX_TOKENS:
            break
        word = match[0].rstrip("!")
        if "@" in word and _DOMAIN_END.match(text, match.end()):
            continue
        letters = sum(c.isalpha() for c in word)
        if letters < 2 or letters * 3 < len(word) or (word[-1].isdigit() and word[:-2].isalpha()):
            continue
        pieces += [(match.start() + k, match.start() + k + 1, _LEET[c], False) for k, c in enumerate(word) if c in _LEET]
    return pieces


_STEPS: Final[tuple[tuple[str, str, Callable[[str], Pieces], bool], ...]] = (
    (
        "invisible",
        r"[\x{ad}\x{34f}\x{61c}\x{64b}-\x{652}\x{180e}\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}-\x{2069}\x{feff}\x{fe00}-\x{fe0f}]",
        _invisible,
        False,
    ),
    ("url", r"%[0-9A-Fa-f]{2}", _percent, False),
    ("html", r"&(?:#[0-9xX]|[a-zA-Z]{2,10};)", _entities, False),
    ("json", r"\\[ux\"\\/]", _escapes, False),
    ("quoted_printable", r"=[0-9A-F]{2}", _quoted_printable, False),
    ("base64", r"[A-Za-z0-9+/_-]{12}", _base64, False),
    ("hex", r"[0-9a-fA-F]{16}|(?:[0-9a-fA-F]{2}[ :]){7}", _hex, False),
    ("homoglyph", r"[A-Za-z@][\x{370}-\x{3ff}\x{400}-\x{501}]|[\x{370}-\x{3ff}\x{400}-\x{501}][A-Za-z@]", _homoglyphs, False),
    ("spaced_digits", r"[0-9](?:[ ._*|,\x{b7}-]{1,3}[0-9]){6}", _spaced_digits, False),
    ("spaced_letters", r"(?:[A-Za-z0-9@.] ){5}", _spaced_letters, False),
    ("number_words", rf"(?i)(?:{_DIGIT_WORDS})(?:[ ,.-]{{1,3}}(?:{_DIGIT_WORDS}|dash|hyphen|dot|double|triple)){{6}}", _number_words, False),
    ("wrapped", r"@[ \t]*\r?\n|\n[ \t]*@", _wrapped, False),
    ("reversed", r"(?i)revers|backward|r\x{fc}ckw|envers|al rev|al contr|\x{9006}|\x{5012}", _backwards, False),
    ("rot13", r"(?i)rot-?13", _rot13, False),
    ("leet", r"[A-Za-z][013457@$!89][A-Za-z@$!013457]|[A-Za-z]{2}[013457@$]|[013457@$][A-Za-z]{2}", _leet, True),
)
