"""The application as users meet it: the command line's `serve` in a process of its own, the real `openai` client, three providers' wires."""

import asyncio
import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
from fastapi.testclient import TestClient

from llmproxy.annotations import loaded
from llmproxy.app import HEALTH_ROUTES, HOT_ROUTES, ROUTES, _minimizer, _versions, create_app
from llmproxy.config.model import BackendEntry, ConfigError
from tests.llmproxy.outside import document
from tests.llmproxy.serving import ProxyProcess, free_port
from tests.upstreams import anthropic_wire, ollama_wire, openai_wire
from tests.upstreams.minimizers import Cutting
from tests.upstreams.server import Hold, Reply, Upstream
from tests.upstreams.settings import settings
from tests.upstreams.speech import Speech

CANARY = "quokka.lantern@example.com"
SPEECH = Speech(
    "Checking the sky.",
    (
        ("get_weather", json.dumps({"location": "Leeds", "units": "metric", "notes": f"asks for {CANARY}, phone 555-0142"})),
        ("get_weather", json.dumps({"location": "York", "units": "metric"})),
    ),
)
PROPERTIES = {"location": {"type": "string", "description": "City"}, "units": {"type": "string"}, "notes": {"type": "string"}}
WEATHER = {
    "name": "get_weather",
    "description": "Current weather of a city",
    "parameters": {"type": "object", "properties": PROPERTIES, "required": ["location"]},
}
ASK: dict[str, Any] = {
    "messages": [{"role": "user", "content": "What is the weather in Leeds and York?"}],
    "tools": [{"type": "function", "function": WEATHER}],
}
MODELS = ("gpt-fake", "claude-fake", "llama-fake")


@pytest.fixture(scope="module")
def upstreams() -> Iterator[dict[str, Upstream]]:
    with (
        Upstream(openai_wire.speaking(SPEECH)) as a,
        Upstream(anthropic_wire.speaking(SPEECH)) as b,
        Upstream(ollama_wire.speaking(SPEECH)) as c,
    ):
        yield dict(zip(MODELS, (a, b, c), strict=True))


@pytest.fixture(scope="module")
def proxy(upstreams: dict[str, Upstream]) -> Iterator[ProxyProcess]:
    places = zip(MODELS, ("openai/gpt-fake", "anthropic/claude-fake", "ollama/llama-fake"), ("/v1", "", ""), strict=True)
    entries = [{"model_name": n, "litellm_params": {"model": m, "api_base": upstreams[n].url + path, "api_key": "sk-operator"}} for n, m, path in places]
    down = {"model_name": "down", "litellm_params": {"model": "openai/x", "api_base": f"http://127.0.0.1:{free_port()}/v1"}}
    keys = [{"name": "bot", "key": "tm-bot-token", "models": [*MODELS, "down"]}, {"name": "other", "key": "tm-other-token"}]
    with ProxyProcess({"model_list": [*entries, down], "keys": keys}) as proxy:
        yield proxy


def client(proxy: ProxyProcess, key: str = "tm-bot-token") -> openai.OpenAI:
    return openai.OpenAI(base_url=proxy.url + "/v1", api_key=key, max_retries=0, timeout=60)


def calls_of(message: Any) -> list[tuple[str, Any]]:
    return [(c.function.name, json.loads(c.function.arguments)) for c in message.tool_calls]


def collected(chunks: list[Any]) -> tuple[str, list[tuple[str, Any]], str | None]:
    text, calls, finish = "", {}, None
    for chunk in chunks:
        for choice in chunk.choices:
            text += choice.delta.content or ""
            finish = choice.finish_reason or finish
            for call in choice.delta.tool_calls or []:
                held = calls.setdefault(call.index, ["", ""])
                held[0] += (call.function.name if call.function else "") or ""
                held[1] += (call.function.arguments if call.function else "") or ""
    return text, [(name, json.loads(arguments)) for name, arguments in calls.values()], finish


MINIMAL = [("get_weather", {"location": "Leeds", "units": "metric"}), ("get_weather", {"location": "York", "units": "metric"})]


def test_one_client_changes_only_the_model(proxy: ProxyProcess) -> None:
    for model in MODELS:
        whole = client(proxy).chat.completions.create(model=model, **ASK)
        assert calls_of(whole.choices[0].message) == MINIMAL, model
        assert (whole.choices[0].message.content, whole.choices[0].finish_reason, whole.model) == ("Checking the sky.", "tool_calls", model)
        stream = client(proxy).chat.completions.create(model=model, stream=True, **ASK)
        assert collected(list(stream)) == ("Checking the sky.", MINIMAL, "tool_calls"), model


async def test_the_asynchronous_client_too(proxy: ProxyProcess) -> None:
    async with openai.AsyncOpenAI(base_url=proxy.url + "/v1", api_key="tm-bot-token", max_retries=0) as asking:
        many = await asyncio.gather(*(asking.chat.completions.create(model="gpt-fake", **ASK) for _ in range(20)))
        assert all(calls_of(m.choices[0].message) == MINIMAL for m in many)
        stream = await asking.chat.completions.create(model="gpt-fake", stream=True, **ASK)
        assert collected([chunk async for chunk in stream])[1] == MINIMAL


def test_the_clients_own_accumulator_reads_the_stream(proxy: ProxyProcess) -> None:
    with client(proxy).chat.completions.stream(model="gpt-fake", **ASK) as stream:
        for _ in stream:
            pass
        assert calls_of(stream.get_final_completion().choices[0].message) == MINIMAL


def test_the_report_is_for_its_key(proxy: ProxyProcess) -> None:
    raw = client(proxy).chat.completions.with_raw_response.create(model="gpt-fake", **ASK)
    assert (raw.headers["x-toolminimize-calls"], raw.headers["x-toolminimize-changed"]) == ("2", "1")
    assert float(raw.headers["x-toolminimize-cost-before"]) > float(raw.headers["x-toolminimize-cost-after"]) == 0
    path = f"{proxy.url}/v1/minimize/reports/{raw.headers['x-toolminimize-exchange-id']}"
    mine = httpx.get(path, headers={"authorization": "Bearer tm-bot-token"})
    assert mine.json()["calls"][0]["tool"] == "get_weather"
    assert httpx.get(path, headers={"authorization": "Bearer tm-other-token"}).status_code == 404
    assert httpx.get(path).status_code == 401


@pytest.mark.parametrize(
    ("key", "model", "error"),
    [
        ("tm-unknown-token", "gpt-fake", openai.AuthenticationError),
        ("sk-not-ours", "gpt-fake", openai.AuthenticationError),
        ("tm-bot-token", "gpt-9", openai.NotFoundError),
        ("tm-other-token", "no-such-model", openai.NotFoundError),
        ("tm-bot-token", "down", openai.InternalServerError),
    ],
)
def test_the_client_raises_what_it_raises_with_openai(proxy: ProxyProcess, key: str, model: str, error: type[Exception]) -> None:
    for stream in (False, True):
        with pytest.raises(error):
            client(proxy, key).chat.completions.create(model=model, stream=stream, **ASK)


def test_a_rate_limit_is_one_on_every_lane(proxy: ProxyProcess, upstreams: dict[str, Upstream]) -> None:
    for model in MODELS:
        usual, upstreams[model].handler = upstreams[model].handler, lambda r: Reply.of_json({"error": {"message": "slow down"}}, 429, retry_after="7")
        try:
            with pytest.raises(openai.RateLimitError) as caught:
                client(proxy).chat.completions.create(model=model, **ASK)
            assert caught.value.response.headers["retry-after"] == "7"
        finally:
            upstreams[model].handler = usual


def test_a_client_that_leaves_cancels_the_call_on_every_lane(proxy: ProxyProcess, upstreams: dict[str, Upstream]) -> None:
    for model in MODELS:
        usual, upstreams[model].handler = upstreams[model].handler, lambda r: Reply.of_events(Hold())
        upstreams[model].left.clear()
        try:
            with pytest.raises(openai.APITimeoutError):
                client(proxy).with_options(timeout=0.5).chat.completions.create(model=model, stream=True, **ASK)
            assert upstreams[model].left.wait(3), model
        finally:
            upstreams[model].handler = usual


def test_models_are_listed(proxy: ProxyProcess) -> None:
    assert [m.id for m in client(proxy).models.list()] == [*MODELS, "down"]


def test_zz_neither_log_nor_store_holds_a_value_or_a_token_and_it_stops_in_order(proxy: ProxyProcess) -> None:
    assert proxy.stop() in (0, -signal.SIGTERM), "uvicorn ends with the signal that it was told to stop by"
    kept = b"".join(p.read_bytes() for p in (proxy.directory / "data").rglob("*") if p.is_file())
    assert b"get_weather" in kept, "the records were flushed"
    for secret in (CANARY, "555-0142", "tm-bot-token", "tm-unknown-token", "sk-not-ours", "sk-operator"):
        assert secret not in proxy.log
        assert secret.encode() not in kept
    assert "Traceback" not in proxy.log


def test_two_workers_serve_one_store(upstreams: dict[str, Upstream]) -> None:
    entry = {"model_name": "*", "litellm_params": {"model": "openai/*", "api_base": upstreams["gpt-fake"].url + "/v1"}}
    with ProxyProcess({"model_list": [entry]}, "--workers", "2") as proxy:
        for _ in range(6):
            raw = client(proxy, "none").chat.completions.with_raw_response.create(model="any", **ASK)
            assert calls_of(raw.parse().choices[0].message) == MINIMAL
        assert "Traceback" not in proxy.log


def test_the_route_table_is_what_is_served() -> None:
    paths = {path for _, path, _ in [*HOT_ROUTES, *HEALTH_ROUTES, *ROUTES]}
    assert {"/v1/chat/completions", "/v1/models", "/v1/minimize/reports/{exchange_id}", "/healthz", "/readyz"} <= paths


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/", 404), ("GET", "/chat/completions", 404), ("POST", "/v1/nothing", 404), ("GET", "/v1/chat/completions", 405)]
)
def test_other_paths_and_methods_get_an_openai_error_object(method: str, path: str, status: int) -> None:
    app = create_app(settings(passthrough_keys=True), minimizer=Cutting())
    with TestClient(app, client=("127.0.0.1", 1)) as browser:
        response = browser.request(method, path)
    assert response.status_code == status
    assert re.fullmatch(r"[a-z_]+", response.json()["error"]["code"])


def test_backends_of_the_configuration_are_loaded_or_the_start_is_refused() -> None:
    with pytest.raises(ConfigError, match="no backend of type `nowhere`"):
        create_app(settings(backends=(BackendEntry("x", "nowhere"),)))


def test_annotations_of_the_configuration_decide_or_the_start_is_refused(tmp_path: Path) -> None:
    document(tmp_path)
    minimizer = _minimizer(settings(registry=(str(tmp_path),)))
    assert _versions(minimizer)["registry"] == loaded([str(tmp_path)]).registry.version != loaded([]).registry.version
    with pytest.raises(ConfigError, match="no installed package `nowhere`"):
        create_app(settings(registry=("nowhere",)))
