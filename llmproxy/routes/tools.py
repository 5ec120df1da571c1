"""`GET /v1/minimize/tools`: live figures per tool (calls, task completion, over-minimisation alarm). For the admin; without keys, for this machine.

Must not be in here: the figures.
"""

from __future__ import annotations

from fastapi import Request
from starlette.responses import JSONResponse

from llmproxy.errors import Forbidden
from llmproxy.exchange.client import LOCAL
from llmproxy.routes.state import client_of, state_of


async def live(request: Request) -> JSONResponse:
    """Give the figures of the last days."""
    client, state = client_of(request), state_of(request)
    if not (client.admin or (client.name == LOCAL and not len(state.settings.keys))):
        raise Forbidden
    return JSONResponse({"tools": await state.records.tools()})
