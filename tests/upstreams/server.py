"""A scripted upstream on a real loopback socket, in a thread of its own: it answers byte by byte what a test says and notes who left.

Must not be in here: any provider's wire format.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any


@dataclass
class Request:
    """What arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Wait:
    """Say nothing for a while."""

    seconds: float


@dataclass(frozen=True)
class Hold:
    """Say nothing until the peer has left (or 10 s have gone by)."""


@dataclass(frozen=True)
class Cut:
    """Close the connection here, whatever was promised."""


Step = bytes | Wait | Hold | Cut


@dataclass
class Reply:
    """An answer: with `length` its size is announced, else the body is chunked, each step's bytes one chunk."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    length: bool = False

    @classmethod
    def of_json(cls, value: Any, status: int = 200, **headers: str) -> Reply:
        return cls(status, {"content-type": "application/json", **{k.replace("_", "-"): v for k, v in headers.items()}}, [json.dumps(value).encode()], True)

    @classmethod
    def of_events(cls, *events: Step, **headers: str) -> Reply:
        return cls(200, {"content-type": "text/event-stream", **{k.replace("_", "-"): v for k, v in headers.items()}}, list(events))


Handler = Callable[[Request], "Reply | Awaitable[Reply]"]


class Upstream:
    """`with Upstream(handler) as upstream:` listens at `upstream.url`; `handler` may be exchanged at any time."""

    def __init__(self, handler: Handler) -> None:
        self.handler = handler
        self.requests: list[Request] = []
        self.left = threading.Event()
        """Set when a peer closed before its answer was complete."""
        self.arrived = threading.Event()
        self.failure: BaseException | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def __enter__(self) -> Upstream:
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(asyncio.start_server(self._serve, "127.0.0.1", 0, limit=2**26), self._loop).result(5)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    async def _stop(self) -> None:
        assert self._server is not None
        self._server.close()
        tasks = [t for t in asyncio.all_tasks() if t is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while (request := await self._read(reader)) is not None:
                self.requests.append(request)
                self.arrived.set()
                reply = self.handler(request)
                if not isinstance(reply, Reply):
                    reply = await reply
                if not await self._answer(reply, reader, writer):
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            self.left.set()
        except asyncio.CancelledError:
            return  # the server stops; asyncio's stream protocol would print a cancelled task
        except Exception as error:
            self.failure = error
        finally:
            writer.close()

    @staticmethod
    async def _read(reader: asyncio.StreamReader) -> Request | None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        first, *lines = head.decode("latin-1").split("\r\n")
        method, path, _ = first.split(" ", 2)
        headers = {k.strip().lower(): v.strip() for k, _, v in (line.partition(":") for line in lines if line)}
        if "chunked" in headers.get("transfer-encoding", ""):
            body = b""
            while size := int(await reader.readline(), 16):
                body += await reader.readexactly(size)
                await reader.readline()
            await reader.readline()
        else:
            body = await reader.readexactly(int(headers.get("content-length", 0)))
        return Request(method, path, headers, body)

    async def _answer(self, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        total = sum(len(s) for s in reply.steps if isinstance(s, bytes))
        headers = {**reply.headers, **({"content-length": str(total)} if reply.length else {"transfer-encoding": "chunked"})}
        head = f"HTTP/1.1 {reply.status} Scripted\r\n" + "".join(f"{k}: {v}\r\n" for k, v in headers.items()) + "\r\n"
        writer.write(head.encode("latin-1"))
        gone = asyncio.ensure_future(reader.read(1))  # nothing more is to come before we are done: what arrives is the peer's end
        gone.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            for step in reply.steps:
                if isinstance(step, bytes):
                    writer.write(step if reply.length else b"%x\r\n%b\r\n" % (len(step), step) if step else b"")
                    await writer.drain()
                    await asyncio.sleep(0)
                elif isinstance(step, Cut):
                    writer.transport.abort() if not reply.length else writer.close()
                    return False
                else:
                    await asyncio.wait({gone}, timeout=step.seconds if isinstance(step, Wait) else 10)
                if gone.done():
                    self.left.set()
                    return False
            if not reply.length:
                writer.write(b"0\r\n\r\n")
            await writer.drain()
        finally:
            if not gone.done():
                gone.cancel()
                await asyncio.gather(gone, return_exceptions=True)
        return True
