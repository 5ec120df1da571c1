"""The store in memory: versions, time, bounds."""

from __future__ import annotations

from llmproxy.sessions.memory import MemoryStore
from llmproxy.sessions.store import Change, Kept
from tests.llmproxy.sessions.stores import only_who_knows_what_is_held_may_change_it


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_only_who_knows_what_is_held_may_change_it() -> None:
    store = MemoryStore(Clock())
    await only_who_knows_what_is_held_may_change_it(store)


async def test_what_was_silent_for_too_long_is_gone_and_begins_with_another_version() -> None:
    clock = Clock()
    store = MemoryStore(clock)
    await store.swap([Change("a", 0, b"1", 10)])
    (old,) = await store.load(["a"])
    clock.now = 10.0
    assert await store.load(["a"]) == [Kept()]
    assert len(store) == 0
    await store.swap([Change("a", 0, b"1", 10)])
    assert not await store.swap([Change("a", old.version, b"2", 10)])


async def test_it_is_bounded_by_number_and_by_size() -> None:
    store = MemoryStore(Clock(), max_entries=3, max_bytes=25)
    for name in "abcd":
        await store.swap([Change(name, 0, b"x", 10)])
    assert [kept.data for kept in await store.load(list("abcd"))] == [None, b"x", b"x", b"x"]
    await store.swap([Change("e", 0, b"x" * 24, 10)])
    assert [kept.data is None for kept in await store.load(list("bcde"))] == [True, True, False, False]


async def test_closing_forgets() -> None:
    store = MemoryStore(Clock())
    await store.swap([Change("a", 0, b"1", 10)])
    await store.close()
    assert len(store) == 0
