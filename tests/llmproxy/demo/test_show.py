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


def test_nothing_leaks_and_it_says_what_changed() -> None:
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
    shown = show.difference('{"a": "x", "b": 1, "c": [2]}', '{"a": "y", "b": 1}')
    assert shown.plain == "  - a: x\n  + a: y\n    b: 1\n  - c: [2]"
    assert [(shown.plain[s.start : s.end], s.style) for s in shown.spans if s.style] == [("  - a: x", "red"), ("  + a: y", "green"), ("  - c: [2]", "red")]


def test_a_block_fits_a_narrow_terminal_and_says_what_went_wrong() -> None:
    scenario = replace(load()[0], arguments='{"location": "x"}')
    shown = show.block(Outcome(scenario, '{"location": "y"}', "{}", {"cost_before": 3.0, "cost_after": 0.0}, ("leaked `y`",))).plain.split("\n")
    assert shown[0] == f"{scenario.title}: get_weather, privacy cost 3 -> 0"
    assert shown[1] == f"  user: {scenario.user}"
    assert shown[2:] == ["  - location: x", "  + location: y", "    nothing to change", "  FAULT leaked `y`", ""]


def test_reasons_stand_once_a_place_and_keeps_do_not() -> None:
    decisions = [
        {"pointer": "/a", "disposition": "remove", "reason": "ballast_field"},
        {"pointer": "/a", "disposition": "remove", "reason": "ballast_field"},
        {"pointer": "/b", "disposition": "keep", "reason": "no_psd"},
    ]
    outcome = Outcome(load()[0], "{}", "{}", {"decisions": decisions, "cost_before": 8.0, "cost_after": 0.0}, ())
    assert show.reasons(outcome).plain == "    why /a: remove, ballast_field"
    assert "cost 8 -> 0" in show.summary([outcome])
    assert "ballast_field:" in show.summary([outcome])


def test_no_json_is_shown_as_it_is() -> None:
    assert show.difference('{"a": 1}', "nonsense").plain == "  - a: 1\n  + (no JSON): nonsense"
