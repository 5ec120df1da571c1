"""The client's side of an exchange: its body within bounds, its presence, and what is sent to it. Plain ASGI.

Must not be in here: what is sent, upstreams, policies.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from types import TracebackType
from typing import Any

from llmproxy.errors import BodyTooLarge
from llmproxy.upstream.interface import HeaderList

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class ClientGone(Exception):
    """The client has left; nobody is there to be told."""


async def read_body(receive: Receive, limit: int) -> bytes:
    """Read a request's body of at most `limit` bytes; `BodyTooLarge` as soon as it is longer, `ClientGone`."""
    first = await receive()
    if first["type"] == "http.disconnect":
        raise ClientGone
    body: bytes = first.get("body", b"")
    more = first.get("more_body", False)
    if not more:
        if len(body) > limit:
            raise BodyTooLarge
        return body
    parts, size = [body], len(body)
    while more:
        if size > limit:
            raise BodyTooLarge
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientGone
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        more = message.get("more_body", False)
    if size > limit:
        raise BodyTooLarge
    return b"".join(parts)


class Presence:
    """`async with Presence(receive):` cancels what runs inside as soon as the client leaves, and raises `ClientGone` then.

    The request's body has to be read before. Awaiting `receive` in a task of its own is the only way that ASGI tells.
    """

    __slots__ = ("_gone", "_receive", "_task", "_watcher")

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._gone = False

    async def __aenter__(self) -> Presence:
        self._task = asyncio.current_task()
        self._watcher = asyncio.create_task(self._watch())
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._watcher.cancel()
        if self._gone:
            assert self._task is not None
            self._task.uncancel()
            raise ClientGone from None

    async def _watch(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self._gone = True
        if self._task is not None:
            self._task.cancel()


async def respond(send: Send, status: int, headers: HeaderList, body: bytes) -> None:
    """Send a whole response; its length is added."""
    await send({"type": "http.response.start", "status": status, "headers": [*headers, (b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})
