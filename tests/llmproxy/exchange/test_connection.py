import asyncio
from collections.abc import Iterator

import pytest

from llmproxy.errors import BodyTooLarge
from llmproxy.exchange.connection import ClientGone, Message, Presence, Receive, read_body, respond


def saying(*messages: Message) -> Receive:
    queue: Iterator[Message] = iter(messages)

    async def receive() -> Message:
        for message in queue:
            return message
        await asyncio.sleep(3600)
        raise AssertionError

    return receive


def body(part: bytes, more: bool) -> Message:
    return {"type": "http.request", "body": part, "more_body": more}


GONE: Message = {"type": "http.disconnect"}


async def test_a_body_comes_in_parts() -> None:
    assert await read_body(saying(body(b"ab", True), body(b"", True), body(b"c", False)), 3) == b"abc"
    assert await read_body(saying(body(b"abc", False)), 3) == b"abc"


async def test_a_body_over_the_bound_is_refused_as_soon_as_it_is() -> None:
    for messages in ([body(b"abcd", False)], [body(b"ab", True), body(b"cd", True)], [body(b"ab", True), body(b"cd", False)]):
        with pytest.raises(BodyTooLarge):
            await read_body(saying(*messages), 3)


async def test_who_leaves_while_sending_is_gone() -> None:
    for messages in ([GONE], [body(b"a", True), GONE]):
        with pytest.raises(ClientGone):
            await read_body(saying(*messages), 3)


async def test_leaving_cancels_the_work() -> None:
    with pytest.raises(ClientGone):
        async with Presence(saying(GONE)):
            await asyncio.sleep(5)
    await asyncio.sleep(0)  # the cancellation does not linger


async def test_staying_does_nothing() -> None:
    async with Presence(saying()):
        await asyncio.sleep(0)


async def test_an_error_inside_passes() -> None:
    with pytest.raises(KeyError):
        async with Presence(saying()):
            raise KeyError


async def test_a_cancellation_from_outside_stays_one() -> None:
    async def work() -> None:
        async with Presence(saying()):
            await asyncio.sleep(5)

    task = asyncio.create_task(work())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_response_says_its_length() -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    await respond(send, 201, [(b"a", b"b")], b"xyz")
    assert sent == [
        {"type": "http.response.start", "status": 201, "headers": [(b"a", b"b"), (b"content-length", b"3")]},
        {"type": "http.response.body", "body": b"xyz"},
    ]
