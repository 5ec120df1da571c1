"""A budget of asks through the running proxy: over it calls go on as without a judge, and header and report say so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx

from llmproxy.config.model import VerdictStore
from minimize.model import JudgePolicy, Policy
from tests.llmproxy.serving import ProxyThread
from tests.upstreams.openai_wire import speaking
from tests.upstreams.server import Reply, Upstream
from tests.upstreams.settings import entry, settings
from tests.upstreams.speech import Speech

MAIL = {"type": "object", "properties": {"to": {"type": "string"}, "body": {"type": "string"}}, "required": ["to", "body"]}
TOOLS = [{"type": "function", "function": {"name": "send_email", "description": "Send an e-mail", "parameters": MAIL}}]
WRITTEN = json.dumps({"to": "ines@example.com", "body": "The slides come on Tuesday because of my migraine."})
VERDICT = json.dumps({"verdicts": [{"id": "i1", "necessary": False}]})


def answered(request: Any) -> Reply:
    if request.json["model"] == "judge":
        return speaking(Speech(VERDICT))(request)
    return speaking(Speech("", (("send_email", WRITTEN),)))(request)


def ask(proxy: ProxyThread, task: str) -> tuple[str, str, str]:
    """Give the body of the mail, and how the judge fared by header and report."""
    own = {"authorization": "Bearer sk-mine"}
    with httpx.Client(base_url=proxy.url, timeout=30, headers=own) as client:
        answer = client.post("/v1/chat/completions", json={"model": "m", "messages": [{"role": "user", "content": task}], "tools": TOOLS})
        report = client.get(f"/v1/minimize/reports/{answer.headers['x-toolminimize-exchange-id']}").json()
    arguments = answer.json()["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]
    return json.loads(arguments)["body"], answer.headers["x-toolminimize-judge"], report["calls"][0]["judge"]


def test_over_the_budget_calls_go_on_as_without_a_judge(tmp_path: Path) -> None:
    policy = Policy(content_aware="llm", judge=JudgePolicy("judge", asks_per_day=1))
    with Upstream(answered) as upstream:
        made = entry("*", "openai/*", upstream.url + "/v1", api_key="sk-operator")
        how = settings(made, policies={"default": policy}, passthrough_keys=True, data_dir=tmp_path, verdict_store=VerdictStore("memory"))
        with ProxyThread(how) as proxy:
            assert ask(proxy, "Write to Ines that the slides come on Tuesday.") == ("The slides come on Tuesday.", "asked", "asked")
            body, header, report = ask(proxy, "Tell Ines that the slides come on Tuesday.")
    assert (header, report) == ("budget", "budget") and body == json.loads(WRITTEN)["body"]
