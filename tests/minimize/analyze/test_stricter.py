"""Decisions for places that are to say less: only what is still too precise there is decided anew."""

from __future__ import annotations

import json
from typing import Any

import pytest

from minimize.clauses import Rule, RuleAction
from minimize.knowledge.load import load
from minimize.model import Context, Disposition, MinimizedCall, Policy, Reason, ToolCall, Turn
from minimize.pipeline import decide

KNOWLEDGE = load()


def run(arguments: dict[str, Any], precision: str, name: str, at: str, required: list[str] | None = None, said: str = "") -> MinimizedCall:
    schema = {
        "type": "object",
        "properties": {key: {"type": "number" if isinstance(value, float) else "string"} for key, value in arguments.items()},
        "required": list(arguments) if required is None else required,
    }
    policy = Policy(rules=(Rule("r", RuleAction.STRICTER, precision=precision, at=(at,)),))
    return decide(ToolCall(name, json.dumps(arguments), schema), Context((Turn("user", said),) if said else ()), policy, KNOWLEDGE, None)


def test_free_text_loses_what_is_finer_and_keeps_the_rest() -> None:
    done = run({"to": "ann@example.com", "body": "We meet at 12 Elm Road, Graz. Bring cake."}, "city", "send_email", "/body")
    assert "Elm" not in done.arguments
    assert "Bring cake" in done.arguments
    assert [d.reason for d in done.decisions if d.pointer == "/body"] == [Reason.RULE_STRICTER]


@pytest.mark.parametrize("precision", ["year", "band"])
def test_a_label_of_another_ladder_changes_nothing(precision: str) -> None:
    assert not run({"to": "ann@example.com", "body": "We meet at 12 Elm Road, Graz."}, precision, "send_email", "/body").changed


def test_coordinates_lose_digits() -> None:
    done = run({"latitude": 47.070714, "longitude": 15.439504}, "city", "get_weather", "/latitude")
    assert json.loads(done.arguments)["latitude"] in (47.1, 47.07)


def test_a_command_is_blocked_rather_than_edited() -> None:
    done = run({"command": "mail -s hi ann@example.com"}, "none", "run_command", "/command")
    assert done.arguments == ""
    assert any(d.disposition is Disposition.BLOCK for d in done.decisions)


def test_where_nothing_may_stand_in_its_place_the_call_fails() -> None:
    done = run({"to": "ann@example.com", "body": "Hi"}, "none", "send_email", "/to", said="write to ann@example.com")
    assert done.blocked is Reason.NO_VALID_REWRITE
