"""Leaves a judge alone for a while when it failed several times in a row. Must not be in here: what a failure is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

IN_A_ROW: Final = 5
PAUSE_S: Final = 30.0
"""After so many failures in a row a model is not asked for so long."""


class Breaker:
    """How the judges' models fared lately, each by its name."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: dict[str, int] = {}
        self._paused_until: dict[str, float] = {}

    def open(self, model: str) -> bool:
        """Whether the model is left alone now."""
        return self._clock() < self._paused_until.get(model, 0.0)

    def failed(self, model: str) -> None:
        """Note a failure of the model's own."""
        count = self._failures[model] = self._failures.get(model, 0) + 1
        if count >= IN_A_ROW:
            self._paused_until[model] = self._clock() + PAUSE_S
            self._failures[model] = 0

    def answered(self, model: str) -> None:
        """Note a usable answer."""
        self._failures.pop(model, None)
