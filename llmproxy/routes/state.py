"""What routes get at: the parts of the application, put together by `llmproxy.app`. Must not be in here: behaviour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from starlette.requests import Request

from llmproxy.config import Settings
from llmproxy.exchange import Client
from llmproxy.exchange.client import CLIENT
from llmproxy.records import Records
from llmproxy.upstream import Upstreams


@dataclass(slots=True)
class State:
    """The parts, and whether they are up."""

    settings: Settings
    records: Records
    upstreams: Upstreams
    ready: bool = False


def state_of(request: Request) -> State:
    """Give the application's parts."""
    return cast(State, request.app.state.toolminimize)


def client_of(request: Request) -> Client:
    """Give the authenticated client."""
    return cast(Client, request.scope[CLIENT])
