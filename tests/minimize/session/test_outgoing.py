"""What a call would let out: weights and keyed hashes, never a value."""

from __future__ import annotations

import json
from typing import Any

from minimize.clauses import Rule, RuleAction
from minimize.knowledge.load import load
from minimize.model import Context, FailureMode, MinimizedCall, Policy, ToolCall, Turn
from minimize.pipeline import decide
from minimize.session.outgoing import Outgoing, outgoing

KNOWLEDGE = load()


def hashed(text: str) -> str:
    return f"<{text}>"


def run(arguments: dict[str, Any], name: str = "send_email", said: str = "", **policy: Any) -> MinimizedCall:
    schema = {"type": "object", "properties": {key: {"type": "string"} for key in arguments}, "required": list(arguments)}
    return decide(ToolCall(name, json.dumps(arguments), schema), Context((Turn("user", said),) if said else ()), Policy(**policy), KNOWLEDGE, None)


def of(done: MinimizedCall) -> Outgoing:
    return outgoing(done, "op", KNOWLEDGE, hashed)


def test_what_the_tool_needs_leaves_too_and_counts() -> None:
    done = run({"to": "ann@example.com", "body": "See you at noon."})
    assert done.cost_after.value == 0.0
    assert of(done) == Outgoing("<op>", (("<DI annexamplecom>", 4.0, True, ""),), "<DI annexamplecom>")


def test_however_it_is_written_an_item_has_one_mark() -> None:
    marks = {
        of(run({"to": "ann@example.com", "body": f"Call me: {number}"})).items[-1].mark
        for number in ("+1 202 555 0134", "+1-202-555-0134", "+1 (202) 555-0134")
    }
    assert len(marks) == 1


def test_trust_weighs() -> None:
    (item,) = of(run({"to": "ann@example.com", "body": "Hi"}, trust="local")).items
    assert 0 < item.weight < 4.0


def test_what_is_cut_does_not_leave() -> None:
    done = run({"location": "12 Elm Road, Graz"}, name="get_weather")
    assert done.changed
    assert of(done).items == ()


def test_a_blocked_call_lets_nothing_out_and_one_that_goes_on_as_it_came_all() -> None:
    arguments = {"command": "mail ann@example.com"}
    assert of(run(arguments, name="run_command", executed="block")).items == ()
    impossible = Rule("r", RuleAction.STRICTER, precision="none", at=("/to",))
    done = run({"to": "ann@example.com", "body": "Hi"}, rules=(impossible,), on_failure=FailureMode.OPEN)
    assert done.failure is not None
    assert [item.mark for item in of(done).items] == ["<DI annexamplecom>"]


def test_one_item_said_twice_is_one() -> None:
    assert len(of(run({"to": "ann@example.com", "body": "I am ann@example.com"}, said="mail ann@example.com that I am ann@example.com")).items) == 1
