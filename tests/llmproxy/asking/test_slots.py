"""Slots of judges: as many at once as a policy says, each model its own, and no waiting for ever."""

from __future__ import annotations

import asyncio

import pytest

from llmproxy.asking.slots import NoSlot, Slots


async def test_no_more_at_once_than_said() -> None:
    slots, running, most = Slots(), 0, 0

    async def one() -> None:
        nonlocal running, most
        async with slots.taken("m", 2, 5):
            running += 1
            most = max(most, running)
            await asyncio.sleep(0)
            running -= 1

    await asyncio.gather(*(one() for _ in range(7)))
    assert most == 2


async def test_who_waits_too_long_gets_none_and_holds_nothing_up() -> None:
    slots = Slots()
    async with slots.taken("m", 1, 5):
        with pytest.raises(NoSlot):
            async with slots.taken("m", 1, 0.001):
                pass
        async with slots.taken("other", 1, 0.001):
            pass
    async with slots.taken("m", 1, 0.001):
        pass


async def test_a_fault_gives_the_slot_back() -> None:
    slots = Slots()
    with pytest.raises(ValueError, match="x"):
        async with slots.taken("m", 1, 5):
            raise ValueError("x")
    async with slots.taken("m", 1, 0.001):
        pass
