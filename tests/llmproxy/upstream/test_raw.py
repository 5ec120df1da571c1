import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import pytest

from llmproxy.config import Timeouts
from llmproxy.errors import BadRequest, ChunkTimeout, ConnectTimeout, FirstByteTimeout, UpstreamError, UpstreamGarbage, UpstreamUnreachable
from llmproxy.upstream.interface import Caller, Deployment
from llmproxy.upstream.raw import RawLane, with_defaults
from tests.llmproxy.serving import free_port
from tests.upstreams.openai_wire import DONE, chunk
from tests.upstreams.requests import Body
from tests.upstreams.server import Cut, Hold, Reply, Upstream, Wait

SERVED = Caller(provider_keys=True)


@pytest.fixture
async def lane() -> AsyncIterator[RawLane]:
    lane = RawLane(Timeouts(connect_s=0.5, first_byte_s=0.3, between_chunks_s=0.3))
    yield lane
    await lane.close()


def to(upstream: Upstream | str, **fields: object) -> Deployment:
    base = upstream if isinstance(upstream, str) else upstream.url + "/v1"
    return Deployment("m", "openai", "served-name", "raw", base, api_key="sk-operator", **fields)  # type: ignore[arg-type]


async def test_bytes_and_unknown_fields_go_out_and_come_back_untouched(lane: RawLane) -> None:
    body = b'{ "id":"x",  "choices":[],"big":1234567890123456789, "odd":1.10}'
    with Upstream(lambda r: Reply(200, {"content-type": "application/json", "x-request-id": "req_1"}, [body], True)) as upstream:
        answer = await lane.open(to(upstream), Body(fields={"x_new": {"a": 1.10}}), SERVED, [(b"user-agent", b"agent/1"), (b"authorization", b"Bearer tm-x")])
        assert await answer.read(1000) == body
        assert (b"x-request-id", b"req_1") in answer.headers
        (request,) = upstream.requests
        assert request.body == Body("served-name", fields={"x_new": {"a": 1.10}}).upstream_body(None)
        assert (request.headers["authorization"], request.headers["user-agent"], request.headers["accept-encoding"]) == (
            "Bearer sk-operator", "agent/1", "identity",
        )  # fmt: skip


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500, 503, 529])
async def test_errors_keep_status_body_and_headers(lane: RawLane, status: int) -> None:
    with Upstream(lambda r: Reply(status, {"content-type": "text/plain", "retry-after": "7"}, [b"odd"], True)) as upstream:
        answer = await lane.open(to(upstream), Body(), SERVED, [])
        assert (answer.status, await answer.read(100), (b"retry-after", b"7") in answer.headers) == (status, b"odd", True)


async def test_each_chunk_comes_at_once(lane: RawLane) -> None:
    first = chunk({"content": "a"})
    with Upstream(lambda r: Reply.of_events(first, Wait(0.15), DONE)) as upstream:
        begun = time.monotonic()
        answer = await lane.open(to(upstream), Body(stream=True), SERVED, [])
        assert (answer.streamed, await answer.chunk()) == (True, first)
        assert time.monotonic() - begun < 0.12
        assert [await answer.chunk(), await answer.chunk()] == [DONE, b""]


async def test_patience_runs_out_without_loss(lane: RawLane) -> None:
    with Upstream(lambda r: Reply.of_events(chunk({"content": "a"}), Wait(0.2), DONE)) as upstream:
        answer = await lane.open(to(upstream), Body(stream=True), SERVED, [])
        await answer.chunk()
        got = [await answer.chunk(0.05) for _ in range(6)]
        assert got[0] is None
        assert DONE in got


@pytest.mark.parametrize(
    ("reply", "stream", "error"),
    [
        (Reply(steps=[Hold()]), True, ChunkTimeout),
        (Reply.of_events(Hold()), True, FirstByteTimeout),
        (Reply.of_json({}), False, None),
        (Reply.of_json({}, 599), False, None),
        (Reply.of_json({}, 600), False, UpstreamGarbage),
        (Reply.of_json({}, 999), True, UpstreamGarbage),
        (Reply.of_events(chunk({}), Hold()), True, ChunkTimeout),
        (Reply.of_events(chunk({}), Cut()), True, UpstreamGarbage),
        (Reply(200, {"content-type": "application/json"}, [b"{", Cut()]), False, UpstreamGarbage),
    ],
)
async def test_each_way_to_fail_has_its_error(lane: RawLane, reply: Reply, stream: bool, error: type[UpstreamError] | None) -> None:
    async def whole() -> None:
        answer = await lane.open(to(upstream), Body(stream=stream), SERVED, [])
        await answer.read(10_000)

    with Upstream(lambda r: reply) as upstream:
        if error is None:
            await whole()
        else:
            with pytest.raises(error):
                await whole()


async def test_what_came_before_a_cut_is_not_lost(lane: RawLane) -> None:
    with Upstream(lambda r: Reply.of_events(chunk({"content": "a"}), chunk({"content": "b"}), Cut())) as upstream:
        answer = await lane.open(to(upstream), Body(stream=True), SERVED, [])
        await asyncio.sleep(0.1)
        got = b""
        with pytest.raises(UpstreamGarbage) as caught:
            while part := await answer.chunk():
                got += part
        assert got == chunk({"content": "a"}) + chunk({"content": "b"})
        assert not caught.value.before_first_byte


async def test_a_silent_upstream_is_a_first_byte_time_out(lane: RawLane) -> None:
    async def never(request: object) -> Reply:
        await asyncio.sleep(5)
        return Reply()

    with Upstream(never) as upstream:
        with pytest.raises(FirstByteTimeout) as caught:
            await lane.open(to(upstream), Body(), SERVED, [])
        assert caught.value.status == 504


async def test_nobody_listens(lane: RawLane) -> None:
    with pytest.raises(UpstreamUnreachable) as caught:
        await lane.open(to(f"http://127.0.0.1:{free_port()}/v1"), Body(), SERVED, [])
    assert caught.value.status == 502


async def test_a_full_backlog_is_a_connect_time_out(lane: RawLane) -> None:
    import socket

    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        taken = [socket.socket() for _ in range(4)]
        for s in taken:
            s.setblocking(False)
            s.connect_ex(deaf.getsockname())
        await asyncio.sleep(0.1)
        with pytest.raises(ConnectTimeout):
            await lane.open(to(f"http://127.0.0.1:{deaf.getsockname()[1]}/v1"), Body(), SERVED, [])
        for s in taken:
            s.close()


async def test_a_kept_connection_that_was_closed_is_replaced(lane: RawLane) -> None:
    closed: list[bool] = []

    def answer(request: object) -> Reply:
        closed.append(True)
        if len(closed) == 2:
            return Reply(steps=[Cut()], headers={})
        return Reply.of_json({"choices": []})

    with Upstream(answer) as upstream:
        for _ in range(2):
            result = await lane.open(to(upstream), Body(), SERVED, [])
            with contextlib.suppress(UpstreamGarbage):
                await result.read(100)
        assert len(closed) >= 2


async def test_a_kept_connection_whose_timer_ran_out_is_replaced(lane: RawLane) -> None:
    with Upstream(lambda r: Reply.of_json({"choices": []})) as upstream:
        answer = await lane.open(to(upstream), Body(), SERVED, [])
        await answer.read(100)
        (kept,) = (protocol for protocols in lane._session.connector._conns.values() for protocol, _ in protocols)  # type: ignore[union-attr]
        kept._on_read_timeout()
        answer = await lane.open(to(upstream), Body(), SERVED, [])
        assert await answer.read(100) == b'{"choices": []}'


async def test_leaving_closes_the_upstream_connection(lane: RawLane) -> None:
    with Upstream(lambda r: Reply.of_events(chunk({"content": "a"}), Hold())) as upstream:
        answer = await lane.open(to(upstream), Body(stream=True), SERVED, [])
        await answer.chunk()
        await answer.close()
        assert await asyncio.to_thread(upstream.left.wait, 2)


async def test_cancelling_before_the_head_closes_it_too(lane: RawLane) -> None:
    async def never(request: object) -> Reply:
        await asyncio.sleep(0.2)
        return Reply.of_events(Hold())

    with Upstream(never) as upstream:
        task = asyncio.create_task(lane.open(to(upstream), Body(stream=True), SERVED, []))
        await asyncio.to_thread(upstream.arrived.wait, 2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await asyncio.to_thread(upstream.left.wait, 2)


async def test_a_body_over_the_bound_is_garbage(lane: RawLane) -> None:
    with Upstream(lambda r: Reply.of_json({"a": "x" * 5000})) as upstream:
        answer = await lane.open(to(upstream), Body(), SERVED, [])
        with pytest.raises(UpstreamGarbage):
            await answer.read(1000)


async def test_models_are_listed_or_an_error(lane: RawLane) -> None:
    with Upstream(lambda r: Reply.of_json({"data": [{"id": "a"}, {"no": "id"}]})) as upstream:
        assert await lane.list_models(to(upstream), SERVED, 1) == [{"id": "a"}]
        upstream.handler = lambda r: Reply.of_json(["x"])
        with pytest.raises(UpstreamError):
            await lane.list_models(to(upstream), SERVED, 1)


def test_defaults_are_added_where_the_client_is_silent() -> None:
    assert with_defaults(b'{"model": "m", "seed": 1.10}\n', {"seed": 7, "temperature": 0}) == b'{"model": "m", "seed": 1.10,"temperature":0}'
    assert with_defaults(b'{"seed":1}', {"seed": 7}) == b'{"seed":1}'
    assert with_defaults(b"{ }", {"seed": 7}) == b'{"seed":7}'
    with pytest.raises(BadRequest):
        with_defaults(b"{", {"seed": 7})
