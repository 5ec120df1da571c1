"""What was used under a name on a day, counted in this process. Must not be in here: limits, sharing between processes."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

MAX_NAMES: Final = 10_000


class CountersDown(Exception):
    """The counters cannot be asked, or give no answer in time."""


class Used(NamedTuple):
    """What was used."""

    asks: int = 0
    tokens: int = 0


class Counters(Protocol):
    """Counts. Every operation raises `CountersDown` rather than to guess."""

    async def add(self, name: str, day: int, asks: int, tokens: int) -> Used:
        """Add to what was used under a name on a day; give the sums."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...


class MemoryCounters:
    """Counters in memory. For one event loop: nothing in it waits."""

    def __init__(self) -> None:
        self._used: dict[str, tuple[int, Used]] = {}

    async def add(self, name: str, day: int, asks: int, tokens: int) -> Used:
        """Add to what was used under a name on a day; give the sums. Of each name the last day is known."""
        at, used = self._used.get(name, (day, Used()))
        used = used if at == day else Used()
        used = Used(used.asks + asks, used.tokens + tokens)
        if name not in self._used and len(self._used) >= MAX_NAMES:
            self._used = {each: held for each, held in self._used.items() if held[0] == day}
            while len(self._used) >= MAX_NAMES:
                del self._used[next(iter(self._used))]
        self._used[name] = day, used
        return used

    async def close(self) -> None:
        """Forget nothing: the sums hold until the process ends."""
