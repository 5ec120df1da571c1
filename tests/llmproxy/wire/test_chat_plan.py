"""Plans: which calls stay, change or go."""

from __future__ import annotations

import json

import pytest

from llmproxy.wire.chat_plan import Plan, confirmations, make_plan, refusal, said_after
from minimize.model import Decision, Disposition, Finding, OnBlock, Reason
from minimize.stream import AssembledCall
from tests.playbook import blocked, minimized


def calls(*complete: bool) -> list[AssembledCall]:
    """One call a flag, indices 0, 1, ..."""
    return [AssembledCall(0, i, f"c{i}", "f", "{}" if done else "{", False, False, done, i, i) for i, done in enumerate(complete)]


def plan(given: list[AssembledCall], *outcomes: object, on_block: OnBlock = OnBlock.MESSAGE, thoughts: bool = False) -> Plan:
    return make_plan(given, outcomes, on_block=on_block, report=None, thoughts=thoughts)  # type: ignore[arg-type]


def test_untouched() -> None:
    (call,) = calls(True)
    got = plan([call], minimized(call))
    assert (got.touched, got.note, got.withheld, got.indices, got.none_left) == (False, "", "", {}, False)


def test_taken_out_without_gaps() -> None:
    given = calls(True, False, True)
    got = plan(given, minimized(given[0]), None, minimized(given[2], '{"a": 1}'))
    assert [(fate.taken_out, fate.arguments) for fate in got.fates.values()] == [(False, None), (True, None), (False, '{"a": 1}')]
    assert (got.indices, got.none_left, got.touched) == ({2: 1}, False, True)


def test_calls_that_share_an_index_are_told_apart() -> None:
    given = [AssembledCall(0, i, f"c{i}", "f", "{}", False, False, True, i, 0) for i in range(3)]
    assert plan(given, blocked(given[0]), *map(minimized, given[1:])).indices == {2: 1}
    assert plan(given, *map(minimized, given)).indices == {1: 1, 2: 2}


def test_odd_indices_stay_while_nothing_goes() -> None:
    given = [AssembledCall(0, 0, "c", "f", "{}", False, False, True, 0, 1), AssembledCall(0, 1, "d", "f", "{}", False, False, True, 1, None)]
    assert plan(given, minimized(given[0], '{"a": 1}'), minimized(given[1])).indices == {}
    assert plan(given, minimized(given[0]), blocked(given[1])).indices == {0: 0}


def test_an_error_refuses_everything() -> None:
    given = calls(True, True)
    assert plan(given, minimized(given[0]), blocked(given[1]), on_block=OnBlock.ERROR).refused


def test_an_incomplete_call_goes_whatever_its_outcome_says() -> None:
    (call,) = calls(False)
    assert plan([call], minimized(call)).none_left


def test_the_arguments_decide_what_changed_not_the_flag() -> None:
    (call,) = calls(True)
    outcome = minimized(call, '{"a": 1}')
    object.__setattr__(outcome, "changed", False)
    assert plan([call], outcome).fates[0].arguments == '{"a": 1}'


def test_outcomes_of_other_calls_are_not_accepted() -> None:
    (call,) = calls(True)
    (other,) = [AssembledCall(0, 0, "c0", "g", "{}", False, False, True, 0, 0)]
    with pytest.raises(ValueError, match="another call"):
        plan([call], minimized(other))
    with pytest.raises(TypeError):
        plan([call], "{}")


def test_confirmations_name_no_values() -> None:
    (call,) = calls(True)
    findings = [Finding("/a", 0, 2, category, "x", "rule", 0.5) for category in ("H", "DI", "H")]
    asked = [Decision("/a", Disposition.KEEP, Reason.NEEDS_CONFIRMATION, tuple(findings)), Decision("/b", Disposition.KEEP, Reason.NO_PSD)]
    outcome = minimized(call, needs_confirmation=True, decisions=asked)
    assert confirmations(call, outcome) == [
        {"call_id": "c0", "pointer": "/a", "category": "DI", "reason": "needs_confirmation"},
        {"call_id": "c0", "pointer": "/a", "category": "H", "reason": "needs_confirmation"},
    ]
    assert json.loads(plan([call], outcome).note) == {"confirm": confirmations(call, outcome)}
    assert [item["pointer"] for item in confirmations(call, outcome, lambda pointer: "/*" * pointer.count("/"))] == ["/*", "/*"]
    failed = minimized(call, needs_confirmation=True, failure=Reason.DEADLINE_EXCEEDED)
    assert confirmations(call, failed) == [{"call_id": "c0", "pointer": "", "category": "", "reason": "deadline_exceeded"}]
    assert confirmations(call, minimized(call, needs_confirmation=True, blocked=Reason.TOO_DEEP)) == []


def test_secrets_are_gathered_on_request_only() -> None:
    (call,) = calls(False)
    assert not plan([call], None).secrets
    assert plan([call], None, thoughts=True).secrets.everything


def test_what_is_said_after_other_text_stands_apart() -> None:
    assert (said_after("x", True), said_after("x", False)) == ("\n\nx", "x")


def test_a_refusal_names_the_reason_of_the_first_call_that_was_held_back() -> None:
    fine, held = calls(True, True)
    said = refusal([minimized(fine), blocked(held), None])
    assert said.message == "a tool call was blocked by the privacy policy (`no_valid_rewrite`)"
    assert refusal([None]).message.endswith("(`incomplete_call`)")
