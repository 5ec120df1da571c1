"""What is raised on the way to an answer, in the form that OpenAI clients read.

Must not be in here: what an error means (`llmproxy.errors`), FastAPI (`later`).
"""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from llmproxy.errors import BadRequest, MethodNotAllowed, NotFound, ProxyError


async def proxy_error(request: Request, error: Exception) -> Response:
    """Give one of our own errors."""
    assert isinstance(error, ProxyError)
    headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in error.headers}
    return Response(error.body(), error.status, headers, media_type="application/json")


async def http_error(request: Request, error: Exception) -> Response:
    """Give Starlette's own errors (no such path or method)."""
    assert isinstance(error, HTTPException)
    told: ProxyError = NotFound() if error.status_code == 404 else MethodNotAllowed() if error.status_code == 405 else BadRequest()
    told.status = error.status_code
    return Response(told.body(), error.status_code, error.headers, media_type="application/json")
