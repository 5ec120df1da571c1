import json
import logging
from typing import Any

import pytest

from llmproxy.errors import BodyTooLarge
from llmproxy.middleware.guard import Guard


async def answered(error: Exception, begun: bool = False) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        raise error

    async def send(message: Any) -> None:
        sent.append(message)

    await Guard(app)({"type": "http"}, None, send)  # type: ignore[arg-type]
    return sent


async def test_our_errors_are_told() -> None:
    start, body = await answered(BodyTooLarge())
    assert (start["status"], json.loads(body["body"])["error"]["code"]) == (413, "request_too_large")


async def test_what_nobody_foresaw_is_told_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        start, body = await answered(ValueError("a user's value"))
    assert (start["status"], json.loads(body["body"])["error"]["code"]) == (500, "internal_error")
    assert "ValueError" in caplog.text
    assert "a user's value" not in caplog.text + str(body)
    assert "Traceback" not in caplog.text


async def test_an_answer_that_has_begun_is_not_begun_again() -> None:
    assert len(await answered(ValueError(), begun=True)) == 1
