"""Marked values go in by every door; they may come out in tool calls to the client who sent them, and nowhere else."""

from __future__ import annotations

import base64
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.llmproxy.serving import ProxyProcess
from tests.upstreams.openai_wire import speaking
from tests.upstreams.server import Reply, Upstream
from tests.upstreams.speech import Speech

MARKS = ("quillonby", "5550142", "555-0142", "219-09-9981", "tm-brindlewick", "sk-brindlewick")
NOTES = "Ann Quillonby, ann.quillonby@example.com, call 555-0142, number 219-09-9981"
SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "notes": {"type": "string"}, "people": {"type": "object", "additionalProperties": {"type": "string"}}},
    "required": ["city"],
}
TOOL = {"type": "function", "function": {"name": "get_forecast", "description": "Weather forecast for a city", "parameters": SCHEMA}}
GOOD = json.dumps({"city": "Ghent", "notes": NOTES, "people": {"ann.quillonby@example.com": "Quillonby", "Quillonby": "x"}})
SPEECHES = {
    "whole": Speech("I will ask.", (("get_forecast", GOOD),)),
    "undeclared": Speech(
        "", (("ask Ann Quillonby", json.dumps({"q": NOTES, "Ann Quillonby": NOTES})), ("lookup", json.dumps({"quillonby@example.com": 5550142})))
    ),
    "twice": Speech("", (("get_forecast", '{"city": "Quillonby", "city": "' + NOTES + '"}'),)),
    "broken": Speech("", (("get_forecast", '{"city": "Ghent", "notes": "' + NOTES),)),
    "deep": Speech("", (("get_forecast", '{"city": ' + "[" * 500 + '"Quillonby"' + "]" * 500 + "}"),)),
}


def found(data: bytes | str) -> list[str]:
    """Give the marks that stand in some bytes, plain or in base64 or hex."""
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    low = raw.lower()
    return [m for m in MARKS if m.encode() in low or m.encode().hex().encode() in low or base64.b64encode(m.encode()).rstrip(b"=").lower()[:-1] in low]


class Door:
    """The proxy between a client and an upstream that says what it is told."""

    def __init__(self, proxy: ProxyProcess, upstream: Upstream) -> None:
        self.proxy, self.upstream = proxy, upstream
        self.client = httpx.Client(base_url=proxy.url, timeout=20, headers={"authorization": "Bearer tm-brindlewick-one"})
        self.answers: list[httpx.Response] = []

    def chat(self, says: str, stream: bool = False, messages: list[dict[str, Any]] | None = None) -> httpx.Response:
        self.upstream.handler = speaking(SPEECHES[says])
        told = messages or [{"role": "user", "content": "Weather in Ghent? " + NOTES}]
        body = {"model": "fake-1", "messages": told, "tools": [TOOL], "stream": stream, "metadata": {"x-toolminimize-task-context": NOTES}}
        return self.send("POST", "/v1/chat/completions", json=body)

    def send(self, method: str, path: str, **more: Any) -> httpx.Response:
        answer = self.client.request(method, path, **more)
        self.answers.append(answer)
        return answer


@pytest.fixture(scope="module")
def door() -> Iterator[Door]:
    with Upstream(speaking(SPEECHES["whole"])) as upstream:
        model = {"model_name": "fake-1", "litellm_params": {"model": "openai/fake-1", "api_base": upstream.url + "/v1", "api_key": "sk-brindlewick"}}
        config = {"model_list": [model], "keys": [{"name": "desk", "key": "tm-brindlewick-one"}, {"name": "other", "key": "tm-brindlewick-two"}]}
        with ProxyProcess(config) as proxy:
            door = Door(proxy, upstream)
            yield door
            door.client.close()


def test_the_marks_are_where_this_test_looks(door: Door) -> None:
    assert found(GOOD) and found(NOTES.encode().hex()) and found(base64.b64encode(b"quillonby"))
    door.chat("whole")
    assert found(door.upstream.requests[-1].body)  # the provider is told what the user said


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("says", list(SPEECHES))
def test_headers_errors_and_reports_hold_no_values(door: Door, says: str, stream: bool) -> None:
    answer = door.chat(says, stream)
    assert not found(str(answer.headers))
    if answer.status_code != httpx.codes.OK:
        assert not found(answer.content)
    report = door.send("GET", f"/v1/minimize/reports/{answer.headers['x-toolminimize-exchange-id']}")
    assert report.status_code == httpx.codes.OK and not found(report.content)
    assert report.json()["key_name"] == "desk"


def test_what_is_removed_from_a_good_call_is_gone(door: Door) -> None:
    answer = door.chat("whole")
    assert answer.status_code == httpx.codes.OK, answer.text
    arguments = answer.json()["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]
    assert "notes" not in json.loads(arguments)


def test_a_report_is_its_keys_own(door: Door) -> None:
    exchange = door.chat("whole").headers["x-toolminimize-exchange-id"]
    answer = door.send("GET", f"/v1/minimize/reports/{exchange}", headers={"authorization": "Bearer tm-brindlewick-two"})
    assert answer.status_code == httpx.codes.NOT_FOUND and not found(answer.content)


@pytest.mark.parametrize(
    ("method", "path", "more"),
    [
        ("POST", "/v1/chat/completions", {"content": '{"model": "fake-1", "messages": "' + NOTES}),
        ("POST", "/v1/chat/completions", {"json": {"model": {"quillonby": 1}, "messages": []}}),
        ("POST", "/v1/chat/completions", {"json": {"model": "fake-1", "messages": NOTES}}),
        ("POST", "/v1/chat/completions", {"json": {"model": "quillonby", "messages": []}}),
        ("POST", "/v1/chat/completions", {"json": {"model": "fake-1", "messages": []}, "headers": {"authorization": "Bearer tm-brindlewick-bad"}}),
        ("GET", "/v1/quillonby", {}),
        ("GET", "/v1/models/quillonby", {}),
        ("GET", "/v1/minimize/reports/quillonby", {}),
        ("POST", "/v1/minimize/reports/quillonby/confirm", {"json": {"verdict": "quillonby", "call_id": 5550142}}),
    ],
)
def test_errors_repeat_nothing(door: Door, method: str, path: str, more: dict[str, Any]) -> None:
    answer = door.send(method, path, **more)
    assert answer.status_code >= httpx.codes.BAD_REQUEST
    assert not found(answer.content) and not found(str(answer.headers))


def test_an_upstream_that_fails_loudly(door: Door) -> None:
    door.upstream.handler = lambda request: Reply.of_json({"error": {"message": NOTES, "type": "x", "code": "y"}}, 500)
    door.send("POST", "/v1/chat/completions", json={"model": "fake-1", "messages": [{"role": "user", "content": NOTES}]})
    door.upstream.handler = lambda request: Reply(200, {"content-type": "application/json"}, [b"<html>" + NOTES.encode()], True)
    door.send("POST", "/v1/chat/completions", json={"model": "fake-1", "messages": [{"role": "user", "content": NOTES}]})


def test_a_tools_result_becomes_an_outcome_and_nothing_more(door: Door) -> None:
    first = door.chat("whole")
    message = first.json()["choices"][0]["message"]
    told = [{"role": "user", "content": NOTES}, message, {"role": "tool", "tool_call_id": "call_0", "content": "Error: 404 Quillonby not found"}]
    door.chat("whole", messages=told)
    report = door.send("GET", f"/v1/minimize/reports/{first.headers['x-toolminimize-exchange-id']}").json()
    assert report["calls"][0]["outcome"] == "error" and not found(json.dumps(report))


def test_explain_shows_no_values(tmp_path: Path) -> None:
    path = tmp_path / "call.json"
    path.write_text(json.dumps({"name": "get_forecast", "arguments": {"city": "Ghent", "notes": NOTES}, "schema": SCHEMA}), encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "llmproxy.cli", "explain", str(path)], capture_output=True, check=False, timeout=60)
    assert done.returncode == 0 and b"/notes" in done.stdout
    assert not found(done.stdout) and not found(done.stderr)


@pytest.mark.parametrize("arguments", [["check"], ["check", "--jsonl"], ["detect", "--jsonl"]])
def test_bad_input_is_not_repeated(arguments: list[str]) -> None:
    for bad in ('{"name": "' + NOTES, '{"name": ["Quillonby"], "arguments": 1, "tool_calls": 5550142, "text": ["Quillonby"]}'):
        done = subprocess.run([sys.executable, "-m", "llmproxy.cli", *arguments], input=bad.encode(), capture_output=True, check=False, timeout=60)
        assert done.returncode in (1, 2) and b"Traceback" not in done.stderr
        assert not found(done.stdout) and not found(done.stderr)


def test_last_of_all_store_and_log_hold_no_values(door: Door) -> None:
    assert door.proxy.stop() in (0, -signal.SIGTERM)  # uvicorn finishes its work and then ends by the signal
    files = [p for p in (door.proxy.directory / "data").rglob("*") if p.is_file()]
    assert "toolminimize.sqlite3" in {p.name for p in files}
    for path in files:
        assert not found(path.read_bytes()), path.name
    assert not found(door.proxy.log) and "Traceback" not in door.proxy.log
