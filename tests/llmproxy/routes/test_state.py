from types import SimpleNamespace
from typing import Any

from llmproxy.exchange.client import CLIENT
from llmproxy.routes.state import client_of, state_of


def test_routes_find_the_parts_and_the_client() -> None:
    state, client = object(), object()
    request: Any = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(toolminimize=state)), scope={CLIENT: client})
    assert state_of(request) is state
    assert client_of(request) is client
