"""The application: the route table and the order of the middleware as two lists, how it starts and stops, and the server around it.

Must not be in here: what a route or a layer does.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from llmproxy.config import Settings
from llmproxy.errors import BadRequest, MethodNotAllowed, NotFound, ProxyError
from llmproxy.exchange import Exchange
from llmproxy.exchange.client import Doorkeeper
from llmproxy.exchange.deciding import MinimizerLike
from llmproxy.exchange.outcome import signs
from llmproxy.middleware.authentication import Authentication
from llmproxy.middleware.guard import Guard
from llmproxy.middleware.size import Size
from llmproxy.records import Records
from llmproxy.routes import health, models, reports, tools
from llmproxy.routes.chat import ChatCompletions
from llmproxy.routes.state import State
from llmproxy.upstream import Upstreams
from llmproxy.upstream.litellm_door import freeze_heap
from minimize.model import ToolCall

HOT_ROUTES = [
    ("POST", "/v1/chat/completions", ChatCompletions),
]
"""Plain ASGI endpoints, built with the exchange."""

ROUTES: list[tuple[str, str, Callable[..., Any]]] = [
    ("GET", "/v1/models", models.list_models),
    ("GET", "/v1/models/{name:path}", models.one_model),
    ("GET", "/v1/minimize/reports/{exchange_id}", reports.report),
    ("POST", "/v1/minimize/reports/{exchange_id}/confirm", reports.confirm),
    ("GET", "/v1/minimize/tools", tools.live),
    ("GET", "/healthz", health.healthz),
    ("GET", "/readyz", health.readyz),
]


def middleware(settings: Settings) -> list[Middleware]:
    """Give the layers, outermost first."""
    return [
        Middleware(Guard),
        Middleware(Size, limit=settings.limits.max_body_bytes),
        Middleware(Authentication, doorkeeper=Doorkeeper(settings)),
    ]


def create_app(settings: Settings, *, records: Records | None = None, minimizer: MinimizerLike | None = None, upstreams: Upstreams | None = None) -> FastAPI:
    """Put the application together; parts that are not given are built from the settings. Nothing runs before its start-up."""
    minimizer = minimizer if minimizer is not None else _minimizer()
    records = records if records is not None else Records.of(settings, _versions(minimizer))
    state = State(settings, records, upstreams if upstreams is not None else Upstreams(settings))
    exchange = Exchange(settings, records, minimizer, state.upstreams)

    app = FastAPI(
        title="ToolMinimize",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # FastAPI's own would read requests; ours holds no values
        lifespan=functools.partial(_life, state=state, minimizer=minimizer),
        middleware=middleware(settings),
        exception_handlers={HTTPException: _http_error, RequestValidationError: _validation_error, ProxyError: _proxy_error},
    )
    app.state.toolminimize = state
    for method, path, endpoint in HOT_ROUTES:
        app.add_route(path, endpoint(exchange), methods=[method], include_in_schema=False)  # type: ignore[arg-type]
    for method, path, handler in ROUTES:
        app.add_api_route(path, handler, methods=[method], response_model=None)
    return app


def from_environment() -> FastAPI:
    """Give the application of the environment's settings, for `uvicorn --factory llmproxy.app:from_environment` and worker processes."""
    from llmproxy.config.environment import settings_from_environment

    return create_app(settings_from_environment())


def serve(settings: Settings) -> None:
    """Run the server until it is told to stop; with several workers each reads the settings from the environment (`hand_down`)."""
    common: dict[str, Any] = {
        "host": settings.host,
        "port": settings.port,
        "loop": "uvloop",
        "http": "httptools",
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,
        "ws": "none",
        "timeout_keep_alive": 75,
        "timeout_graceful_shutdown": 30,
    }
    if settings.workers > 1:
        uvicorn.run("llmproxy.app:from_environment", factory=True, workers=settings.workers, **common)
    else:
        uvicorn.run(create_app(settings), **common)


@asynccontextmanager
async def _life(app: FastAPI, state: State, minimizer: MinimizerLike) -> AsyncIterator[None]:
    """Start the parts, say that they are ready, and at the end flush the records after the last exchange."""
    await asyncio.gather(asyncio.to_thread(state.records.start), asyncio.to_thread(_warm, minimizer))
    await state.upstreams.start()
    freeze_heap()
    state.ready = True
    try:
        yield
    finally:
        state.ready = False
        await state.upstreams.close()
        await asyncio.to_thread(state.records.close)


def _minimizer() -> MinimizerLike:
    from minimize import Minimizer

    return Minimizer(clock=time.monotonic)


def _warm(minimizer: MinimizerLike) -> None:
    """Load the signs of outcomes and decide a call once, so that the first client does not wait for what is compiled lazily."""
    signs()
    schema = {"type": "object", "properties": {"place": {"type": "string"}, "notes": {"type": "string"}}}
    minimizer.minimize(ToolCall("lookup", '{"place": "here", "notes": "for someone@example.com, 555-0100"}', schema))


def _versions(minimizer: MinimizerLike) -> dict[str, str]:
    """Give the versions of the knowledge that decides, for the audit record."""
    knowledge = getattr(minimizer, "knowledge", None)
    if knowledge is None:
        return {}
    return {"knowledge": knowledge.version, "registry": knowledge.registry.version}


async def _proxy_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, ProxyError)
    headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in error.headers}
    return Response(error.body(), error.status, headers, media_type="application/json")


async def _http_error(request: Request, error: Exception) -> Response:
    """Give Starlette's own errors (no such path or method) the form that OpenAI clients read."""
    assert isinstance(error, HTTPException)
    told: ProxyError = NotFound() if error.status_code == 404 else MethodNotAllowed() if error.status_code == 405 else BadRequest()
    told.status = error.status_code
    return Response(told.body(), error.status_code, error.headers, media_type="application/json")


async def _validation_error(request: Request, error: Exception) -> Response:
    """Say which field is wrong, never what stood in it."""
    assert isinstance(error, RequestValidationError)
    place = next((".".join(str(step) for step in e["loc"][1:]) for e in error.errors()), "")
    return await _proxy_error(request, BadRequest("a field of the request is missing or not of its form", param=place[:64] or None))
