"""Sessions in this process: bounded, the longest untouched go first.

Must not be in here: sharing between processes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from llmproxy.sessions.store import Change, Kept


class _Entry(NamedTuple):
    version: int
    data: bytes
    until: float


class MemoryStore:
    """A store in memory. For one event loop: nothing in it waits, so nothing comes between its steps."""

    def __init__(self, clock: Callable[[], float], *, max_entries: int = 10_000, max_bytes: int = 64_000_000) -> None:
        self._clock = clock
        self._max_entries = max_entries
        self._max_bytes = max_bytes
        self._held: OrderedDict[str, _Entry] = OrderedDict()
        self._bytes = 0
        self._last = 0

    def __len__(self) -> int:
        """Count what is held."""
        return len(self._held)

    async def load(self, keys: Sequence[str]) -> list[Kept]:
        """Give what is held under the keys, in their order."""
        return [Kept(entry.version, entry.data) if (entry := self._live(key)) is not None else Kept() for key in keys]

    async def swap(self, changes: Sequence[Change]) -> bool:
        """Take all changes, or none where one's version is not held any more; say which."""
        for change in changes:
            entry = self._live(change.key)
            if (entry.version if entry is not None else 0) != change.version:
                return False
        now = self._clock()
        for change in changes:
            self._drop(change.key)
            self._last += 1  # over all keys, so that a session that begins anew is never taken for an older one
            self._held[change.key] = _Entry(self._last, change.data, now + change.ttl_s)
            self._bytes += len(change.data)
        while len(self._held) > self._max_entries or self._bytes > self._max_bytes:
            self._drop(next(iter(self._held)))
        return True

    async def close(self) -> None:
        """Forget everything."""
        self._held.clear()
        self._bytes = 0

    def _live(self, key: str) -> _Entry | None:
        entry = self._held.get(key)
        if entry is not None and entry.until <= self._clock():
            self._drop(key)
            return None
        return entry

    def _drop(self, key: str) -> None:
        entry = self._held.pop(key, None)
        if entry is not None:
            self._bytes -= len(entry.data)
