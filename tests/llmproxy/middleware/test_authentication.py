from typing import Any

import pytest

from llmproxy.config import Key
from llmproxy.errors import Forbidden, ProxyError, Unauthorised
from llmproxy.exchange.client import CLIENT, Client, Doorkeeper
from llmproxy.middleware.authentication import Authentication, bearer, is_loopback
from tests.upstreams.settings import settings


async def admitted(path: str = "/v1/models", address: str = "127.0.0.1", keys: list[tuple[Key, str]] | None = None, **headers: str) -> Client | None:
    found: dict[str, Any] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.update(scope)

    layer = Authentication(app, Doorkeeper(settings(keys=keys)))
    lines = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    await layer({"type": "http", "path": path, "headers": lines, "client": (address, 5)}, None, None)  # type: ignore[arg-type]
    return found.get(CLIENT)


async def test_a_key_is_found_by_its_bearer_token() -> None:
    client = await admitted(keys=[(Key("bot"), "tm-bot")], authorization="Bearer tm-bot")
    assert client is not None
    assert client.name == "bot"


async def test_health_needs_no_key() -> None:
    assert await admitted("/healthz", keys=[(Key("bot"), "tm-bot")]) is None


@pytest.mark.parametrize("headers", [{}, {"authorization": "Basic tm-bot"}, {"authorization": "Bearer tm-other"}])
async def test_no_key_no_entry(headers: dict[str, str]) -> None:
    with pytest.raises(Unauthorised):
        await admitted(keys=[(Key("bot"), "tm-bot")], **headers)


async def test_a_relayed_client_is_not_local() -> None:
    assert await admitted() is not None
    with pytest.raises(Unauthorised):
        await admitted(x_forwarded_for="203.0.113.9")
    with pytest.raises(Unauthorised):
        await admitted(address="203.0.113.9")


async def test_a_web_page_does_not_spend_the_operators_keys() -> None:
    with pytest.raises(Forbidden):
        await admitted(origin="https://page.example")
    assert await admitted(origin="http://localhost:3000") is not None


@pytest.mark.parametrize(
    ("address", "local"),
    [("127.0.0.1", True), ("127.8.8.8", True), ("::1", True), ("::ffff:127.0.0.1", True), ("10.0.0.4", False), ("testclient", False), (None, False)],
)
def test_loopback(address: str | None, local: bool) -> None:
    assert is_loopback((address, 1) if address else None) is local


def test_bearer() -> None:
    assert (bearer(b"Bearer  sk-a "), bearer(b"bearer sk-a"), bearer(b"sk-a"), bearer(b"")) == ("sk-a", "sk-a", "", "")


def test_errors_hold_no_token() -> None:
    try:
        Doorkeeper(settings(keys=[(Key("bot"), "tm-bot")])).admit("tm-secret-other", loopback=True)
    except ProxyError as error:
        assert b"secret" not in error.body()
