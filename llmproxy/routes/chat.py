"""`POST /v1/chat/completions`, plain ASGI: the hot path. Must not be in here: anything but the hand-over to the exchange."""

from __future__ import annotations

from starlette.types import Receive, Scope, Send

from llmproxy.exchange import Exchange
from llmproxy.exchange.client import CLIENT


class ChatCompletions:
    """Complete a chat, whole or streamed, with minimised tool calls."""

    # An instance with `__call__`, so that Starlette takes it for ASGI and builds no request object.
    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        await self._exchange.serve(scope[CLIENT], scope["headers"], receive, send)
