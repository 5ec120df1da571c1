"""`toolminimize demo` from end to end, and its exit code."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from llmproxy.demo import show
from llmproxy.demo.client import Outcome
from llmproxy.demo.scenarios import load


def run() -> tuple[int, str]:
    out = io.StringIO()
    code = show.main(console=Console(file=out, width=160))
    return code, out.getvalue()


def test_nothing_leaks_and_the_table_says_what_changed() -> None:
    code, text = run()
    assert code == 0, text
    assert "nothing leaked" in text
    assert "OPENAI_BASE_URL" in text
    assert all(s.name in text for s in load())


def test_a_fault_gives_exit_code_one(monkeypatch: pytest.MonkeyPatch) -> None:
    strict = [replace(load()[0], needed={"/location": "Harborview"})]
    monkeypatch.setattr(show, "load", lambda: strict)
    code, text = run()
    assert code == 1
    assert "lost /location" in text


def test_what_goes_is_red_and_what_comes_is_green() -> None:
    before, after = show.arguments('{"a": "x", "b": 1, "c": [2]}', '{"a": "y", "b": 1}')
    assert before.plain == "a: x\nb: 1\nc: [2]"
    assert [before.plain[s.start : s.end] for s in before.spans if s.style == "red"] == ["a: x", "c: [2]"]
    assert [after.plain[s.start : s.end] for s in after.spans if s.style == "green"] == ["a: y"]


def test_reasons_stand_once_a_place_and_keeps_do_not() -> None:
    decisions = [
        {"pointer": "/a", "disposition": "remove", "reason": "ballast_field"},
        {"pointer": "/a", "disposition": "remove", "reason": "ballast_field"},
        {"pointer": "/b", "disposition": "keep", "reason": "no_psd"},
    ]
    outcome = Outcome(load()[0], "{}", "{}", {"decisions": decisions, "cost_before": 8.0, "cost_after": 0.0}, ())
    assert show.reasons(outcome).plain == "/a remove: ballast_field"
    assert "cost 8 -> 0" in show.summary([outcome])
    assert "ballast_field:" in show.summary([outcome])


def test_no_json_is_shown_as_it_is() -> None:
    assert show.arguments('{"a": 1}', "nonsense")[1].plain == "(no JSON): nonsense"
