"""A model provider that answers at once: `python -m benchmarks.speed.upstream PORT`. HTTP/1.1 by hand on uvloop, so that it costs next to nothing.

The request's model name says what comes back: `whole`, `text` (200 chunks at once), `one` (a text of one chunk), `tool` (a streamed call) or `paced`
(a chunk every 20 ms, each with the time at which it was sent). Not a general server.
"""

from __future__ import annotations

import asyncio
import itertools
import re
import sys
import time
from typing import cast

from benchmarks.speed import payloads

_MODEL = re.compile(rb'"model"\s*:\s*"(?:openai/)?([a-z0-9-]+)"')
_LENGTH = re.compile(rb"content-length:\s*(\d+)", re.IGNORECASE)
_OFFSETS = itertools.count()
"""Paced streams are spread over the gap: a provider's streams don't beat in step."""
_STREAM_HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"


def _framed(part: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(part), part)


def _whole(salt: int) -> bytes:
    body = payloads.whole("whole", salt)
    return b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%b" % (len(body), body)


WHOLE = itertools.cycle([_whole(salt) for salt in range(512)])
"""Whole answers differ: nobody wins by remembering a call."""
ANSWERS = {
    b"text": _STREAM_HEAD + b"".join(map(_framed, payloads.text_stream("text"))) + b"0\r\n\r\n",
    b"one": _STREAM_HEAD + b"".join(map(_framed, payloads.text_stream("one", 1))) + b"0\r\n\r\n",
    b"tool": _STREAM_HEAD + b"".join(map(_framed, payloads.tool_stream("tool"))) + b"0\r\n\r\n",
}


class Upstream(asyncio.Protocol):
    """One connection: reads requests, answers each at once, or paced."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the line."""
        self.transport = cast(asyncio.Transport, transport)
        self.buffer = bytearray()
        self.tasks: set[asyncio.Task[None]] = set()

    def data_received(self, data: bytes) -> None:
        """Answer every request that is complete."""
        self.buffer += data
        while (end := self.buffer.find(b"\r\n\r\n")) >= 0:
            head = bytes(self.buffer[:end])
            length = _LENGTH.search(head)
            size = end + 4 + (int(length[1]) if length else 0)
            if b"100-continue" in head:
                self.transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            if len(self.buffer) < size:
                return
            found = _MODEL.search(self.buffer, end)
            name = bytes(found[1]) if found else b"whole"
            del self.buffer[:size]
            self._answer(name)

    def _answer(self, name: bytes) -> None:
        if name == b"paced":
            task = asyncio.get_running_loop().create_task(self._paced())
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        else:
            self.transport.write(ANSWERS.get(name) or next(WHOLE))

    async def _paced(self) -> None:
        await asyncio.sleep(next(_OFFSETS) % 16 * payloads.PACED_GAP_S / 16)
        self.transport.write(_STREAM_HEAD + _framed(payloads.event("paced", {"role": "assistant", "content": ""})))
        for _ in range(payloads.PACED_PIECES):
            await asyncio.sleep(payloads.PACED_GAP_S)
            self.transport.write(_framed(payloads.event("paced", {"content": f"@{time.monotonic_ns()}@"})))
        self.transport.write(_framed(payloads.event("paced", {}, "stop")) + _framed(b"data: [DONE]\n\n") + b"0\r\n\r\n")


async def serve(port: int) -> None:
    """Serve until the process is ended."""
    server = await asyncio.get_running_loop().create_server(Upstream, "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    import uvloop

    uvloop.run(serve(int(sys.argv[1])))
