"""A configuration takes the place of another while requests run: whole, or not at all."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from llmproxy.app import create_app
from llmproxy.config import ConfigError, Key, KeyRing, Settings
from llmproxy.config.model import SessionStore, VerdictStore
from llmproxy.generations import FIXED, Generation, Proxy
from llmproxy.upstream import Upstreams
from minimize import Minimizer
from minimize.clauses import SessionPolicy
from minimize.model import Policy
from tests.upstreams.minimizers import Cutting
from tests.upstreams.openai_wire import speaking
from tests.upstreams.server import Upstream
from tests.upstreams.settings import SECRET, entry, settings
from tests.upstreams.speech import Speech

MAIL = {"type": "object", "properties": {"to": {"type": "string"}, "body": {"type": "string"}}, "required": ["to", "body"]}
ASK = {
    "model": "m",
    "messages": [{"role": "user", "content": "My migraine is back. Write to Ines that the slides come on Tuesday."}],
    "tools": [{"type": "function", "function": {"name": "send_email", "description": "Send an e-mail", "parameters": MAIL}}],
}
FULL = "The slides come on Tuesday because of my migraine."
WRITTEN = json.dumps({"to": "ines@example.com", "body": FULL})


class File:
    """Stands where the configuration's file is: gives what was last put there."""

    def __init__(self, now: Settings) -> None:
        self.now: Settings | Exception = now

    def __call__(self) -> Settings:
        if isinstance(self.now, Exception):
            raise self.now
        return self.now


@asynccontextmanager
async def running(proxy: Proxy) -> AsyncIterator[httpx.AsyncClient]:
    """Start it, give a client, stop it."""
    incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    told: asyncio.Queue[str] = asyncio.Queue()

    async def send(message: Any) -> None:
        told.put_nowait(message["type"])

    life = asyncio.create_task(proxy({"type": "lifespan"}, incoming.get, send))
    incoming.put_nowait({"type": "lifespan.startup"})
    assert await told.get() == "lifespan.startup.complete"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(proxy, client=("127.0.0.1", 1)), base_url="http://proxy") as client:
        yield client
    incoming.put_nowait({"type": "lifespan.shutdown"})
    assert await told.get() == "lifespan.shutdown.complete"
    await life


async def status(client: httpx.AsyncClient, token: str = "") -> int:
    return (await client.get("/v1/nothing", headers={"authorization": f"Bearer {token}"} if token else {})).status_code


def with_key(made: Settings) -> Settings:
    return dataclasses.replace(made, keys=KeyRing.of(SECRET, [(Key("bot"), "tm-bot")]), passthrough_keys=False)


async def test_judging_is_switched_for_a_key_while_it_runs(caplog: pytest.LogCaptureFixture) -> None:
    with Upstream(speaking(Speech("", (("send_email", WRITTEN),)))) as upstream:
        keys = [(Key("a", policy="a"), "tm-a"), (Key("b", policy="b"), "tm-b")]
        off, local = Policy(name="a"), dataclasses.replace(Policy(name="a"), content_aware="local", policy_hash="other")
        made = settings(entry("*", "openai/*", upstream.url + "/v1", api_key="sk"), keys=keys, policies={"default": Policy(), "a": off, "b": off})
        file = File(made)
        proxy = create_app(made, minimizer=Minimizer(), reread=file)
        async with running(proxy) as client:

            async def body(token: str) -> str:
                answer = (await client.post("/v1/chat/completions", json=ASK, headers={"authorization": f"Bearer {token}"})).json()
                return str(json.loads(answer["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"])["body"])

            assert [await body("tm-a"), await body("tm-b")] == [FULL, FULL]
            file.now = dataclasses.replace(made, policies={**made.policies, "a": local})
            with caplog.at_level(logging.WARNING):
                assert await proxy.reload()
            assert [await body("tm-a"), await body("tm-b")] == ["The slides come on Tuesday.", FULL]
            assert "new or changed: a" in caplog.text
            file.now = made
            assert await proxy.reload() and await body("tm-a") == FULL


@pytest.mark.parametrize("fault", [ConfigError("config.yaml:3: unknown setting"), RuntimeError("sk-secret"), *FIXED])
async def test_what_cannot_be_taken_over_leaves_the_one_before_and_one_line(fault: Any, caplog: pytest.LogCaptureFixture) -> None:
    made = settings()
    changed = {"port": 9, "workers": 2, "data_dir": Path("/nowhere"), "secret": b"another", "backends": (1,)}
    file = File(made)
    proxy = create_app(made, minimizer=Cutting(), reread=file)
    before = proxy.current
    async with running(proxy) as client:
        file.now = fault if isinstance(fault, Exception) else dataclasses.replace(with_key(made), **{fault: changed.get(fault, "other")})
        with caplog.at_level(logging.WARNING):
            assert not await proxy.reload()
        assert proxy.current is before and await status(client) == 404
    assert len([r for r in caplog.records if r.name == "llmproxy.generations"]) == 1
    assert "not taken over" in caplog.text and "sk-secret" not in caplog.text
    assert isinstance(fault, RuntimeError) or str(fault) in caplog.text


async def test_keys_limits_and_models_come_anew_and_readiness_stays() -> None:
    made = settings()
    file = File(made)
    proxy = create_app(made, minimizer=Cutting(), reread=file)
    async with running(proxy) as client:
        file.now = with_key(made)
        assert await proxy.reload()
        assert [await status(client), await status(client, "tm-bot"), (await client.get("/readyz")).status_code] == [401, 404, 200]


@pytest.mark.parametrize(
    ("change", "anew"),
    [
        ({}, set()),
        ({"ping_s": 9.0}, set()),
        ({"model_list": (entry("m", "openai/m"),)}, {"upstreams", "verdicts"}),
        ({"verdict_store": VerdictStore("memory")}, {"verdicts"}),
        ({"session_store": SessionStore(max_entries=5)}, {"sessions", "budget"}),
    ],
)
async def test_parts_whose_settings_stay_go_on(change: dict[str, Any], anew: set[str]) -> None:
    made = settings(policies={"default": Policy(session=SessionPolicy(budget=9.0))})
    proxy = create_app(made, minimizer=Minimizer(), reread=lambda: dataclasses.replace(made, **change))
    async with running(proxy):
        before = dict(proxy.current.parts)
        assert set(before) == {"upstreams", "verdicts", "sessions", "budget"}
        assert await proxy.reload()
        assert {name for name, part in proxy.current.parts.items() if part is not before[name]} == anew


class Part:
    def __init__(self) -> None:
        self.closed = 0

    async def close(self) -> None:
        self.closed += 1


async def test_a_request_is_served_whole_by_the_generation_it_came_to_and_its_parts_are_closed_then() -> None:
    made = settings()
    shared, own, going = Part(), [Part(), Part()], asyncio.Event()
    served: list[int] = []

    def build(settings: Settings, before: Generation | None) -> Generation:
        number = 0 if before is None else 1

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await going.wait()
            served.append(number)

        state: Any = type("State", (), {"settings": settings, "upstreams": None, "ready": True})()
        return Generation(state, app, {"shared": shared, "own": own[number]})

    @asynccontextmanager
    async def life(proxy: Proxy) -> AsyncIterator[None]:
        yield

    proxy = Proxy(made, build, life, lambda: made)
    nothing: Any = None
    first = asyncio.create_task(proxy({"type": "http"}, nothing, nothing))
    await asyncio.sleep(0)
    assert await proxy.reload()
    second = asyncio.create_task(proxy({"type": "http"}, nothing, nothing))
    assert [part.closed for part in own] == [0, 0]
    going.set()
    await asyncio.gather(first, second)
    await asyncio.sleep(0)
    assert sorted(served) == [0, 1] and [part.closed for part in own] == [1, 0]
    await proxy.close()
    assert [shared.closed, own[0].closed, own[1].closed] == [1, 1, 1]


async def test_what_was_built_of_a_configuration_that_cannot_start_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = settings()
    closed: list[Upstreams] = []

    async def start(self: Upstreams) -> None:
        raise OSError("no descriptors left")

    async def close(self: Upstreams) -> None:
        closed.append(self)

    proxy = create_app(made, minimizer=Cutting(), reread=lambda: dataclasses.replace(made, model_list=(entry("m", "openai/m"),)))
    async with running(proxy):
        with monkeypatch.context() as patched:
            patched.setattr(Upstreams, "start", start)
            patched.setattr(Upstreams, "close", close)
            assert not await proxy.reload()
        assert len(closed) == 1 and closed[0] is not proxy.current.state.upstreams


async def test_a_signal_has_the_configuration_read_and_several_at_once_not_many_times() -> None:
    made = settings()
    reads: list[int] = []

    def reread() -> Settings:
        reads.append(1)
        return made

    proxy = create_app(made, minimizer=Cutting(), reread=reread)
    async with running(proxy):
        before = proxy.current
        os.kill(os.getpid(), signal.SIGHUP)
        for _ in range(200):
            await asyncio.sleep(0.005)
            if proxy.current is not before:
                break
        assert proxy.current is not before and len(reads) == 1
        for _ in range(5):
            proxy._ask()
        await asyncio.gather(*proxy._tasks)
        assert len(reads) == 2
