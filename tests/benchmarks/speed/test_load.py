"""The load counts, times and ends; a wrong status is an error and a text chunk is timed."""

from __future__ import annotations

import asyncio
import math

import pytest

from benchmarks.speed import payloads
from benchmarks.speed.load import http_request, percentile, run
from benchmarks.speed.upstream import Upstream


@pytest.fixture
async def port():
    server = await asyncio.get_running_loop().create_server(Upstream, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


def ask(port: int, model: str) -> list[bytes]:
    return [http_request(port, payloads.request(model, stream=model != "whole"), "key")]


async def test_whole_answers_are_counted_and_timed(port: int) -> None:
    result = await run(port, ask(port, "whole"), connections=4, count=40, seconds=10)
    assert (result.count, result.errors, result.first_text) == (40, 0, [])
    assert all(0 < ms < 5000 for ms in result.latencies)
    assert result.seconds > 0


async def test_first_text_of_streams_is_timed(port: int) -> None:
    result = await run(port, ask(port, "text"), connections=2, count=6, seconds=10)
    assert (result.count, len(result.first_text)) == (6, 6)
    tools = await run(port, ask(port, "tool"), connections=2, count=6, seconds=10)
    assert (tools.count, tools.first_text) == (6, [])


async def test_paced_chunks_tell_their_way(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(payloads, "PACED_PIECES", 5)
    monkeypatch.setattr(payloads, "PACED_GAP_S", 0.002)
    result = await run(port, ask(port, "paced"), connections=2, count=2, seconds=10)
    assert len(result.one_way) == 10
    assert all(0 <= ms < 1000 for ms in result.one_way)


async def test_other_status_is_an_error() -> None:
    async def refuse(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        result = await run(port, ask(port, "whole"), connections=1, count=1, seconds=5)
    assert result.errors == 1


async def test_it_ends_by_the_clock(port: int) -> None:
    result = await run(port, ask(port, "whole"), connections=1, count=10_000_000, seconds=0.05)
    assert 0 < result.count < 10_000_000


def test_percentiles() -> None:
    values = [float(n) for n in range(1, 101)]
    assert (percentile(values, 50), percentile(values, 99), percentile(values, 100)) == (51, 100, 100)
    assert math.isnan(percentile([], 50))
