"""The load: a closed loop of keep-alive connections, HTTP/1.1 by hand, that times answers. Bounded in count and in time; loopback only.

It checks that answers are what they should be (status, length, end of stream), not what they say.
"""

from __future__ import annotations

import asyncio
import re
import time
from dataclasses import dataclass, field
from typing import cast

_LENGTH = re.compile(rb"content-length:\s*(\d+)", re.IGNORECASE)
_SENT = re.compile(rb"@(\d+)@")
_FIRST_TEXT = re.compile(rb'"content"\s*:\s*" word|"content"\s*:\s*"@')


@dataclass(slots=True)
class Result:
    """What one run measured; all times in milliseconds."""

    latencies: list[float] = field(default_factory=list)
    first_text: list[float] = field(default_factory=list)
    """From sending the request to the first text chunk."""
    one_way: list[float] = field(default_factory=list)
    """From the upstream's sending a paced chunk to its arrival here."""
    errors: int = 0
    seconds: float = 0.0

    @property
    def count(self) -> int:
        """Answers received."""
        return len(self.latencies)


def percentile(values: list[float], p: float) -> float:
    """Give the p-th percentile (0 to 100), NaN without values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * p / 100))] if ordered else float("nan")


class _Connection(asyncio.Protocol):
    """One keep-alive connection: one request under way at a time."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.done: asyncio.Future[bool] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.done and not self.done.done():
            self.done.set_result(False)

    def ask(self, request: bytes) -> asyncio.Future[bool]:
        """Send a request; the future is done when its answer is complete, true if the status was 200."""
        self.body, self.head_end, self.length, self.seen_text = bytearray(), -1, -1, False
        self.done = asyncio.get_running_loop().create_future()
        self.sent = time.perf_counter()
        self.transport.write(request)
        return self.done

    def data_received(self, data: bytes) -> None:
        """Collect the answer and note times."""
        now = time.monotonic_ns()
        self.body += data
        if self.head_end < 0:
            self.head_end = self.body.find(b"\r\n\r\n")
            if self.head_end < 0:
                return
            length = _LENGTH.search(self.body, 0, self.head_end)
            self.length = int(length[1]) if length else -1
        if not self.seen_text and _FIRST_TEXT.search(self.body):
            self.seen_text = True
            self.result.first_text.append((time.perf_counter() - self.sent) * 1e3)
        self.result.one_way += [(now - int(m[1])) / 1e6 for m in _SENT.finditer(data)]
        complete = len(self.body) >= self.head_end + 4 + self.length if self.length >= 0 else self.body.endswith(b"0\r\n\r\n")
        if complete and self.done and not self.done.done():
            self.result.latencies.append((time.perf_counter() - self.sent) * 1e3)
            self.done.set_result(self.body.startswith(b"HTTP/1.1 200"))


def http_request(port: int, body: bytes, token: str) -> bytes:
    """Give the bytes of a request."""
    head = f"POST /v1/chat/completions HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n"
    return f"{head}content-length: {len(body)}\r\n\r\n".encode() + body


async def run(port: int, requests: list[bytes], *, connections: int, count: int, seconds: float) -> Result:
    """Send `count` requests over `connections` connections, in turn from `requests`; stop early after `seconds`."""
    result = Result()
    loop = asyncio.get_running_loop()
    deadline = time.perf_counter() + seconds
    left = count

    async def worker() -> None:
        nonlocal left
        _, connection = await loop.create_connection(lambda: _Connection(result), "127.0.0.1", port)
        while left > 0 and time.perf_counter() < deadline:
            left -= 1
            try:
                ok = await asyncio.wait_for(connection.ask(requests[left % len(requests)]), 30)
            except TimeoutError:
                ok = False
            if not ok:
                result.errors += 1
                if connection.transport.is_closing():
                    break
        connection.transport.close()

    start = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(min(connections, count))))
    result.seconds = time.perf_counter() - start
    return result
