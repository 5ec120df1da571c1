"""Steps for texts that were reversed or shifted by thirteen letters (ROT13), said so or not.

Where nothing says so, only what becomes a word or name that is known counts. Must not be in here: codes with a digit or sign of their own (`codes`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from minimize.decode.reading import Pieces
from minimize.knowledge.checksums import card
from minimize.knowledge.lexicon import COMMON, FAMILY, GIVEN, Lexicon

REVERSED: Final = r"revers|backward|r\x{fc}ckw|envers|al rev|al contr|achterstevoren|wspak|tersten|наоборот|\x{9006}|\x{5012}"
_REVERSED: Final = re.compile(
    r"(?i)\b(?:revers(?:e|ed|ing)|backwards?|rückwärts|à l'envers|al revés|al contrario|achterstevoren|wspak|tersten|наоборот)\b|逆|倒"
)
TAIL: Final = r"(?:moc|gro|ten|ude|vog|ofni|oi|ku\.oc|ed|rf|se|ti|ln|lp|rb|ur|nj|nc|pj)"
"""Ends of domains, from behind."""
_MAIL: Final = re.compile(rf"(?<![\w@.+-]){TAIL}\.[\w.-]{{1,63}}@[\w.+-]{{1,64}}(?![\w@])")
_NUMBER: Final = re.compile(r"(?<![\w-])(?:\d{4}-\d{2}-\d{3}|\d{4}[-. ]\d{3}[-. ]\)?\d{3}\(?|\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d[\d -]{5,14}\d{2}\+)(?![\w-])")
_STATED: Final = re.compile(r"(?<![\w@.+-])[\w@.+()-]{2,64}(?: [\w@.+()-]{2,64}){0,5}(?![\w@+-])")
_NAME: Final = re.compile(r"(?<![^\W\d_])[a-zà-ÿ]{2,30}[A-ZÀ-Þ](?:[ -][a-zà-ÿ]{2,30}[A-ZÀ-Þ]){1,3}(?![^\W\d_])")
_PAIR: Final = re.compile(r"\b[A-Z][a-z]{2,20} [A-Z][a-z]{2,20}\b")
ROT13: Final = r"rot[ -]?13|caesar (?:cipher|shift|code)"
_ROT13: Final = re.compile(r"(?i)\b(?:rot[- ]?13|caesar (?:cipher|shift|code))\b")
_TABLE: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "NOPQRSTUVWXYZABCDEFGHIJKLMnopqrstuvwxyzabcdefghijklm")
_TOKEN: Final = re.compile(r"[A-Za-z]{6,40}")
"""Words that are looked up."""


def turned(word: str) -> tuple[str, str]:
    """Give a word reversed, and shifted by thirteen letters."""
    return word[::-1], word.translate(_TABLE)


def backwards(text: str) -> Pieces:
    """What is said to be reversed: runs of words and numbers."""
    if not _REVERSED.search(text):
        return []
    pieces: Pieces = []
    for run in _STATED.finditer(text):
        said = _REVERSED.search(run[0])
        spans = [(0, len(run[0]))] if said is None else _beside(run[0], *said.span())
        pieces += [(run.start() + start, run.start() + end, run[0][start:end][::-1], True) for start, end in spans]
    return pieces


def _beside(run: str, start: int, end: int) -> list[tuple[int, int]]:
    """What stands in a run beside the word that says it is reversed."""
    before = len(run[:start].rstrip(" ("))
    after = len(run) - len(run[end:].lstrip(" )"))
    return [(a, b) for a, b in ((0, before), (after, len(run))) if b - a >= 4]


def reversed_forms(text: str) -> Pieces:
    """Addresses and numbers whose form is that of a reversed one."""
    pieces: Pieces = [(m.start(), m.end(), m[0][::-1], True) for m in _MAIL.finditer(text)]
    for match in _NUMBER.finditer(text):
        if match[1] is None or (card(match[0][::-1]) and not card(match[0])):
            pieces.append((match.start(), match.end(), match[0][::-1].translate(_BRACKETS), True))
    return sorted(pieces)


_BRACKETS: Final = str.maketrans("()", ")(")


def rot13(text: str) -> Pieces:
    """What is said to be shifted: all of the text but the word that says so."""
    mark = _ROT13.search(text)
    if mark is None:
        return []
    pieces: Pieces = [(0, mark.start(), text[: mark.start()].translate(_TABLE), False), (mark.end(), len(text), text[mark.end() :].translate(_TABLE), False)]
    return [piece for piece in pieces if piece[0] < piece[1]]


def known_words(text: str, disguised: Mapping[str, str]) -> Pieces:
    """Words that are others reversed or shifted."""
    return [(m.start(), m.end(), plain, True) for m in _TOKEN.finditer(text) if (plain := disguised.get(m[0].lower()))]


def holds_names(text: str, lexicon: Lexicon) -> bool:
    """Whether `known_names` gives anything; most pairs of words are known by their first."""
    words = lexicon.words
    for match in _PAIR.finditer(text):
        first, _, second = match[0].lower().partition(" ")
        if first not in words and second not in words and first.translate(_TABLE) in words and second.translate(_TABLE) in words:
            return True
    return _NAME.search(text) is not None


def known_names(text: str, lexicon: Lexicon) -> Pieces:
    """Two words with capitals that nobody knows and that are a given and a family name when they are shifted or reversed."""
    pieces: Pieces = []
    for match in _PAIR.finditer(text):
        pair = match[0].translate(_TABLE)
        if _is_name(pair, lexicon) and not _known(match[0], lexicon):
            pieces.append((match.start(), match.end(), pair, False))
    for match in _NAME.finditer(text):
        name = match[0][::-1]
        if _is_name(name, lexicon) and not _known(match[0], lexicon):
            pieces.append((match.start(), match.end(), name, True))
    return sorted(pieces)


def _is_name(text: str, lexicon: Lexicon) -> bool:
    flags = [lexicon.flags(word) for word in text.lower().split()]
    return len(flags) >= 2 and any(f & GIVEN and not f & COMMON for f in flags) and all(f & (GIVEN | FAMILY) for f in flags)


def _known(text: str, lexicon: Lexicon) -> bool:
    return all(lexicon.flags(word) or word in lexicon.common for word in text.lower().split())
