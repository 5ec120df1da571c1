"""For the tests of this folder: what every store of answers holds to. Must not be in here: a store."""

from __future__ import annotations

from llmproxy.verdicts.store import Store


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


async def gives_what_was_put_and_forgets_what_is_old(store: Store, clock: Clock) -> None:
    """Check a store by `clock`."""
    assert await store.get(b"a") is None and await store.purge() == 0
    await store.put(b"a", b"1")
    clock.now += 5
    await store.put(b"b", b"2")
    await store.put(b"b", b"3")
    assert (await store.get(b"a"), await store.get(b"b"), await store.get(b"c")) == (b"1", b"3", None)
    assert await store.purge(5) == 1
    assert (await store.get(b"a"), await store.get(b"b")) == (None, b"3")
    assert await store.purge() == 1 and await store.get(b"b") is None


async def lets_go_after(ttl_s: float, store: Store, clock: Clock) -> None:
    """Check the time to live."""
    await store.put(b"a", b"1")
    clock.now += ttl_s - 0.1
    assert await store.get(b"a") == b"1"
    clock.now += 0.2
    assert await store.get(b"a") is None


async def holds_no_more_than(most: int, store: Store, clock: Clock) -> None:
    """Check the bound: of more than `most` the newest stay."""
    for number in range(3 * most):
        clock.now += 1
        await store.put(b"%d" % number, b"x")
    held = [number for number in range(3 * most) if await store.get(b"%d" % number) is not None]
    assert len(held) <= most + 1 and held[-1] == 3 * most - 1
