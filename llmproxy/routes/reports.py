"""`GET /v1/minimize/reports/{id}` and `POST .../confirm`: what was decided on one exchange, without values.

For the key that made the exchange, and for the admin; to anybody else a report does not exist. Must not be in here: the store.
"""

from __future__ import annotations

from typing import Literal

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse

from llmproxy.errors import NotFound
from llmproxy.routes.state import client_of, state_of


class Confirmation(BaseModel):
    """A person's word on a call that asked for confirmation."""

    model_config = ConfigDict(extra="forbid")

    call_id: str = Field(max_length=256)
    verdict: Literal["approve", "deny"]


async def report(request: Request, exchange_id: str) -> JSONResponse:
    """Give the report of one exchange."""
    return JSONResponse(await _readable(request, exchange_id))


async def confirm(request: Request, exchange_id: str, confirmation: Confirmation) -> JSONResponse:
    """Record approve or deny for one call of the exchange; it releases nothing by itself."""
    await _readable(request, exchange_id)
    if not await state_of(request).records.confirm(exchange_id, confirmation.call_id, confirmation.verdict):
        raise NotFound("this exchange has no call of that id that asks for confirmation", code="call_not_found")
    return JSONResponse({"exchange_id": exchange_id, "verdict": confirmation.verdict})


async def _readable(request: Request, exchange_id: str) -> dict[str, object]:
    found = await state_of(request).records.report(exchange_id) if len(exchange_id) <= 64 else None
    if found is None or not client_of(request).may_read(found.get("key_name")):
        raise NotFound("there is no report of that id, or it is not yours", code="report_not_found")
    return found
