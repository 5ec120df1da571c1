"""One other reading of a text, and how it is put together from pieces.

Must not be in here: what is decoded (`codes`, `characters`, `numbers`, `ciphers`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MAX_TOKENS: Final = 200
"""Encoded tokens decoded in one text."""
MAX_OUTPUT: Final = 200_000
"""Code points of one reading; longer texts are read as they stand."""
LONG: Final = 2_000
WINDOW: Final = 160
"""Of a text longer than LONG, how much around a decoded piece is read with it, in code points."""

Pieces = list[tuple[int, int, str, bool]]
"""(start, end, replacement, whole: the replacement stands for the span as a whole), in text order."""


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


def read(name: str, text: str, pieces: Pieces, weak: bool) -> Reading:
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
