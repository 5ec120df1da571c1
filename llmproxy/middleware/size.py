"""Refuse a body whose announced length is over the bound before a byte of it is read; an unannounced one is counted by who reads it.

Must not be in here: reading.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from llmproxy.errors import BadRequest, BodyTooLarge


class Size:
    """Checks `content-length`."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, or raise `BodyTooLarge`."""
        if scope["type"] == "http":
            for name, value in scope["headers"]:
                if name == b"content-length":
                    if not value.isdigit():
                        raise BadRequest("`content-length` is no number")
                    if len(value) > 15 or int(value) > self._limit:
                        raise BodyTooLarge
        await self._app(scope, receive, send)
