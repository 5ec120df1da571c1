"""The outermost layer: whatever a route raises becomes an OpenAI error object, without a traceback and without a value.

Must not be in here: what an error means (`llmproxy.errors`).
"""

from __future__ import annotations

import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from llmproxy.errors import ProxyError

log = logging.getLogger(__name__)


class Guard:
    """Answers for exceptions; logs only the name of their class."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, and answer where nothing has been answered yet."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except ProxyError as error:
            if not begun:
                await _answer(error, send)
        except Exception as error:
            log.error("a request failed: %s", type(error).__name__)
            if not begun:
                await _answer(ProxyError(), send)


async def _answer(error: ProxyError, send: Send) -> None:
    body = error.body()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body)), *error.headers]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
