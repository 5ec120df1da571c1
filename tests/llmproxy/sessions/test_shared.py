"""The store in Redis, on a real server where there is one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from llmproxy.sessions.shared import PREFIX, RedisStore
from llmproxy.sessions.store import Change, Kept, StoreDown
from tests.llmproxy.sessions.stores import SERVER, only_who_knows_what_is_held_may_change_it, redis_server

real = pytest.mark.skipif(SERVER is None, reason="no redis-server is installed")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with redis_server() as found:
        yield found


@real
async def test_only_who_knows_what_is_held_may_change_it(url: str) -> None:
    store = RedisStore.connect(url, timeout_s=5)
    await only_who_knows_what_is_held_may_change_it(store)
    await store.close()


@real
async def test_what_was_silent_for_too_long_is_gone(url: str) -> None:
    store = RedisStore.connect(url, timeout_s=5)
    await store.swap([Change("brief", 0, b"1", 0.02)])
    await asyncio.sleep(0.06)
    assert await store.load(["brief"]) == [Kept()]
    await store.close()


@real
async def test_of_many_who_add_at_once_none_is_lost(url: str) -> None:
    stores = [RedisStore.connect(url, timeout_s=5) for _ in range(2)]

    async def add(number: int) -> None:
        store = stores[number % 2]
        while True:
            (held,) = await store.load(["sum"])
            if await store.swap([Change("sum", held.version, b"%d" % (int(held.data or b"0") + 1), 10)]):
                return

    await asyncio.gather(*[add(number) for number in range(30)])
    assert (await stores[0].load(["sum"]))[0].data == b"30"
    for store in stores:
        await store.close()


@real
async def test_what_is_no_session_is_not_taken_for_an_empty_one(url: str) -> None:
    import redis.asyncio

    client = redis.asyncio.from_url(url)
    await client.set(PREFIX + "odd", b"something else altogether")
    store = RedisStore(client, timeout_s=5)
    with pytest.raises(StoreDown):
        await store.load(["odd"])
    await store.close()


async def test_a_server_that_is_away_is_said_to_be() -> None:
    store = RedisStore.connect("redis://127.0.0.1:1/0", timeout_s=0.5)
    with pytest.raises(StoreDown):
        await store.load(["a"])
    with pytest.raises(StoreDown):
        await store.swap([Change("a", 0, b"1", 10)])
    await store.close()


async def test_a_server_that_does_not_answer_is_not_waited_for() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    store = RedisStore.connect(f"redis://127.0.0.1:{port}/0", timeout_s=0.1)
    with pytest.raises(StoreDown):
        await asyncio.wait_for(store.load(["a"]), 3)
    await store.close()
    server.close()
    await asyncio.sleep(0.05)
