"""Real MCP servers, made with the official SDK: one on stdin and stdout, one over streamable HTTP."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from llmproxy.commands.failure import CommandError
from llmproxy.commands.registry_mcp import ask

pytest.importorskip("mcp", reason="needs the extra `mcp`")

SERVER = str(Path(__file__).parent / "mcp_server.py")


def told(answer: tuple[str, list[dict[str, Any]]]) -> tuple[str, list[tuple[str, list[str]]]]:
    name, pages = answer
    return name, [(tool["name"], list(tool["inputSchema"]["properties"])) for page in pages for tool in page["tools"]]


TOLD = ("acme-trips 2.1", [("book_ride", ["pickup", "rider", "notes"]), ("get_forecast", ["city"])])


def test_a_server_on_stdin_and_stdout_is_asked() -> None:
    assert told(ask([sys.executable, SERVER], 20)) == TOLD


@contextmanager
def served(seen: list[str | None]) -> Iterator[str]:
    import uvicorn

    from tests.llmproxy.commands.mcp_server import server

    inner = server.streamable_http_app()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(dict(scope.get("headers", ())).get(b"authorization", b"").decode())
        await inner(scope, receive, send)

    web = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, lifespan="on"))
    thread = threading.Thread(target=web.run, daemon=True)
    thread.start()
    deadline = time.monotonic() + 10
    while not web.started and time.monotonic() < deadline:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{web.servers[0].sockets[0].getsockname()[1]}/mcp"
    finally:
        web.should_exit = True
        web.force_exit = True
        thread.join(5)


def test_a_server_over_http_is_asked_with_its_token() -> None:
    seen: list[str | None] = []
    with served(seen) as url:
        assert told(ask(url, 20, "token-of-ours")) == TOLD
        with pytest.raises(CommandError, match="the server cannot be asked: HTTP 404"):
            ask(f"{url}-elsewhere", 20)
    assert "Bearer token-of-ours" in seen


def test_a_server_that_says_nothing_is_not_waited_for() -> None:
    with pytest.raises(CommandError, match=r"the server did not answer within 0\.2 s"):
        ask([sys.executable, "-c", "import sys; sys.stdin.read()"], 0.2)


def test_a_server_that_cannot_be_asked_is_one_line_without_its_address() -> None:
    for source, complaint in (
        ([str(Path(__file__).parent / "nothing")], "there is no such program"),
        ([sys.executable, "-c", "print('hello')"], r"it does not speak MCP, or ended \(start it yourself to see what it says\)"),
        ("http://user:secret@127.0.0.1:9/mcp", "ConnectError"),
    ):
        with pytest.raises(CommandError, match=f"^the server cannot be asked: {complaint}$"):
            ask(source, 5)


def test_without_the_sdk_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    with pytest.raises(CommandError, match=r"toolminimize\[mcp\]"):
        ask(["x"], 1)
