from typing import Any

import pytest

from llmproxy.errors import BadRequest, BodyTooLarge
from llmproxy.middleware.size import Size


async def passed(length: bytes | None) -> bool:
    reached: list[bool] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        reached.append(True)

    await Size(app, 100)({"type": "http", "headers": [(b"content-length", length)] if length else []}, None, None)  # type: ignore[arg-type]
    return bool(reached)


async def test_within_the_bound_and_unannounced() -> None:
    assert await passed(b"100")
    assert await passed(None)


@pytest.mark.parametrize("length", [b"101", b"9" * 5000])
async def test_over_the_bound(length: bytes) -> None:
    with pytest.raises(BodyTooLarge):
        await passed(length)


async def test_no_number() -> None:
    with pytest.raises(BadRequest):
        await passed(b"-1")
