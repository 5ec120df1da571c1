"""What a key may ask for in a day."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from llmproxy.asking.budget import Budget
from llmproxy.asking.counters import Counters, CountersDown, MemoryCounters, Used
from llmproxy.asking.shared import RedisCounters
from llmproxy.config import Settings
from llmproxy.config.model import SessionStore
from minimize.model import JudgePolicy

ASKS, TOKENS = JudgePolicy("j", asks_per_day=2), JudgePolicy("j", tokens_per_day=100)


async def test_asks_are_counted_by_key_and_day() -> None:
    now = [86_400.0 * 20_000 + 5]
    budget = Budget(clock=lambda: now[0])
    assert [await budget.take(ASKS, "a") for _ in range(4)] == [True, True, False, False]
    assert await budget.take(ASKS, "b")
    assert await budget.take(dataclasses.replace(ASKS, asks_per_day=3), "a"), "what was refused counts for nothing"
    now[0] += 86_400
    assert await budget.take(ASKS, "a")


async def test_tokens_close_the_day_once_they_are_used() -> None:
    budget = Budget()
    assert await budget.take(TOKENS, "a")
    await budget.spent(TOKENS, "a", 99)
    assert await budget.take(TOKENS, "a")
    await budget.spent(TOKENS, "a", 1)
    assert not await budget.take(TOKENS, "a") and await budget.take(TOKENS, "b")


async def test_without_limits_nothing_is_counted() -> None:
    def counters() -> Counters:
        raise AssertionError("nobody counts")

    budget = Budget(counters)
    assert await budget.take(JudgePolicy("j"), "a")
    await budget.spent(JudgePolicy("j"), "a", 5)
    await budget.close()


class Away(MemoryCounters):
    """Counters that can be asked only once."""

    asked = 0

    async def add(self, name: str, day: int, asks: int, tokens: int) -> Used:
        self.asked += 1
        raise CountersDown


async def test_counters_that_are_away_let_this_process_count(caplog: pytest.LogCaptureFixture) -> None:
    away = Away()
    budget = Budget(lambda: away)
    assert [await budget.take(ASKS, "a") for _ in range(3)] == [True, True, False]
    assert away.asked == 1 and len(caplog.records) == 1
    await budget.close()


async def test_where_sessions_are_shared_so_is_the_count(tmp_path: Path) -> None:
    def settings(url: str) -> Settings:
        said: Any = SimpleNamespace(session_store=SessionStore(url), secret=b"0" * 32)
        return cast(Settings, said)

    assert Budget.of(settings(""))._shared is None
    shared = Budget.of(settings("redis://127.0.0.1:1/0"))
    assert shared._shared is not None and isinstance(shared._shared(), RedisCounters)
