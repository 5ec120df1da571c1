"""A call of a session over its budget says less."""

from __future__ import annotations

import json
from typing import Any

from minimize.knowledge.load import load
from minimize.model import Context, MinimizedCall, Policy, Reason, ToolCall, Turn
from minimize.pipeline import decide

KNOWLEDGE = load()
LABELS = ("city", "month", "band")


def run(name: str, arguments: dict[str, Any], required: list[str], said: str = "", labels: tuple[str, ...] = LABELS) -> MinimizedCall:
    schema = {"type": "object", "properties": {key: {"type": "string"} for key in arguments}, "required": required}
    return decide(ToolCall(name, json.dumps(arguments), schema), Context((Turn("user", said),) if said else ()), Policy(), KNOWLEDGE, None, labels)


def test_without_labels_nothing_differs() -> None:
    arguments = {"pickup": "12 Elm Road, Graz", "dropoff": "Graz Airport"}
    assert run("book_ride", arguments, ["pickup", "dropoff"], labels=()).arguments == json.dumps(arguments)


def test_places_are_as_coarse_as_the_session_has_them() -> None:
    done = run("book_ride", {"pickup": "12 Elm Road, Graz", "dropoff": "Graz Airport"}, ["pickup", "dropoff"])
    assert "Elm Road" not in done.arguments
    assert any("session:budget" in d.rules for d in done.decisions)


def test_what_the_call_can_do_without_goes_though_it_was_asked_for() -> None:
    done = run("send_email", {"to": "ann@example.com", "body": "See you there", "phone": "555-0134"}, ["to", "body"], "mail ann@example.com from 555-0134")
    assert "555-0134" not in done.arguments
    assert "ann@example.com" in done.arguments
    assert any(d.reason is Reason.SESSION_BUDGET or "session:budget" in d.rules for d in done.decisions)
