"""What was used under a name on a day, counted in Redis (or what speaks its protocol) for all proxies that name the same one.

The client library is imported when counters are made. Must not be in here: what to do when Redis is away; it is `CountersDown`, always.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from llmproxy.asking.counters import CountersDown, Used

PREFIX: Final = "toolminimize:asked:"
_KEPT_S: Final = 2 * 86_400


class RedisCounters:
    """Counters in Redis. `client` is one of `redis.asyncio`; `connect` makes one."""

    def __init__(self, client: Any, *, timeout_s: float = 0.25) -> None:
        self._client = client
        self._timeout_s = timeout_s

    @classmethod
    def connect(cls, url: str, *, timeout_s: float = 0.25) -> RedisCounters:
        """Give counters at a `redis://`, `rediss://` or `unix://` URL; nothing is sent yet. ImportError without the extra `redis`."""
        import redis.asyncio

        return cls(redis.asyncio.from_url(url, socket_timeout=timeout_s, socket_connect_timeout=timeout_s), timeout_s=timeout_s)

    async def add(self, name: str, day: int, asks: int, tokens: int) -> Used:
        """Add to what was used under a name on a day; give the sums."""
        key = f"{PREFIX}{day}:{name}"
        try:
            async with asyncio.timeout(self._timeout_s):
                steps = self._client.pipeline(transaction=False)
                steps.hincrby(key, "asks", asks)
                steps.hincrby(key, "tokens", tokens)
                steps.expire(key, _KEPT_S)
                found = await steps.execute()
            return Used(int(found[0]), int(found[1]))
        except Exception as error:  # the library's errors, the network's, and what is no counter
            raise CountersDown(type(error).__name__) from None

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()
