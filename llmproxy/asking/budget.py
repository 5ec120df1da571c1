"""What one API key may ask judges for in a day (UTC): asks and tokens.

An ask is counted before it goes out, its tokens when the answer is there, so that those of the asks under way can go over a limit, no
others. Counters that are away cost no call: this process counts for itself meanwhile. Must not be in here: asks, what over budget means.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Callable
from typing import Final

from llmproxy.asking.counters import Counters, CountersDown, MemoryCounters, Used
from llmproxy.config import Settings
from minimize.model import JudgePolicy

log = logging.getLogger(__name__)

_DAY_S: Final = 86_400
_PAUSE_S: Final = 15.0
"""Counters that failed are not asked for so long."""


class Budget:
    """The budgets of all keys."""

    def __init__(self, shared: Callable[[], Counters] | None = None, secret: bytes = b"", clock: Callable[[], float] = time.time) -> None:
        """`shared` makes the counters of several processes, when something is first counted."""
        self._own = MemoryCounters()
        self._shared = shared
        self._counters: Counters | None = None
        self._key = hashlib.blake2b(secret, digest_size=32, person=b"asked").digest()
        self._clock = clock
        self._paused_until = 0.0

    @classmethod
    def of(cls, settings: Settings) -> Budget:
        """Give the budgets as the settings have them counted: together where sessions are shared, else in this process."""
        kept = settings.session_store
        if not kept.url:
            return cls(None, settings.secret)

        def connect() -> Counters:
            from llmproxy.asking.shared import RedisCounters

            return RedisCounters.connect(kept.url, timeout_s=kept.timeout_s)

        return cls(connect, settings.secret)

    async def take(self, policy: JudgePolicy, client: str) -> bool:
        """Count one ask of a client's; False, and nothing counted, where that would be over its budget."""
        if policy.asks_per_day is None and policy.tokens_per_day is None:
            return True
        used = await self._add(client, 1, 0)
        over = policy.asks_per_day is not None and used.asks > policy.asks_per_day
        if not over and (policy.tokens_per_day is None or used.tokens < policy.tokens_per_day):
            return True
        await self._add(client, -1, 0)
        return False

    async def spent(self, policy: JudgePolicy, client: str, tokens: int) -> None:
        """Count the tokens of an ask of a client's."""
        if tokens and policy.tokens_per_day is not None:
            await self._add(client, 0, tokens)

    async def close(self) -> None:
        """Let go of the counters."""
        if self._counters is not None:
            await self._counters.close()

    async def _add(self, client: str, asks: int, tokens: int) -> Used:
        now = self._clock()
        name = hashlib.blake2b(client.encode("utf-8", "replace"), key=self._key, digest_size=16).hexdigest()
        if self._shared is not None and now >= self._paused_until:
            self._counters = self._counters or self._shared()
            try:
                return await self._counters.add(name, int(now // _DAY_S), asks, tokens)
            except CountersDown as fault:
                self._paused_until = now + _PAUSE_S
                log.warning("what keys asked of judges cannot be counted together, this process counts for itself: %s", fault)
        return await self._own.add(name, int(now // _DAY_S), asks, tokens)
