"""Values cut into pieces that stand in neighbouring fields or items of an array (or in calls one after the other): put together again.

Digits, addresses of mail, single characters. Must not be in here: what the whole is (the rules), where the pieces stood (`minimize.detectors.engine`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

from minimize.decode.numbers import grouped
from minimize.knowledge.checksums import card

BETWEEN: Final = r"\n\x00\n"
"""What stands between two texts that are laid end to end (re2 syntax)."""
GATE: Final = rf"[0-9][)-]?{BETWEEN}[(+-]?[0-9]|@[^\s\x00]{{0,40}}{BETWEEN}|{BETWEEN}@|{BETWEEN}[A-Za-z]{BETWEEN}[A-Za-z]{BETWEEN}"
_DIGITS: Final = re.compile(r"[(+-]?\d[\d ()-]{0,11}")
_MAIL: Final = re.compile(r"[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,4}[A-Za-z]{2,24}")
_STEM: Final = re.compile(
    r"[\W_]*(?:\d+|part|piece|seg(?:ment)?|chunk|block|group|area|prefix|line|suffix|first|second|third|fourth|last|start|middle|end|[a-d])$", re.IGNORECASE
)
_SIZES: Final = frozenset({(3, 2, 4), (3, 3, 4), (1, 3, 3, 4), (4, 4, 4, 4), (4, 6, 5)})
"""Groups in which social security numbers, phones and cards are written."""
LONGEST_PIECE: Final = 32
"""Characters of a value that may be one."""
MAX_PARTS: Final = 400
"""Pieces looked at in one call."""


class Piece(NamedTuple):
    """One value that may be a part."""

    text: str
    key: str
    """Name of its field; the same for all items of an array."""
    number: bool
    """No string in the arguments."""
    told: bool
    """Its field is one for phones, ids, cards or the like."""


def pieces_of(value: Any, field: str = "") -> Iterator[tuple[str, str]]:
    """Give the short values of decoded arguments, each with the name of its field (an array's for its items)."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from pieces_of(item, str(key))
    elif isinstance(value, list):
        for item in value:
            yield from pieces_of(item, field)
    elif isinstance(value, (str, int)) and not isinstance(value, bool):
        text = str(value)
        if 0 < len(text) <= LONGEST_PIECE and (len(text) == 1 or not text.isalpha()) and text.count(" ") <= 2:
            yield field, text


class Part(NamedTuple):
    """Where a piece stands in what was put together."""

    place: int
    """Which piece it is."""
    start: int
    end: int


def joined(pieces: Sequence[Piece]) -> Iterator[tuple[str, list[Part]]]:
    """Give the texts that neighbouring pieces make, each with its parts in order."""
    pieces = pieces[:MAX_PARTS]
    for run in _runs(pieces, lambda p: len(p.text) <= 12 and _DIGITS.fullmatch(p.text.strip()) is not None):
        yield from _numbers(pieces, run)
    for run in _runs(pieces, lambda p: len(p.text) == 1 and p.text.isascii() and p.text.isalnum() and not p.number):
        if len(run) >= 5 and any(pieces[i].text.isalpha() for i in run):
            yield _together(pieces, run, "")
    for run in _runs(pieces, lambda p: not p.number and 0 < len(p.text) <= LONGEST_PIECE and not any(map(str.isspace, p.text))):
        yield from _mails(pieces, run)


def _runs(pieces: Sequence[Piece], test: Callable[[Piece], bool]) -> Iterator[list[int]]:
    for good, group in groupby(range(len(pieces)), key=lambda i: test(pieces[i])):
        run = list(group)
        if good and len(run) > 1:
            yield run


def _numbers(pieces: Sequence[Piece], run: list[int]) -> Iterator[tuple[str, list[Part]]]:
    digits = ["".join(c for c in pieces[i].text if c.isdigit()) for i in run]
    sizes = [len(d) for d in digits]
    if max(sizes) == 1:
        if len(run) in (9, 10, 11) and not all(pieces[i].told or not pieces[i].number for i in run):
            return
        if 7 <= len(run) <= 19:
            yield _spelled(run, grouped("".join(digits)))
        return
    for size in (2, 3, 4):
        for at in range(len(run) - size + 1):
            some = run[at : at + size]
            if tuple(sizes[at : at + size]) in _SIZES and _related(pieces, some) and _plausible(digits[at : at + size], some, pieces):
                yield _together(pieces, some, "-")
    told = 7 <= sum(sizes) <= 19 and all(pieces[i].told for i in run)
    odd = len(run) <= 8 and 13 <= sum(sizes) <= 19 and tuple(sizes) not in _SIZES and card("".join(digits))
    if (told or odd) and _related(pieces, run):
        yield _together(pieces, run, "")


def _plausible(digits: list[str], run: list[int], pieces: Sequence[Piece]) -> bool:
    if all(pieces[i].told for i in run):
        return True
    if sum(map(len, digits)) >= 13:
        return card("".join(digits)) and not all(d[:2] in ("19", "20") for d in digits)
    return not any(pieces[i].number for i in run) and digits[-1][:2] not in ("19", "20")


def _related(pieces: Sequence[Piece], run: list[int]) -> bool:
    """Whether the fields are items of one array or bear one name with a number or place behind it, or all say what they hold."""
    keys = {_STEM.sub("", pieces[i].key.lower()) for i in run}
    return len(keys) == 1 or all(pieces[i].told for i in run)


def _mails(pieces: Sequence[Piece], run: list[int]) -> Iterator[tuple[str, list[Part]]]:
    if not any("@" in pieces[i].text for i in run):
        return
    for i, k in pairwise(run):
        a, b = pieces[i].text, pieces[k].text
        if "@" not in a + b or _MAIL.fullmatch(a) or _MAIL.fullmatch(b):
            continue
        if _MAIL.fullmatch(a + b) and (a[-1] == "@" or b[0] == "@" or _related(pieces, [i, k])):
            yield _together(pieces, [i, k], "")
    if 2 < len(run) <= 8 and _related(pieces, run):
        whole = "".join(pieces[i].text for i in run)
        if _MAIL.fullmatch(whole) and not any(_MAIL.fullmatch(pieces[i].text) for i in run):
            yield _together(pieces, run, "")


def _together(pieces: Sequence[Piece], run: list[int], between: str) -> tuple[str, list[Part]]:
    text, parts = "", []
    for i in run:
        piece = pieces[i].text.strip(" -()" if between else " ")
        if text and between and text[-1] != "-":
            text += between
        parts.append(Part(i, len(text), len(text) + len(piece)))
        text += piece
    return text, parts


def _spelled(run: list[int], text: str) -> tuple[str, list[Part]]:
    places = [at for at, char in enumerate(text) if char != "-"]
    return text, [Part(i, at, at + 1) for i, at in zip(run, places, strict=True)]
