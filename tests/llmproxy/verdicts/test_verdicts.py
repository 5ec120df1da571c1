"""A judge is not paid twice: not after a restart, not by another process, whatever the store; and without a store calls go on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from llmproxy.config import Settings
from llmproxy.config.model import VerdictStore
from llmproxy.verdicts.file import FILE_NAME
from minimize.model import JudgePolicy, Policy
from tests.llmproxy.serving import ProxyThread
from tests.llmproxy.sessions.stores import SERVER, redis_server
from tests.upstreams.openai_wire import speaking
from tests.upstreams.server import Reply, Upstream
from tests.upstreams.settings import entry, settings
from tests.upstreams.speech import Speech

MAIL = {"type": "object", "properties": {"to": {"type": "string"}, "body": {"type": "string"}}, "required": ["to", "body"]}
ASK = {
    "model": "m",
    "messages": [{"role": "user", "content": "I am in rehab since May. Write to Ines that the slides come on Tuesday."}],
    "tools": [{"type": "function", "function": {"name": "send_email", "description": "Send an e-mail", "parameters": MAIL}}],
}
WRITTEN = json.dumps({"to": "ines@example.com", "body": "The slides come on Tuesday because of my migraine."})
VERDICT = json.dumps({"verdicts": [{"id": "i1", "necessary": False}]})


class Models:
    """The agent's model, and the judge, whose asks are counted."""

    def __init__(self) -> None:
        self.asks = 0

    def __call__(self, request: Any) -> Reply:
        if request.json["model"] == "judge":
            self.asks += 1
            return speaking(Speech(VERDICT))(request)
        return speaking(Speech("", (("send_email", WRITTEN),)))(request)


@pytest.fixture
def models() -> Models:
    return Models()


@pytest.fixture
def upstream(models: Models) -> Iterator[Upstream]:
    with Upstream(models) as found:
        yield found


def configured(upstream: Upstream, folder: Path, store: VerdictStore) -> Settings:
    policy = Policy(content_aware="llm", judge=JudgePolicy("judge"))
    made = entry("*", "openai/*", upstream.url + "/v1", api_key="sk-operator")
    return settings(made, policies={"default": policy}, passthrough_keys=True, data_dir=folder, verdict_store=store)


def body(proxy: ProxyThread) -> str:
    answer = httpx.post(f"{proxy.url}/v1/chat/completions", json=ASK, headers={"authorization": "Bearer sk-mine"}, timeout=30).json()
    return str(json.loads(answer["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"])["body"])


def asked_once(models: Models, settings: Settings) -> None:
    with ProxyThread(settings) as one, ProxyThread(settings) as two:
        assert [body(p) for p in (one, two, one)] == ["The slides come on Tuesday."] * 3
    with ProxyThread(settings) as restarted:
        assert body(restarted) == "The slides come on Tuesday."
    assert models.asks == 1


def test_one_file_serves_several_processes_and_outlasts_them(upstream: Upstream, models: Models, tmp_path: Path) -> None:
    asked_once(models, configured(upstream, tmp_path, VerdictStore()))
    held = b"".join(path.read_bytes() for path in tmp_path.glob(FILE_NAME + "*"))
    assert not [word for word in (b"migraine", b"ines", b"slides", b"body", b"send_email") if word in held]


@pytest.mark.skipif(SERVER is None, reason="no redis-server is installed")
def test_one_redis_serves_several_proxies(upstream: Upstream, models: Models, tmp_path: Path) -> None:
    with redis_server() as url:
        asked_once(models, configured(upstream, tmp_path, VerdictStore("redis", url, timeout_s=5.0)))


def test_in_memory_each_process_asks_for_itself(upstream: Upstream, models: Models, tmp_path: Path) -> None:
    for _ in range(2):
        with ProxyThread(configured(upstream, tmp_path, VerdictStore("memory"))) as proxy:
            assert body(proxy) == body(proxy)
    assert models.asks == 2


def test_without_its_store_the_judge_is_asked_and_the_call_goes_on(upstream: Upstream, models: Models, tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with ExitStack() as both:
        for store in (VerdictStore(), VerdictStore("redis", "redis://127.0.0.1:1/0")):
            proxy = both.enter_context(ProxyThread(configured(upstream, tmp_path, store)))
            assert [body(proxy), body(proxy)] == ["The slides come on Tuesday."] * 2
    assert models.asks == 4
