from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from llmproxy.commands.explain import explain_call, explain_exchange, report_prose
from llmproxy.commands.failure import CommandError

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}, "notes": {"type": "string"}}, "required": ["city"]}
CALL = {
    "name": "get_forecast",
    "description": "Weather forecast for a city",
    "arguments": {"city": "Ghent", "notes": "reach me at ann.archer@example.com"},
    "schema": SCHEMA,
}
REPORT = {
    "exchange_id": "ex-1",
    "time": "2027-01-15T08:00:01.000+00:00",
    "model": "fast-model",
    "status": 200,
    "policy_hash": "0123",
    "not_read": ["reasoning"],
    "calls": [
        {
            "tool": "get_forecast",
            "kind": "weather",
            "trust": "third_party_no_dpa",
            "mode": "enforce",
            "changed": True,
            "blocked": None,
            "cost_before": 4.0,
            "cost_after": 0.0,
            "latency_ms": 0.25,
            "outcome": "ok",
            "flags": ["suspicious_schema"],
            "decisions": [
                {
                    "pointer": "/notes",
                    "category": "H",
                    "sub": "condition",
                    "detector": "lexicon",
                    "disposition": "remove",
                    "reason": "ballast_field",
                    "rules": ["kind:weather"],
                }
            ],
        }
    ],
}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "call.json"
    path.write_text(json.dumps(CALL), encoding="utf-8")
    return path


def test_each_place_is_explained_without_values(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert explain_call(source, None, None, None, values=False, as_json=False) == 0
    said = capsys.readouterr().out
    assert "\n/city\n" in said and "\n/notes\n" in said and "privacy cost 4 -> 0" in said
    assert "found      DI email" in said and "done       remove" in said and "decided by" in said
    assert "archer" not in said and "Ghent" not in said


def test_a_public_tools_annotation_is_named_with_its_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = {"type": "object", "properties": {"cardId": {"type": "string"}, "text": {"type": "string"}}}
    call = {"name": "trello__add_comment", "arguments": {"cardId": "61a0", "text": "Done"}, "schema": schema}
    source = tmp_path / "call.json"
    source.write_text(json.dumps(call), encoding="utf-8")
    assert explain_call(source, None, None, None, values=False, as_json=False) == 0
    said = capsys.readouterr().out
    assert "known as tool.trello.add_comment" in said
    assert "because    What the team reads, word for word." in said


def test_values_only_where_asked_for(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    explain_call(source, None, None, None, values=True, as_json=True)
    said = json.loads(capsys.readouterr().out)
    notes = next(p for p in said["places"] if p["pointer"] == "/notes")
    assert notes["value"] == "reach me at ann.archer@example.com" and notes["decisions"][0]["disposition"] == "remove"
    assert said["kind"] == "weather"
    explain_call(source, None, None, None, values=False, as_json=True)
    assert "archer" not in capsys.readouterr().out


def test_a_call_that_cannot_be_read_is_explained_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "call.json"
    path.write_text(json.dumps({**CALL, "arguments": '{"city": "Ghent", "city": "Lille"}'}), encoding="utf-8")
    assert explain_call(path, None, None, None, values=False, as_json=False) == 1
    assert "blocked: An object of the arguments names a key twice" in capsys.readouterr().out


class Server(BaseHTTPRequestHandler):
    seen: list[tuple[str, str | None]]
    status = 200
    body = json.dumps(REPORT).encode()

    def do_GET(self) -> None:
        type(self).seen.append((self.path, self.headers.get("authorization")))
        self.send_response(self.status)
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server() -> Iterator[tuple[str, type[Server]]]:
    handler = type("Handler", (Server,), {"seen": []})
    with HTTPServer(("127.0.0.1", 0), handler) as http:
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{http.server_port}", handler
        http.shutdown()
        thread.join()


def test_a_report_is_fetched_and_explained(server: tuple[str, type[Server]], capsys: pytest.CaptureFixture[str]) -> None:
    url, handler = server
    assert explain_exchange(url + "/v1", "ex-1", "tm-key", as_json=False) == 0
    assert handler.seen == [("/v1/minimize/reports/ex-1", "Bearer tm-key")]
    said = capsys.readouterr().out
    assert "/notes: H condition by lexicon; remove, ballast_field" in said and "not read: reasoning" in said and "outcome ok" in said
    assert explain_exchange(url, "ex-1", None, as_json=True) == 0
    assert json.loads(capsys.readouterr().out) == REPORT


@pytest.mark.parametrize(("status", "complaint"), [(401, "not accepted"), (404, "no such exchange"), (500, "refused")])
def test_a_refusal_is_one_line(server: tuple[str, type[Server]], status: int, complaint: str) -> None:
    url, handler = server
    handler.status = status
    with pytest.raises(CommandError, match=complaint) as refusal:
        explain_exchange(url, "ex-1", "tm-key", as_json=False)
    assert refusal.value.code == 1 and "tm-key" not in str(refusal.value)


def test_no_proxy_no_report(server: tuple[str, type[Server]]) -> None:
    url, handler = server
    handler.body = b"<html>"
    with pytest.raises(CommandError, match="no JSON"):
        explain_exchange(url, "ex-1", None, as_json=False)
    with pytest.raises(CommandError, match="cannot be reached"):
        explain_exchange("http://127.0.0.1:9", "ex-1", None, as_json=False)
    with pytest.raises(CommandError, match="say the exchange id"):
        explain_exchange(url, "../keys", None, as_json=False)


def test_a_blocked_call_in_a_report() -> None:
    call = {**REPORT["calls"][0], "blocked": "too_deep", "decisions": []}  # type: ignore[index]
    assert "blocked (too_deep)" in report_prose({**REPORT, "calls": [call]})


def test_a_rule_is_named_with_the_operators_own_words(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("policies: {default: {rules: [{name: no-notes, reason: notes stay at home, then: block, when: {at: [/notes]}}]}}", encoding="utf-8")
    assert explain_call(source, config, None, None, values=False, as_json=False) == 1
    said = capsys.readouterr().out
    assert "because    notes stay at home" in said and "decided by rule:no-notes" in said and "rule_blocks" in said
