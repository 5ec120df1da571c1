"""Answers in Redis (or what speaks its protocol), for all proxies that name the same one and have the same secret.

The client library is imported when a store is made. Must not be in here: what to do when Redis is away; it is `StoreFailed`, always.
"""

from __future__ import annotations

import asyncio
import struct
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

from llmproxy.verdicts.store import StoreFailed

PREFIX: Final = b"toolminimize:verdict:"
_AT: Final = struct.Struct(">d")
"""When it was put, before the data."""
_PAGE: Final = 500
_PURGING_S: Final = 60.0

T = TypeVar("T")


class RedisStore:
    """A store in Redis. `client` is one of `redis.asyncio`; `connect` makes one."""

    def __init__(self, client: Any, *, ttl_s: float, timeout_s: float = 0.25, clock: Callable[[], float] = time.time) -> None:
        self._client = client
        self._ttl_s = ttl_s
        self._timeout_s = timeout_s
        self._clock = clock

    @classmethod
    def connect(cls, url: str, *, ttl_s: float, timeout_s: float = 0.25) -> RedisStore:
        """Give a store at a `redis://`, `rediss://` or `unix://` URL; nothing is sent yet. ImportError without the extra `redis`."""
        import redis.asyncio

        return cls(redis.asyncio.from_url(url, socket_timeout=timeout_s, socket_connect_timeout=timeout_s), ttl_s=ttl_s, timeout_s=timeout_s)

    async def get(self, key: bytes) -> bytes | None:
        """Give what is held under a key."""
        found = await self._ask(self._client.get(PREFIX + key.hex().encode()), self._timeout_s)
        return bytes(found[_AT.size :]) if found is not None else None

    async def put(self, key: bytes, data: bytes) -> None:
        """Hold something under a key from now on."""
        held = _AT.pack(self._clock()) + data
        await self._ask(self._client.set(PREFIX + key.hex().encode(), held, px=max(1, int(self._ttl_s * 1000))), self._timeout_s)

    async def purge(self, older_than_s: float = 0.0) -> int:
        """Forget what was put at least so many seconds ago; give how many that were."""
        return await self._ask(self._purged(self._clock() - older_than_s), _PURGING_S)

    async def _purged(self, until: float) -> int:
        gone, cursor = 0, None
        while cursor != 0:
            cursor, keys = await self._client.scan(cursor=cursor or 0, match=PREFIX + b"*", count=_PAGE)
            held = await self._client.mget(keys) if keys else []
            old = [key for key, data in zip(keys, held, strict=True) if data is not None and _put_at(data) <= until]
            for key in old:  # one by one: the keys of a cluster lie in many places
                gone += await self._client.unlink(key)
        return gone

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def _ask(self, question: Awaitable[T], timeout_s: float) -> T:
        try:
            async with asyncio.timeout(timeout_s):
                return await question
        except Exception as error:  # the library's errors and the network's
            raise StoreFailed(type(error).__name__) from None


def _put_at(data: bytes) -> float:
    """Give when it was put; what is none of ours is as old as can be."""
    return float(_AT.unpack_from(data)[0]) if len(data) >= _AT.size else 0.0
