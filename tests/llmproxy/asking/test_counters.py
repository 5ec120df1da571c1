"""Counting in memory: by name and day, bounded."""

from __future__ import annotations

import pytest

from llmproxy.asking import counters
from llmproxy.asking.counters import MemoryCounters, Used


async def test_sums_are_by_name_and_day() -> None:
    held = MemoryCounters()
    assert await held.add("a", 1, 1, 0) == Used(1, 0)
    assert await held.add("a", 1, 1, 50) == Used(2, 50)
    assert await held.add("b", 1, 0, 0) == Used()
    assert await held.add("a", 2, 1, 0) == Used(1, 0)
    await held.close()


async def test_names_of_days_gone_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counters, "MAX_NAMES", 3)
    held = MemoryCounters()
    for name in "abc":
        await held.add(name, 1, 1, 0)
    await held.add("d", 2, 1, 0)
    assert len(held._used) == 1
    for name in "efgh":
        await held.add(name, 2, 1, 0)
    assert len(held._used) == 3
