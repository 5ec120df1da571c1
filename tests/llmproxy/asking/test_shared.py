"""Counting in Redis, on a real server where there is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from llmproxy.asking.counters import CountersDown, Used
from llmproxy.asking.shared import RedisCounters
from tests.llmproxy.sessions.stores import SERVER, redis_server


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with redis_server() as found:
        yield found


@pytest.mark.skipif(SERVER is None, reason="no redis-server is installed")
async def test_two_processes_count_together(url: str) -> None:
    one, two = (RedisCounters.connect(url, timeout_s=5) for _ in range(2))
    assert await one.add("a", 1, 1, 20) == Used(1, 20)
    assert await two.add("a", 1, 1, 5) == Used(2, 25)
    assert await two.add("a", 2, 0, 0) == Used() and await two.add("b", 1, -1, 0) == Used(-1, 0)
    await one.close()
    await two.close()


async def test_a_server_that_is_away_is_said() -> None:
    counters = RedisCounters.connect("redis://127.0.0.1:1/0", timeout_s=0.2)
    with pytest.raises(CountersDown):
        await counters.add("a", 1, 1, 0)
    await counters.close()
