"""`GET /v1/models` and `GET /v1/models/{name}`: what this client may ask for. Must not be in here: how upstreams are asked."""

from __future__ import annotations

from fastapi import Request
from starlette.responses import JSONResponse

from llmproxy.errors import ModelNotFound
from llmproxy.routes.state import client_of, state_of


async def list_models(request: Request) -> JSONResponse:
    """List the models of `model_list` and, for wildcards, of their upstreams, as far as the key allows them."""
    client = client_of(request)
    models = await state_of(request).upstreams.models(client.caller)
    return JSONResponse({"object": "list", "data": [m for m in models if client.may_use(m["id"])]})


async def one_model(request: Request, name: str) -> JSONResponse:
    """Give one model of that list."""
    client = client_of(request)
    for model in await state_of(request).upstreams.models(client.caller):
        if model["id"] == name and client.may_use(name):
            return JSONResponse(model)
    raise ModelNotFound
