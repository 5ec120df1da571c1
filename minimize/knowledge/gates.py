"""Which texts the rules of a language are tried on: those with one of its letters or one of its commonest words.

A gate is a matter of speed, not of judgement: it lets in more than its language, and what the rules find in that is up to them.
Must not be in here: the gates (the head of a file in `data/patterns`), and the rules behind them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from minimize.knowledge.text import View


@dataclass(slots=True)
class Gate:
    """What opens the rules of one file."""

    letters: str
    """A class of characters (of the original text), one of which is enough, or empty."""
    words: frozenset[str]
    """Folded words, one of which is enough."""
    pieces: tuple[str, ...] = ()
    """The same for what words end or begin in, wherever it stands."""
    _letter: re.Pattern[str] | None = field(default=None, init=False, repr=False, compare=False)

    def opens(self, view: View) -> bool:
        """Whether the rules behind it are worth trying on a text."""
        if self.letters and not view.text.isascii():
            if self._letter is None:
                self._letter = re.compile(self.letters)
            if self._letter.search(view.text):
                return True
        if self.words and not self.words.isdisjoint(view.words):
            return True
        return any(piece in view.fold for piece in self.pieces)


def gates(data: Mapping[str, Mapping[str, Any]]) -> dict[str, Gate]:
    """Make the gates from their packed form, by name."""
    return {name: Gate(row.get("letters", ""), frozenset(row.get("words", ())), tuple(row.get("pieces", ()))) for name, row in data.items()}
