import asyncio
from types import ModuleType
from typing import Any

import orjson
import pytest

from llmproxy.config import Timeouts
from llmproxy.errors import ChunkTimeout, FirstByteTimeout, ProviderFailed, ProxyError, Unauthorised, UnsupportedParameter, UpstreamError, UpstreamUnreachable
from llmproxy.upstream.interface import Caller, Deployment
from llmproxy.upstream.litellm_lane import LiteLLMLane
from tests.llmproxy.serving import free_port
from tests.upstreams import anthropic_wire, ollama_wire
from tests.upstreams.requests import TOOLS, Body
from tests.upstreams.server import Cut, Hold, Reply, Upstream
from tests.upstreams.speech import Speech

SPEECH = Speech("One moment.", (("get_weather", '{"city": "Leeds", "days": 2}'), ("lookup", '{"q": "caf\\u00e9"}')))
WIRES = [(anthropic_wire, "anthropic/claude-x", "claude-x"), (ollama_wire, "ollama_chat/llama3", "llama3")]
SERVED = Caller(provider_keys=True)
LANE = LiteLLMLane(Timeouts(connect_s=0.5, first_byte_s=1.5, between_chunks_s=0.4))
ASKING = {"tools": TOOLS}


def to(base: str, model: str, **fields: Any) -> Deployment:
    return Deployment("m", model.partition("/")[0], model, "litellm", base, api_key="sk-operator", **fields)


def events(body: bytes) -> list[dict[str, Any]]:
    lines = [line[6:] for line in body.split(b"\n") if line.startswith(b"data: ")]
    assert lines[-1] == b"[DONE]"
    return [orjson.loads(line) for line in lines[:-1]]


def calls(chunks: list[dict[str, Any]]) -> list[tuple[str, Any]]:
    found: dict[int, list[str]] = {}
    for chunk in chunks:
        for call in chunk["choices"][0]["delta"].get("tool_calls", []):
            held = found.setdefault(call["index"], ["", ""])
            held[0] += call["function"].get("name") or ""
            held[1] += call["function"].get("arguments") or ""
    return [(name, orjson.loads(arguments)) for name, arguments in found.values()]


@pytest.mark.parametrize(("wire", "model", "bare"), WIRES)
async def test_a_whole_answer_is_openais(wire: ModuleType, model: str, bare: str) -> None:
    with Upstream(wire.speaking(SPEECH)) as upstream:
        answer = await LANE.open(to(upstream.url, model), Body(fields=ASKING), SERVED, [])
        value = orjson.loads(await answer.read(100_000))
    message = value["choices"][0]["message"]
    assert (value["model"], value["object"], message["content"], value["choices"][0]["finish_reason"]) == (bare, "chat.completion", "One moment.", "tool_calls")
    assert [(c["function"]["name"], orjson.loads(c["function"]["arguments"])) for c in message["tool_calls"]] == [
        ("get_weather", {"city": "Leeds", "days": 2}), ("lookup", {"q": "café"}),
    ]  # fmt: skip
    assert "sk-operator" in str(upstream.requests[0].headers)


@pytest.mark.parametrize(("wire", "model", "bare"), WIRES)
async def test_a_stream_is_openais(wire: ModuleType, model: str, bare: str) -> None:
    with Upstream(wire.speaking(SPEECH)) as upstream:
        answer = await LANE.open(to(upstream.url, model), Body(stream=True, fields=ASKING), SERVED, [])
        chunks = events(await answer.read(100_000))
        await answer.close()
    assert "".join(c["choices"][0]["delta"].get("content") or "" for c in chunks) == "One moment."
    assert calls(chunks) == [("get_weather", {"city": "Leeds", "days": 2}), ("lookup", {"q": "café"})]
    assert {c["model"] for c in chunks} == {bare}
    assert len({c["id"] for c in chunks}) == 1
    assert chunks[-1]["choices"][0]["finish_reason"] == "tool_calls"


async def test_content_is_null_where_there_is_none() -> None:
    with Upstream(anthropic_wire.speaking(Speech("", SPEECH.calls))) as upstream:
        answer = await LANE.open(to(upstream.url, "anthropic/claude-x"), Body(fields=ASKING), SERVED, [])
        assert b'"content":null' in await answer.read(100_000)


@pytest.mark.parametrize(("wire", "model", "bare"), WIRES)
@pytest.mark.parametrize("status", [429, 500, 529])
@pytest.mark.parametrize("stream", [False, True])
async def test_provider_errors_keep_status_body_and_headers(wire: ModuleType, model: str, bare: str, status: int, stream: bool) -> None:
    body = {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}}
    with Upstream(lambda r: Reply.of_json(body, status, retry_after="7")) as upstream, pytest.raises(ProviderFailed) as caught:
        await LANE.open(to(upstream.url, model), Body(stream=stream, fields=ASKING), SERVED, [])
    assert (caught.value.status, orjson.loads(caught.value.body())) == (status, body)
    assert (b"retry-after", b"7") in caught.value.headers


async def test_nobody_listens() -> None:
    with pytest.raises(UpstreamError) as caught:
        await LANE.open(to(f"http://127.0.0.1:{free_port()}", "ollama_chat/llama3"), Body(), SERVED, [])
    assert caught.value.status in (502, 504)
    assert isinstance(caught.value, UpstreamUnreachable)


async def test_a_silent_provider_is_a_first_byte_time_out() -> None:
    with Upstream(lambda r: Reply(200, {"content-type": "application/x-ndjson"}, [Hold()])) as upstream:
        with pytest.raises(FirstByteTimeout):
            await LANE.open(to(upstream.url, "ollama_chat/llama3"), Body(stream=True), SERVED, [])
        assert await asyncio.to_thread(upstream.left.wait, 3)


async def test_a_stream_that_stops_is_a_chunk_time_out_and_closed() -> None:
    head = anthropic_wire.streamed(Speech("One moment."), "claude-x")[:4]
    with Upstream(lambda r: Reply.of_events(*head, Hold())) as upstream:
        answer = await LANE.open(to(upstream.url, "anthropic/claude-x"), Body(stream=True), SERVED, [])
        assert await answer.chunk()
        with pytest.raises(ChunkTimeout):
            while await answer.chunk():
                pass
        assert await answer.chunk(0.01) is None
        await answer.close()
        assert await asyncio.to_thread(upstream.left.wait, 3)


async def test_a_cut_in_the_middle_is_our_error() -> None:
    head = anthropic_wire.streamed(Speech("One moment."), "claude-x")[:4]
    with Upstream(lambda r: Reply.of_events(*head, Cut())) as upstream:
        answer = await LANE.open(to(upstream.url, "anthropic/claude-x"), Body(stream=True), SERVED, [])
        with pytest.raises(ProxyError):
            while await answer.chunk():
                pass
        await answer.close()


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(("wire", "model", "bare"), WIRES)
async def test_a_redirect_takes_no_key_to_another_host(wire: ModuleType, model: str, bare: str, stream: bool) -> None:
    with Upstream(wire.speaking(SPEECH)) as elsewhere:
        away = Reply(307, {"location": elsewhere.url + "/v1/messages"}, [b"x"], length=True)
        with Upstream(lambda r: away) as upstream, pytest.raises(ProxyError):
            await LANE.open(to(upstream.url, model), Body(fields=ASKING, stream=stream), SERVED, [])
        assert len(upstream.requests) == 1
        assert elsewhere.requests == []


async def test_pass_through_carries_the_clients_token_only() -> None:
    with Upstream(anthropic_wire.speaking(SPEECH)) as upstream:
        await LANE.open(to(upstream.url, "anthropic/claude-x"), Body(), Caller(token="sk-client"), [])
        assert upstream.requests[0].headers["x-api-key"] == "sk-client"
        assert "sk-operator" not in str(upstream.requests[0].headers)


async def test_no_pass_through_to_providers_that_take_the_operators_surroundings() -> None:
    with pytest.raises(Unauthorised):
        await LANE.open(to("http://127.0.0.1:1", "bedrock/x"), Body(), Caller(token="sk-client"), [])


@pytest.mark.parametrize(("wire", "model", "bare"), WIRES)
async def test_hints_that_a_provider_does_not_know_are_left_out(wire: ModuleType, model: str, bare: str) -> None:
    hints = {"parallel_tool_calls": True, "seed": 3, "service_tier": "auto", "user": "u", "store": False, "metadata": {"a": "b"}}
    with Upstream(wire.speaking(SPEECH)) as upstream:
        answer = await LANE.open(to(upstream.url, model), Body(fields={**ASKING, **hints}), SERVED, [])
    assert answer.status == 200


async def test_another_unknown_field_is_told_by_name() -> None:
    with pytest.raises(UnsupportedParameter) as caught:
        await LANE.open(to("http://127.0.0.1:1", "anthropic/claude-x"), Body(fields={"logprobs": True, "seed": 3}), SERVED, [])
    assert (caught.value.status, caught.value.param) == (400, "logprobs")


@pytest.mark.parametrize(("wire", "model", "bare"), WIRES)
async def test_usage_comes_at_the_end_of_a_stream_that_asks_for_it(wire: ModuleType, model: str, bare: str) -> None:
    with Upstream(wire.speaking(SPEECH)) as upstream:
        answer = await LANE.open(to(upstream.url, model), Body(stream=True, fields={"stream_options": {"include_usage": True}}), SERVED, [])
        last = events(await answer.read(100_000))[-1]
    assert (last["choices"], last["usage"]["total_tokens"]) == ([], 14)
