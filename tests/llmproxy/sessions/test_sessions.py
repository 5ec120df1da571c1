"""Two proxies that share a Redis count one session together; without Redis, what cannot be counted is blocked."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from typing import Any

import httpx
import pytest

from llmproxy.config import Settings
from llmproxy.config.model import SessionStore
from minimize.clauses import SessionPolicy
from minimize.model import Policy
from tests.llmproxy.serving import ProxyThread
from tests.llmproxy.sessions.stores import SERVER, redis_server
from tests.upstreams.openai_wire import speaking
from tests.upstreams.server import Reply, Upstream
from tests.upstreams.settings import entry, settings
from tests.upstreams.speech import Speech

pytestmark = pytest.mark.skipif(SERVER is None, reason="no redis-server is installed")

MAIL = {"type": "object", "properties": {"to": {"type": "string"}, "body": {"type": "string"}}, "required": ["to", "body"]}
ASK = {
    "model": "m",
    "messages": [{"role": "user", "content": "write to all of them"}],
    "tools": [{"type": "function", "function": {"name": "send_email", "description": "Send an e-mail", "parameters": MAIL}}],
}


@pytest.fixture(scope="module")
def upstream() -> Iterator[Upstream]:
    number = count()

    def answer(request: Any) -> Reply:
        text = json.dumps({"to": f"guest{next(number)}@example.com", "body": "See you."})
        return speaking(Speech("", (("send_email", text),)))(request)

    with Upstream(answer) as upstream:
        yield upstream


def configured(upstream: Upstream, url: str) -> Settings:
    policy = Policy(session=SessionPolicy(budget=18.0))
    made = settings(entry("*", "openai/*", upstream.url + "/v1", api_key="sk-operator"), policies={"default": policy}, passthrough_keys=True)
    return dataclasses.replace(made, session_store=SessionStore(url=url, timeout_s=5.0), secret=b"shared by both of them")


def ask(url: str, session: str) -> httpx.Response:
    return httpx.post(f"{url}/v1/chat/completions", json=ASK, headers={"x-toolminimize-session": session, "authorization": "Bearer sk-mine"}, timeout=30)


def test_two_proxies_never_let_more_through_than_one_would(upstream: Upstream) -> None:
    with redis_server() as url, ProxyThread(configured(upstream, url)) as one, ProxyThread(configured(upstream, url)) as two:
        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(lambda number: ask((one, two)[number % 2].url, "shared"), range(10)))
        assert sorted(answer.status_code for answer in answers) == [200] * 3 + [422] * 7
        assert ask(one.url, "another").status_code == 200


def test_when_redis_goes_away_calls_are_blocked_and_say_why(upstream: Upstream) -> None:
    with ExitStack() as redis:
        url = redis.enter_context(redis_server())
        with ProxyThread(configured(upstream, url)) as proxy:
            assert ask(proxy.url, "a").status_code == 200
            redis.close()
            for _ in range(2):
                answer = ask(proxy.url, "a")
                assert (answer.status_code, answer.json()["error"]["code"]) == (422, "tool_call_blocked")
                assert "session_unavailable" in answer.text
