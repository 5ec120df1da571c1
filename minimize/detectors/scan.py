"""Several texts laid end to end, so that a stage looks at a whole call at once; what stands where.

Between two texts stands a separator that no word, number or pattern crosses. Must not be in here: detection.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Final

from minimize.detectors.pairs import Inner, columns, inner
from minimize.detectors.place import Place
from minimize.detectors.surroundings import Surroundings
from minimize.knowledge.model import Knowledge
from minimize.knowledge.text import View

SEPARATOR: Final = "\n\x00\n"


class Scan:
    """Texts with their places, as one text with its views."""

    __slots__ = ("_ends", "_hints", "_inner", "_starts", "_surroundings", "every", "places", "view")

    def __init__(self, texts: Sequence[tuple[str, Place]]) -> None:
        self.places: list[Place] = [place for _, place in texts]
        self._starts: list[int] = []
        self._ends: list[int] = []
        at = 0
        for text, _ in texts:
            self._starts.append(at)
            at += len(text)
            self._ends.append(at)
            at += len(SEPARATOR)
        self.view = View(SEPARATOR.join([text for text, _ in texts]))
        self._hints = [place.hints for place in self.places]
        self.every: frozenset[str] = frozenset().union(*self._hints)
        """Sub labels that some field speaks for."""
        self._inner: list[Inner] | None = None
        self._surroundings: Surroundings | None = None

    def inner(self, knowledge: Knowledge) -> list[Inner]:
        """Values inside the texts whose keys say something."""
        if self._inner is None:
            self._inner = inner(self.view, knowledge.fields)
            for start, end, _ in self.each():
                if self.view.text.find("\n", start, end) >= 0:
                    table = columns(self.view.raw[start:end], knowledge.fields)
                    self._inner += [Inner(p.start + start, p.end + start, p.evidence) for p in table]
        return self._inner

    def surroundings(self, knowledge: Knowledge) -> Surroundings:
        """Words of the lexicons in the texts."""
        if self._surroundings is None:
            self._surroundings = Surroundings(self.view, knowledge.terms, knowledge.languages)
        return self._surroundings

    def index(self, position: int) -> int:
        """Which text stands at a position."""
        return bisect_right(self._starts, position) - 1 if len(self._starts) > 1 else 0

    def place(self, position: int) -> Place:
        """The place of the text at a position."""
        return self.places[self.index(position)]

    def bounds(self, position: int) -> tuple[int, int]:
        """Where the text at a position begins and ends."""
        i = self.index(position)
        return self._starts[i], self._ends[i]

    def hints(self, position: int) -> frozenset[str]:
        """Sub labels that the field at a position speaks for."""
        return self._hints[self.index(position)]

    def each(self) -> Iterable[tuple[int, int, Place]]:
        """Begin, end and place of each text, in order."""
        return zip(self._starts, self._ends, self.places, strict=True)
