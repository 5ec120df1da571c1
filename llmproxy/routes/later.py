"""The routes that few ask for, on FastAPI: it is imported, in a thread, when the first of them is.

FastAPI with pydantic costs half a second of start-up and fifteen megabytes; a proxy that only serves chats needs neither.
Must not be in here: what a route does; the table (`llmproxy.app`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from llmproxy.errors import BadRequest, ProxyError
from llmproxy.routes.faults import http_error, proxy_error
from llmproxy.routes.state import State

if TYPE_CHECKING:
    from fastapi import FastAPI

Table = Sequence[tuple[str, str, str]]
"""(method, path, `module:function` below `llmproxy.routes`)."""

DESCRIPTION: Final = ("GET", "/openapi.json", "")
"""FastAPI's own description of the table."""


class Later:
    """An ASGI application that is built at its first request."""

    def __init__(self, table: Table, state: State) -> None:
        self._table = table
        self._state = state
        self._building = asyncio.Lock()
        self._app: FastAPI | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if self._app is None:
            async with self._building:
                if self._app is None:
                    self._app = await asyncio.to_thread(api, self._table, self._state)
        await self._app(scope, receive, send)


def endpoint(name: str) -> Any:
    """Give the function that `module:function` names."""
    module, _, function = name.partition(":")
    return getattr(import_module(f"llmproxy.routes.{module}"), function)


def api(table: Table, state: State) -> FastAPI:
    """Build the application of a table."""
    from fastapi import FastAPI
    from fastapi.exceptions import RequestValidationError

    app = FastAPI(
        title="ToolMinimize",
        openapi_url=DESCRIPTION[1],
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # FastAPI's own would read requests; ours holds no values
        exception_handlers={HTTPException: http_error, RequestValidationError: _invalid, ProxyError: proxy_error, Exception: _fault},
    )
    app.state.toolminimize = state
    for method, path, name in table:
        app.add_api_route(path, endpoint(name), methods=[method], response_model=None)
    return app


async def _invalid(request: Request, error: Exception) -> Response:
    """Say which field is wrong, never what stood in it."""
    errors = error.errors() if hasattr(error, "errors") else ()
    place = next((".".join(str(step) for step in e["loc"][1:]) for e in errors), "")
    return await proxy_error(request, BadRequest("a field of the request is missing or not of its form", param=place[:64] or None))


async def _fault(request: Request, error: Exception) -> Response:
    """Say that the fault is ours; what was raised goes on to the outermost layer, which logs its name."""
    return await proxy_error(request, ProxyError())
