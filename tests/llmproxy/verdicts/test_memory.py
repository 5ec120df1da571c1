"""The store in memory."""

from __future__ import annotations

from llmproxy.verdicts.memory import MemoryStore
from tests.llmproxy.verdicts import stores


async def test_it_holds_to_what_stores_hold_to() -> None:
    clock = stores.Clock()
    await stores.gives_what_was_put_and_forgets_what_is_old(MemoryStore(max_entries=9, ttl_s=60, clock=clock), clock)
    await stores.lets_go_after(60, MemoryStore(max_entries=9, ttl_s=60, clock=clock), clock)
    await stores.holds_no_more_than(5, MemoryStore(max_entries=5, ttl_s=60, clock=clock), clock)


async def test_what_is_used_stays_longest() -> None:
    store = MemoryStore(max_entries=2, ttl_s=60)
    for key in (b"a", b"b"):
        await store.put(key, key)
    await store.get(b"a")
    await store.put(b"c", b"c")
    assert await store.get(b"a") == b"a" and await store.get(b"b") is None and len(store) == 2
    await store.close()
    assert len(store) == 0
