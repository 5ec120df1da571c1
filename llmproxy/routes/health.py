"""`GET /healthz` (the process answers) and `GET /readyz` (it can serve). Must not be in here: checks of upstreams, which are not ours."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse

from llmproxy.routes.state import state_of


async def healthz(request: Request) -> JSONResponse:
    """Say that the process is alive."""
    return JSONResponse({"status": "ok"})


async def readyz(request: Request) -> JSONResponse:
    """Say whether knowledge is loaded and the audit store is open; 503 while starting and stopping."""
    ready = state_of(request).ready
    return JSONResponse({"status": "ready" if ready else "not ready"}, status_code=200 if ready else 503)
