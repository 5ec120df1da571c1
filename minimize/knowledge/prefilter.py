"""Which of many patterns may match a text: google-re2 Sets, split so that their automata settle.

A lazy automaton makes a state for each combination of half-matched patterns. In one Set of 200 patterns that mostly count digits nearly every new text
makes new ones (150 us a text, for ever); in a few Sets of neighbours they are soon all made (20 us). Measured by `benchmarks.speed`.
Must not be in here: what the patterns mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import re2

GROUP = 100
"""Patterns a Set. Fewer make more passes over each text, more make more states: of whole statements, which loop over words, two already make many."""
_BUDGET = 16 << 20
"""Bytes that the automaton of one Set may take before it starts anew."""


class Prefilter:
    """Patterns in re2 syntax, asked together."""

    def __init__(self, patterns: Sequence[str], size: int = GROUP) -> None:
        order = sorted(range(len(patterns)), key=lambda index: patterns[index])
        groups = [order[at : at + size] for at in range(0, len(order), size)]
        self._sets = [(_compiled([patterns[index] for index in group]), group) for group in groups]

    def match(self, text: str | bytes) -> list[int]:
        """Give the indices of the patterns that match somewhere in a text (bytes: in UTF-8), in no particular order."""
        data = text.encode() if isinstance(text, str) else text
        found: list[int] = []
        for compiled, group in self._sets:
            for hit in compiled.Match(data):
                found.append(group[hit])
        return found


def _compiled(patterns: Sequence[str]) -> Any:
    options = re2.Options()
    options.max_mem = _BUDGET
    options.log_errors = False
    made = re2.Set.SearchSet(options)
    for pattern in patterns:
        made.Add(pattern)
    made.Compile()
    return made._set  # the wrapper's own work costs as much as a settled automaton's
