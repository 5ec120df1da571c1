"""The public door."""

from __future__ import annotations

import json

import pytest

import minimize
from minimize import Context, FailureMode, Minimizer, Mode, Policy, Reason, ToolCall, Turn

MINIMIZER = Minimizer()
SCHEMA = {"type": "object", "properties": {"location": {"type": "string"}, "user_email": {"type": "string"}}, "required": ["location"]}
CALL = ToolCall("get_weather", json.dumps({"location": "Oslo", "user_email": "ola@firma.example"}), SCHEMA, "Forecast")


def test_one_call() -> None:
    done = MINIMIZER.minimize(CALL, task="weather in Oslo?")
    assert json.loads(done.arguments) == {"location": "Oslo"}
    assert done.call is CALL


def test_a_task_completes_a_context_without_one() -> None:
    context = Context((Turn("system", "You are an assistant."),))
    assert MINIMIZER.minimize(CALL, "weather in Oslo?", context).changed


def test_a_policy_for_one_call() -> None:
    assert not MINIMIZER.minimize(CALL, policy=Policy(mode=Mode.SHADOW)).changed
    assert MINIMIZER.minimize(CALL).changed


@pytest.mark.parametrize("policy", [Policy(), Policy(mode=Mode.OFF), Policy(mode=Mode.SHADOW), Policy(on_failure=FailureMode.OPEN)])
def test_an_incomplete_call_is_blocked_in_every_mode(policy: Policy) -> None:
    done = MINIMIZER.incomplete(ToolCall("get_weather", '{"location": "Os'), policy)
    assert (done.blocked, done.arguments, done.changed) == (Reason.INCOMPLETE_CALL, "", False)


def test_only_the_pipeline_makes_the_result() -> None:
    with pytest.raises(TypeError):
        minimize.MinimizedCall(CALL, "{}", (), (), None, None, Mode.ENFORCE, "", "", False)  # type: ignore[arg-type]


def test_the_package_knows_its_door_and_nothing_else() -> None:
    assert minimize.Minimizer is Minimizer
    with pytest.raises(AttributeError):
        _ = minimize.Maximizer  # type: ignore[attr-defined]
