"""The steps in a table, each behind one linear look that tells which of them may find something.

Must not be in here: what a step does (`codes`, `characters`, `numbers`, `ciphers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final, NamedTuple

import re2

from minimize.decode import characters, ciphers, codes, numbers
from minimize.decode.reading import MAX_OUTPUT, Pieces, Reading, read
from minimize.decode.split import GATE
from minimize.knowledge.model import Knowledge
from minimize.knowledge.text import View

_LOOKALIKE: Final = r"\x{131}\x{251}\x{261}\x{274}\x{26a}\x{280}\x{299}\x{29f}\x{370}-\x{3ff}\x{400}-\x{501}\x{570}-\x{585}\x{1d00}-\x{1d22}\x{a731}"
_WORDS: Final = numbers.NUMBER_WORDS
STEPS: Final[tuple[tuple[str, str, Callable[[str], Pieces]], ...]] = (
    (
        "invisible",
        r"[\x{ad}\x{34f}\x{61c}\x{64b}-\x{652}\x{115f}\x{1160}\x{17b4}\x{17b5}\x{180b}-\x{180e}\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}-\x{206f}\x{3164}\x{feff}"
        r"\x{fe00}-\x{fe0f}\x{ffa0}\x{e0100}-\x{e01ef}]"
        r"|[ -~][\x{300}-\x{36f}\x{483}-\x{489}\x{1ab0}-\x{1aff}\x{1dc0}-\x{1dff}\x{20d0}-\x{20f0}\x{fe20}-\x{fe2f}]",
        characters.invisible,
    ),
    ("tags", r"[\x{e0020}-\x{e007e}]", characters.tags),
    ("override", r"\x{202e}", characters.override),
    (
        "compatible",
        r"[\x{aa}\x{b2}\x{b3}\x{b9}\x{ba}\x{2b0}-\x{2b8}\x{1d2c}-\x{1d6a}\x{2070}-\x{209c}\x{2100}-\x{2138}\x{2160}-\x{217f}\x{2460}-\x{24ff}\x{2776}-\x{2793}"
        r"\x{1d400}-\x{1d7ff}\x{1f110}-\x{1f149}\x{1fbf0}-\x{1fbf9}"
        r"\x{7c0}-\x{7c9}\x{a66}-\x{a6f}\x{ae6}-\x{aef}\x{b66}-\x{b6f}\x{be6}-\x{bef}\x{c66}-\x{c6f}\x{ce6}-\x{cef}\x{d66}-\x{d6f}\x{de6}-\x{def}\x{ed0}-\x{ed9}\x{f20}-\x{f29}\x{1040}-\x{1049}\x{1090}-\x{1099}\x{17e0}-\x{17e9}\x{1810}-\x{1819}]",
        characters.compatible,
    ),
    ("url", r"%[0-9A-Fa-f]{2}", codes.percent),
    ("form", r"[0-9A-Za-z.%@\x{80}-\x{10ffff}]\+[0-9A-Za-z%(\x{80}-\x{10ffff}]", codes.form),
    ("html", r"&(?:#[0-9xX]|[a-zA-Z]{2,10};)", codes.entities),
    ("json", r"\\[ux\"\\/nrt]", codes.escapes),
    ("quoted_printable", r"=[0-9A-F]{2}|=\r?\n", codes.quoted_printable),
    (
        "base64",
        r"[A-Za-z0-9+/_=-]{4}(?:[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9][A-Za-z])|(?:[a-z0-9][A-Z]|[A-Z]{2}[a-z]|[A-Za-z][0-9][A-Za-z])[A-Za-z0-9+/_=-]{4}|[A-Z]{8}",
        codes.base_64,
    ),
    ("base32", r"[A-Z2-7]{12}", codes.base_32),
    ("hex", r"(?:[0-9a-fA-F]{2}){8}|(?:[0-9a-fA-F]{2}[ :,-]){7}|(?:0x[0-9a-fA-F]{2}[ ,]){5}", codes.hexadecimal),
    ("character_codes", r"(?:[01]{8}[ ,]?){5}|(?:[0-9]{2,3}(?:, ?|;| )){7}[0-9]{2}", codes.numbers_of_characters),
    ("homoglyph", rf"[0-9A-Za-z@._-][{_LOOKALIKE}]|[{_LOOKALIKE}][A-Za-z@]", characters.homoglyphs),
    ("spaced_digits", r"(?:[0-9][ ._*|,/~:\x{b7}-]{1,3}){6}[0-9]|[0-9](?:[ -]?[0-9]){12}", numbers.spaced),
    ("broken_number", r"[0-9][ -]?\r?\n *-?[0-9]", numbers.broken),
    ("spaced_letters", r"(?:[A-Za-z0-9@.](?:[ ._*|-]|  | - )){5}", characters.spaced_letters),
    ("number_words", rf"(?i)(?:{_WORDS})(?:[ ,.;\n-]{{1,3}}(?:{_WORDS})){{4}}|[〇零一二三四五六七八九两幺]{{7}}", numbers.words),
    ("wrapped", r"@[0-9A-Za-z_.-]*[ \t]*\r?\n|\n[ \t]*@|[A-Za-z\x{80}-\x{10ffff}]-[ \t]*\r?\n", characters.wrapped),
    ("reversed", rf"(?i){ciphers.REVERSED}", ciphers.backwards),
    (
        "reversed",
        rf"{ciphers.TAIL}\.[0-9A-Za-z_.-]+@"
        r"|[0-9]{4}(?:-[0-9]{2}-[0-9]{3}|[-. ][0-9]{3}[-. ]\)?[0-9]{3}|[ -][0-9]{4}[ -][0-9]{4}[ -][0-9]{4})|[0-9]{2}\+",
        ciphers.reversed_forms,
    ),
    ("rot13", rf"(?i){ciphers.ROT13}", ciphers.rot13),
    ("leet_mail", r"(?i)@(?:[0-9a-z_-]+\.)+(?:c0[mn]|0rg|n3[t7]|ne7|3du|g0v|1nf[o0]|inf0|1[o0]|i0)\b", characters.leet_mail),
)
"""Name, gate (re2 syntax: matches wherever the step finds something, or more), step."""
LEET: Final = r"[A-Za-z][013457@$!89][A-Za-z@$!013457]|[A-Za-z]{2}[013457@$]|[013457@$][A-Za-z]{2}"


class Look(NamedTuple):
    """What one linear look says of a text."""

    hidden: bool
    """A step may find something."""
    split: bool
    """Values in texts laid end to end may be pieces of one."""
    leet: bool
    """There may be words in leetspeak."""


def look(text: str) -> Look:
    """Tell what other readings a text may have."""
    try:
        found: list[int] = _gates().Match(text.encode())
    except UnicodeEncodeError:
        return Look(True, True, True)
    split, leet = _SPLIT in found, _LEET in found
    return Look(len(found) > split + leet, split, leet)


def readings(text: str) -> Iterator[Reading]:
    """Give the other readings of a text, none for a plain one."""
    if len(text) > MAX_OUTPUT:
        return
    try:
        found: list[int] = sorted(_gates().Match(text.encode()))
    except UnicodeEncodeError:
        found = list(range(len(STEPS)))
    for index in found:
        if index < len(STEPS):
            name, _, find = STEPS[index]
            pieces = find(text)
            if pieces:
                yield read(name, text, pieces, weak=False)


def guesses(text: str, knowledge: Knowledge) -> Iterator[Reading]:
    """Give the readings that only count where words and names that nobody knows become known ones: leetspeak, words reversed or shifted by thirteen letters."""
    if len(text) > MAX_OUTPUT:
        return
    for name, pieces in (
        ("leet", characters.leet(text, _knows(knowledge))),
        ("cipher", ciphers.known_words(text, knowledge.terms.disguised)),
        ("cipher", ciphers.known_names(text, knowledge.lexicon)),
    ):
        if pieces:
            yield read(name, text, pieces, weak=True)


def is_ciphered(view: View, knowledge: Knowledge) -> bool:
    """Whether words or names of a text may be others reversed or shifted."""
    return not knowledge.terms.disguised.keys().isdisjoint(view.words) or ciphers.holds_names(view.raw, knowledge.lexicon)


def is_leet(view: View, knowledge: Knowledge) -> bool:
    """Whether words of a text may be known ones in leetspeak."""
    return bool(characters.leet(view.text, _knows(knowledge)))


def _knows(knowledge: Knowledge) -> Callable[[str], bool]:
    return lambda word: word in knowledge.lexicon.words or knowledge.terms.begins(word)


_SPLIT: Final = len(STEPS)
_LEET: Final = len(STEPS) + 1
"""What stands behind the steps in `_gates`."""


@cache
def _gates() -> Any:
    """One linear look that tells which steps may find something."""
    options = re2.Options()
    options.log_errors = False
    made = re2.Set.SearchSet(options)
    for gate in (*(gate for _, gate, _ in STEPS), GATE, LEET):
        made.Add(gate)
    made.Compile()
    return made._set  # the wrapper's own work costs as much as the look
