"""Steps for numbers written another way: digits with blanks or signs between them, over two lines, in words.

Must not be in here: which number is one of a person (the rules).
"""

from __future__ import annotations

import itertools
import re
from typing import Final

from minimize.decode.reading import Pieces
from minimize.knowledge.checksums import card

_CALLING: Final = tuple("20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 52 54 55 57 61 62 63 66 81 82 84 86 90 91 92".split())  # noqa: SIM905
"""Calling codes of two digits (ITU-T E.164)."""
_SPACED: Final = re.compile(r"(?<![\w])\d(?:[ ._\u00b7*|,/~:-]{1,3}\d|\d){6,30}(?![\w])")
_DIGIT_GAP: Final = re.compile(r"(?<=\d)[ ._\u00b7*|,/~:]+(?=\d)|(?<=\d) *- *(?=\d)")
_BROKEN: Final = re.compile(r"(?<![\w.\n])\d[\d -]{0,24}(?P<gap>[ -]?\r?\n[ ]*-?)\d[\d -]{0,24}(?![\w.\n])")
_DIGITS: Final = (
    "zero oh null cero zéro nul zera sıfır ноль нуль noll nolla nulla صفر शून्य",
    "one eins uno un um een ein jeden bir один en yksi واحد एक",
    "two zwei zwo dos deux due dois twee dwa iki два två kaksi اثنان दो",
    "three drei tres trois tre três drie trzy üç три kolme ثلاثة तीन",
    "four vier cuatro quatre quattro quatro cztery dört четыре fyra neljä اربعة أربعة चार",
    "five fünf cinco cinq cinque vijf pięć beş пять fem viisi خمسة पांच पाँच",
    "six sechs seis sei zes sześć altı шесть sex kuusi ستة छह",
    "seven sieben siete sept sette sete zeven siedem yedi семь sju seitsemän سبعة सात",
    "eight acht ocho huit otto oito osiem sekiz восемь åtta kahdeksan ثمانية आठ",
    "nine neun nueve neuf nove negen dziewięć dokuz девять nio yhdeksän تسعة नौ",
)
_TEENS: Final = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_SAID: Final = {
    **{word: str(digit) for digit, words in enumerate(_DIGITS) for word in words.split()},
    **{word: str(10 + k) for k, word in enumerate(_TEENS.split())},
    **{word: str(20 + 10 * k) for k, word in enumerate(_TENS.split())},
    "hundred": "00",
    "dash": "-",
    "hyphen": "-",
    "minus": "-",
    "dot": "-",
    "point": "-",
    "plus": "+",
}
_TIMES: Final = {"double": 2, "triple": 3, "doppel": 2, "doble": 2, "doppio": 2}
NUMBER_WORDS: Final = "|".join(sorted((*_SAID, *_TIMES), key=len, reverse=True))
_WORDS_RUN: Final = re.compile(rf"(?i)(?<!\w)(?:{NUMBER_WORDS})(?:[ ,.;\n-]{{1,3}}(?:{NUMBER_WORDS})){{4,24}}(?!\w)")
_WORD: Final = re.compile(r"[^ ,.;\n-]+")
_HAN: Final = re.compile(r"[〇零一二三四五六七八九两幺]{7,20}")
_HAN_DIGITS: Final = dict(zip("〇零一二三四五六七八九两幺", "0012345678921", strict=True))


def spaced(text: str) -> Pieces:
    """Digits with something between each two, or a card's in groups of a size that cards are not written in."""
    pieces: Pieces = []
    for match in _SPACED.finditer(text):
        said = match[0]
        gaps = list(_DIGIT_GAP.finditer(said))
        digits = "".join(c for c in said if c.isdigit())
        single = len(gaps) == len(digits) - 1
        marks = {gap[0].strip() for gap in gaps}
        odd = len(digits) >= 13 and len({gap[0] for gap in gaps}) == 1 and marks <= {"", "-"} and card(digits)
        if not gaps or not (2 * len(gaps) >= len(digits) or odd):
            continue
        groups = groups_of(digits) if single and len(marks) == 1 and "," not in marks else ()
        if groups == (2,):
            pieces.append((match.start(), match.start() + 1, "+" + said[0], True))
        at = last = 0
        for gap in gaps:
            at += gap.start() - last
            last = gap.end()
            dash = at in groups or (not groups and "-" in gap[0] and " " in said and not odd)
            pieces.append((match.start() + gap.start(), match.start() + gap.end(), "-" if dash else "", False))
    return pieces


def groups_of(digits: str) -> tuple[int, ...]:
    """After which digits a run of single ones that has the length of a phone or social security number is grouped; no counting, no bits."""
    steps = {int(b) - int(a) for a, b in itertools.pairwise(digits)}
    if len(set(digits)) < 4 or steps <= {1, -9} or steps <= {-1, 9}:
        return ()
    if len(digits) == 12 and digits.startswith(_CALLING):
        return (2,)
    return {9: (3, 5), 10: (3, 6), 11: (1, 4, 7)}.get(len(digits), ())


def grouped(digits: str) -> str:
    """Write a run of digits in the groups of its length."""
    marks = groups_of(digits)
    return ("+" if marks == (2,) else "") + "".join(f"-{d}" if i in marks else d for i, d in enumerate(digits))


def broken(text: str) -> Pieces:
    """A number with a line break in it."""
    return [(*m.span("gap"), "-" if "-" in m["gap"] else "", False) for m in _BROKEN.finditer(text)]


def words(text: str) -> Pieces:
    """Digits in words of many languages, in Han characters."""
    pieces: Pieces = []
    for match in _WORDS_RUN.finditer(text):
        spoken = _WORD.findall(match[0].lower())
        said = _said(spoken)
        if sum(map(str.isdigit, said)) >= 7 and not _counts(spoken):
            pieces.append((match.start(), match.end(), grouped(said) if said.isdigit() else said, True))
    for match in _HAN.finditer(text):
        pieces.append((match.start(), match.end(), grouped("".join(_HAN_DIGITS[c] for c in match[0])), False))
    return sorted(pieces)


def _counts(spoken: list[str]) -> bool:
    """Whether somebody counts up or down."""
    values = [int(value) if (value := _SAID.get(word, "-")).isdigit() else -9 for word in spoken]
    return len({b - a for a, b in itertools.pairwise(values)}) == 1


def _said(spoken: list[str]) -> str:
    out: list[str] = []
    times = 1
    for word in spoken:
        if word in _TIMES:
            times = _TIMES[word]
            continue
        value = _SAID[word]
        if len(value) == 1 and value.isdigit() and value != "0" and out and len(out[-1]) == 2 and out[-1][1] == "0" and out[-1] not in ("00", "10"):
            out[-1] = out[-1][0] + value
            continue
        out.append(value * times)
        times = 1
    return "".join(out)
