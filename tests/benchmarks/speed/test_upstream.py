"""The benchmark's provider speaks HTTP that real clients read, however its requests arrive."""

from __future__ import annotations

import asyncio
import json

import httpx
import pytest

from benchmarks.speed import payloads
from benchmarks.speed.upstream import Upstream


@pytest.fixture
async def url():
    server = await asyncio.get_running_loop().create_server(Upstream, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1/chat/completions"


async def test_whole(url: str) -> None:
    async with httpx.AsyncClient() as client:
        answer = await client.post(url, content=payloads.request("whole"))
    assert answer.status_code == 200
    assert answer.json()["choices"][0]["message"]["tool_calls"][0]["function"]["name"] == "get_weather"


@pytest.mark.parametrize(("model", "events"), [("text", 203), ("one", 4)])
async def test_streams(url: str, model: str, events: int) -> None:
    async with httpx.AsyncClient() as client:
        answer = await client.post(url, content=payloads.request(model, stream=True))
    assert answer.headers["content-type"] == "text/event-stream"
    assert answer.text.count("data: ") == events
    assert answer.text.endswith("data: [DONE]\n\n")


async def test_requests_in_pieces_and_in_a_row(url: str) -> None:
    port = httpx.URL(url).port
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = payloads.request("whole")
    request = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body)
    for cut in (request[:20], request[20:60], request[60:] + request):
        writer.write(cut)
        await writer.drain()
        await asyncio.sleep(0.01)
    for _ in range(2):
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        assert json.loads(await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0])))["id"] == "chatcmpl-b"
    writer.close()
