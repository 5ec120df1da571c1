"""Which texts the rules of a language are tried on: those with one of its letters or one of its commonest words.

A gate is a matter of speed, not of judgement: it lets in more than its language, and what the rules find in that is up to them.
Must not be in here: the gates (the head of a file in `data/patterns`), and the rules behind them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from minimize.knowledge.text import View

_FOREIGN: Final = re.compile(r"[^\x00-\x7f]")


class Gates:
    """All gates. A text is looked through once for the words of all of them."""

    __slots__ = ("_letters", "_pieces", "_words", "sizes")

    def __init__(self, data: Mapping[str, Mapping[str, Any]]) -> None:
        """`data`: name -> `letters` (a class of characters of the original text), `words` (folded), `pieces` of such words, `sets` (patterns a prefilter)."""
        self.sizes: dict[str, int] = {name: int(row.get("sets", 0)) for name, row in data.items()}
        """Every gate, and how many patterns a prefilter of the rules behind it may have (0: as many as any)."""
        self._letters = [(name, re.compile(row["letters"])) for name, row in data.items() if row.get("letters")]
        self._pieces = [(name, str(piece)) for name, row in data.items() for piece in row.get("pieces", ())]
        self._words: dict[str, tuple[str, ...]] = {}
        for name, row in data.items():
            for word in row.get("words", ()):
                self._words[word] = (*self._words.get(word, ()), name)

    def opened(self, view: View) -> list[str]:
        """Give the names of the gates whose rules are worth trying on a text, in their order."""
        known, fold = self._words.get, view.fold
        found = {name for word in view.words if (names := known(word)) for name in names}
        for name, piece in self._pieces:
            if piece in fold:
                found.add(name)
        if not view.text.isascii():
            letters = "".join(set(_FOREIGN.findall(view.text)))
            found.update([name for name, pattern in self._letters if pattern.search(letters)])
        return [name for name in self.sizes if name in found] if found else []
