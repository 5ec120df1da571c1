"""The store in Redis, on a real server where there is one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from llmproxy.verdicts.shared import PREFIX, RedisStore
from llmproxy.verdicts.store import StoreFailed
from tests.llmproxy.sessions.stores import SERVER, redis_server
from tests.llmproxy.verdicts import stores

real = pytest.mark.skipif(SERVER is None, reason="no redis-server is installed")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with redis_server() as found:
        yield found


@real
async def test_it_holds_to_what_stores_hold_to(url: str) -> None:
    import redis.asyncio

    clock = stores.Clock()
    client = redis.asyncio.from_url(url)
    await client.set("somebody:else", b"1")
    store = RedisStore(client, ttl_s=60, timeout_s=5, clock=clock)
    await stores.gives_what_was_put_and_forgets_what_is_old(store, clock)
    await client.set(PREFIX + b"ff", b"odd")
    assert await store.purge(5) == 1 and await client.get("somebody:else") == b"1"
    await store.close()


@real
async def test_two_see_the_same_until_its_time_is_over(url: str) -> None:
    one, two = (RedisStore.connect(url, ttl_s=0.03, timeout_s=5) for _ in range(2))
    await one.put(b"a", b"1")
    assert await two.get(b"a") == b"1"
    await asyncio.sleep(0.06)
    assert await two.get(b"a") is None
    await one.close()
    await two.close()


async def test_a_server_that_is_away_is_a_fault() -> None:
    store = RedisStore.connect("redis://127.0.0.1:1/0", ttl_s=60, timeout_s=0.5)
    for question in (store.get(b"a"), store.put(b"a", b"1"), store.purge()):
        with pytest.raises(StoreFailed):
            await question
    await store.close()
