"""How many asks a judge gets at once; the others wait in the order of their coming, not for ever.

Must not be in here: what a wait that was too long means.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class NoSlot(Exception):
    """No slot came free in time. Says nothing of the model."""


class Slots:
    """The slots of all judges: each model has its own, for each limit that a policy sets it."""

    def __init__(self) -> None:
        self._slots: dict[tuple[str, int], asyncio.Semaphore] = {}

    @asynccontextmanager
    async def taken(self, model: str, at_once: int, patience_s: float) -> AsyncIterator[None]:
        """Hold a slot. Raises `NoSlot` where none is free in time."""
        slots = self._slots.setdefault((model, at_once), asyncio.Semaphore(at_once))
        try:
            async with asyncio.timeout(patience_s):
                await slots.acquire()
        except TimeoutError:
            raise NoSlot from None
        try:
            yield
        finally:
            slots.release()
