"""Answers in this process: bounded, the longest unused go first. Must not be in here: sharing between processes."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable


class MemoryStore:
    """A store in memory. For one event loop: nothing in it waits."""

    def __init__(self, *, max_entries: int, ttl_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_entries = max_entries
        self._ttl_s = ttl_s
        self._clock = clock
        self._held: OrderedDict[bytes, tuple[float, bytes]] = OrderedDict()

    def __len__(self) -> int:
        """Count what is held."""
        return len(self._held)

    async def get(self, key: bytes) -> bytes | None:
        """Give what is held under a key."""
        found = self._held.get(key)
        if found is None:
            return None
        at, data = found
        if at + self._ttl_s <= self._clock():
            del self._held[key]
            return None
        self._held.move_to_end(key)
        return data

    async def put(self, key: bytes, data: bytes) -> None:
        """Hold something under a key from now on."""
        self._held[key] = self._clock(), data
        self._held.move_to_end(key)
        if len(self._held) > self._max_entries:
            self._held.popitem(last=False)

    async def purge(self, older_than_s: float = 0.0) -> int:
        """Forget what was put at least so many seconds ago; give how many that were."""
        until = self._clock() - older_than_s
        old = [key for key, (at, _) in self._held.items() if at <= until]
        for key in old:
            del self._held[key]
        return len(old)

    async def close(self) -> None:
        """Forget everything."""
        self._held.clear()
