from typing import Any

from llmproxy.exchange.client import CLIENT
from llmproxy.routes.chat import ChatCompletions


async def test_the_exchange_gets_the_client_and_the_headers() -> None:
    got: list[Any] = []

    class Recording:
        async def serve(self, *arguments: Any) -> None:
            got.extend(arguments)

    await ChatCompletions(Recording())({CLIENT: "client", "headers": [(b"a", b"b")]}, "receive", "send")  # type: ignore[arg-type]
    assert got == ["client", [(b"a", b"b")], "receive", "send"]
