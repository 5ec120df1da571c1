"""Sessions in Redis (or what speaks its protocol), shared by all proxies that name the same one and have the same secret.

A swap is one script, which runs as a whole or not at all. The client library is imported when a store is made.
Must not be in here: what to do when Redis is away; it is `StoreDown`, always.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any, Final

from llmproxy.sessions.store import Change, Kept, StoreDown

PREFIX: Final = "toolminimize:{session}:"
"""The braces put all keys of a cluster into one slot, where one script may touch several."""
_DIGITS: Final = 16
"""Of the version, in hex, before the data."""
_SWAP: Final = """
for i, key in ipairs(KEYS) do
  local held = redis.call('GETRANGE', key, 0, 15)
  if held ~= ARGV[3 * i - 2] then return 0 end
end
for i, key in ipairs(KEYS) do
  redis.call('SET', key, ARGV[3 * i - 1], 'PX', ARGV[3 * i])
end
return 1
"""


class RedisStore:
    """A store in Redis. `client` is one of `redis.asyncio`; `connect` makes one."""

    def __init__(self, client: Any, *, timeout_s: float = 0.5) -> None:
        self._client = client
        self._timeout_s = timeout_s
        self._script = client.register_script(_SWAP)

    @classmethod
    def connect(cls, url: str, *, timeout_s: float = 0.5) -> RedisStore:
        """Give a store at a `redis://`, `rediss://` or `unix://` URL; nothing is sent yet. ImportError without the extra `redis`."""
        import redis.asyncio

        return cls(redis.asyncio.from_url(url, socket_timeout=timeout_s, socket_connect_timeout=timeout_s), timeout_s=timeout_s)

    async def load(self, keys: Sequence[str]) -> list[Kept]:
        """Give what is held under the keys, in their order."""
        found = await self._ask(self._client.mget([PREFIX + key for key in keys]))
        try:
            return [Kept() if data is None else Kept(int(data[:_DIGITS], 16), bytes(data[_DIGITS:])) for data in found]
        except (TypeError, ValueError):
            raise StoreDown("what is held is no session") from None

    async def swap(self, changes: Sequence[Change]) -> bool:
        """Take all changes, or none where one's version is not held any more; say which."""
        arguments: list[bytes | int] = []
        for change in changes:
            held = b"%016x" % change.version if change.version else b""
            arguments += [held, b"%016x" % _another(change.version) + change.data, max(1, int(change.ttl_s * 1000))]
        return bool(await self._ask(self._script(keys=[PREFIX + change.key for change in changes], args=arguments)))

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def _ask(self, question: Any) -> Any:
        try:
            async with asyncio.timeout(self._timeout_s):
                return await question
        except Exception as error:  # the library's errors, the network's, and a script that the server does not know to run
            raise StoreDown(type(error).__name__) from None


def _another(version: int) -> int:
    """A version that this key never had: a session that begins anew must not be taken for an older one."""
    return (version & 0xFFFFFFFF) + 1 | random.getrandbits(31) << 32 if version else 1 | random.getrandbits(31) << 32
