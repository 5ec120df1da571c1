"""The application: the route table and the order of the middleware as two lists, how it starts and stops.

Must not be in here: what a route or a layer does.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route

from llmproxy.annotations import knowledge
from llmproxy.asking import Budget
from llmproxy.backends.door import load as load_backends
from llmproxy.config import Settings
from llmproxy.errors import ProxyError
from llmproxy.exchange import Exchange
from llmproxy.exchange.client import Doorkeeper
from llmproxy.exchange.deciding import MinimizerLike
from llmproxy.exchange.outcome import signs
from llmproxy.generations import Generation, Part, Proxy
from llmproxy.middleware.authentication import Authentication
from llmproxy.middleware.guard import Guard
from llmproxy.middleware.size import Size
from llmproxy.records import Records
from llmproxy.routes import health
from llmproxy.routes.chat import ChatCompletions
from llmproxy.routes.faults import http_error, proxy_error
from llmproxy.routes.later import DESCRIPTION, Later
from llmproxy.routes.state import State
from llmproxy.upstream import Upstreams
from llmproxy.upstream.litellm_door import freeze_heap
from llmproxy.verdicts import Verdicts
from minimize.model import ToolCall

if TYPE_CHECKING:
    from llmproxy.sessions import Sessions

HOT_ROUTES = [
    ("POST", "/v1/chat/completions", ChatCompletions),
]
"""Plain ASGI endpoints, built with the exchange."""

HEALTH_ROUTES: list[tuple[str, str, Callable[..., Any]]] = [
    ("GET", "/healthz", health.healthz),
    ("GET", "/readyz", health.readyz),
]

ROUTES = [
    ("GET", "/v1/models", "models:list_models"),
    ("GET", "/v1/models/{name:path}", "models:one_model"),
    ("GET", "/v1/minimize/reports/{exchange_id}", "reports:report"),
    ("POST", "/v1/minimize/reports/{exchange_id}/confirm", "reports:confirm"),
    ("GET", "/v1/minimize/tools", "tools:live"),
]
"""Served by FastAPI, which is imported when one of them is asked for first (module of `llmproxy.routes`, and its function)."""


def middleware(settings: Settings) -> list[Middleware]:
    """Give the layers, outermost first."""
    return [
        Middleware(Guard),
        Middleware(Size, limit=settings.limits.max_body_bytes),
        Middleware(Authentication, doorkeeper=Doorkeeper(settings)),
    ]


def create_app(
    settings: Settings,
    *,
    records: Records | None = None,
    minimizer: MinimizerLike | None = None,
    upstreams: Upstreams | None = None,
    reread: Callable[[], Settings] | None = None,
) -> Proxy:
    """Put the application together; parts that are not given are built from the settings. Nothing runs before its start-up.

    With `reread`, SIGHUP has the settings read anew by it.
    """
    minimizer = minimizer if minimizer is not None else _minimizer(settings)
    records = records if records is not None else Records.of(settings, _versions(minimizer))
    build = functools.partial(generation, records, minimizer, upstreams)
    return Proxy(settings, build, functools.partial(_life, records, minimizer), reread)


def generation(records: Records, minimizer: MinimizerLike, upstreams: Upstreams | None, settings: Settings, before: Generation | None) -> Generation:
    """Put a configuration to work: its own parts, and those of the one before whose settings are the same."""
    old = before.parts if before is not None else {}

    def same(*names: str) -> bool:
        return before is not None and all(getattr(settings, name) == getattr(before.state.settings, name) for name in names)

    asked = before.state.upstreams if before is not None and same("model_list", "provider_keys", "timeouts") else upstreams or Upstreams(settings)
    verdicts = cast(Verdicts, old["verdicts"]) if same("verdict_store", "model_list") else Verdicts.of(settings)
    sessions = cast("Sessions", old["sessions"]) if "sessions" in old and same("session_store") else _sessions(settings, minimizer)
    budget = cast(Budget, old["budget"]) if same("session_store") else Budget.of(settings)
    parts: dict[str, Part] = {"upstreams": asked, "verdicts": verdicts, "budget": budget, **({"sessions": sessions} if sessions is not None else {})}
    state = State(settings, records, asked)
    return Generation(state, _routed(state, Exchange(settings, records, minimizer, asked, sessions, verdicts, budget)), parts)


def _routed(state: State, exchange: Exchange) -> Starlette:
    later = Later(ROUTES, state)
    app = Starlette(
        routes=[
            *(Route(path, endpoint(exchange), methods=[method]) for method, path, endpoint in HOT_ROUTES),
            *(Route(path, endpoint, methods=[method]) for method, path, endpoint in HEALTH_ROUTES),
            *(Route(path, later, methods=[method]) for method, path, _ in (*ROUTES, DESCRIPTION)),
        ],
        middleware=middleware(state.settings),
        exception_handlers={HTTPException: http_error, ProxyError: proxy_error},
    )
    app.router.redirect_slashes = False
    app.state.toolminimize = state
    return app


def from_environment() -> Proxy:
    """Give the application of the environment's settings, for `uvicorn --factory llmproxy.app:from_environment` and worker processes."""
    from llmproxy.config.environment import settings_from_environment

    return create_app(settings_from_environment(), reread=settings_from_environment)


@asynccontextmanager
async def _life(records: Records, minimizer: MinimizerLike, proxy: Proxy) -> AsyncIterator[None]:
    """Start the parts, say that they are ready, and at the end flush the records after the last exchange."""
    await asyncio.to_thread(_warm, minimizer)
    await proxy.current.state.upstreams.start()
    await asyncio.to_thread(records.start)
    freeze_heap()
    proxy.current.state.ready = True
    proxy.listen()
    rest = asyncio.create_task(asyncio.to_thread(_warm_rest, minimizer))
    try:
        yield
    finally:
        proxy.current.state.ready = False
        await rest
        await proxy.close()
        await asyncio.to_thread(records.close)


def _sessions(settings: Settings, minimizer: MinimizerLike) -> Sessions | None:
    """Give the sessions; where no policy counts any, nothing of them is even imported."""
    if all(policy.session is None for policy in settings.policies.values()):
        return None
    from llmproxy.sessions import Sessions

    return Sessions.of(settings, minimizer)


def _minimizer(settings: Settings) -> MinimizerLike:
    from minimize import Minimizer

    known = knowledge(settings.registry) if settings.registry else None
    return Minimizer(known, clock=time.monotonic, backends=load_backends(settings.backends) if settings.backends else ())


def _warm(minimizer: MinimizerLike) -> None:
    """Load the signs of outcomes and decide a call once, so that the first client does not wait for what is compiled lazily."""
    signs()
    schema = {"type": "object", "properties": {"place": {"type": "string"}, "notes": {"type": "string"}}}
    minimizer.minimize(ToolCall("lookup", '{"place": "here", "notes": "for someone@example.com, 555-0100"}', schema))


def _warm_rest(minimizer: MinimizerLike) -> None:
    """Compile behind the start what a first call with rare items would wait for; in a thread, while requests are served already."""
    knowledge = getattr(minimizer, "knowledge", None)
    if knowledge is not None:
        knowledge.patterns.warm()


def _versions(minimizer: MinimizerLike) -> dict[str, str]:
    """Give the versions of the knowledge that decides, for the audit record."""
    knowledge = getattr(minimizer, "knowledge", None)
    if knowledge is None:
        return {}
    return {"knowledge": knowledge.version, "registry": knowledge.registry.version}
