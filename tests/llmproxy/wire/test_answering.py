"""Which tool a tool's answer comes from."""

from __future__ import annotations

from typing import Any

import pytest

from llmproxy.wire.answering import answering, names_of


def asks(*calls: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(calls)}


def call(call_id: str, name: str, kind: str = "function") -> dict[str, Any]:
    return {"id": call_id, "type": kind, kind: {"name": name}}


def test_an_answer_names_the_tool_of_its_call() -> None:
    names = names_of([{"role": "user", "content": "x"}, asks(call("1", "find"), call("2", "run", "custom")), asks({"id": "3", "function": {"name": "old"}})])
    assert names == {"1": "find", "2": "run", "3": "old"}
    assert answering({"role": "tool", "tool_call_id": "2"}, names) == "run"
    assert answering({"role": "tool", "tool_call_id": "9"}, names) == answering({"role": "tool"}, names) == answering({"tool_call_id": []}, names) == ""


def test_an_id_of_two_tools_names_none() -> None:
    assert names_of([asks(call("1", "contacts"), call("1", "web")), asks(call("1", "contacts"))]) == {"1": ""}


@pytest.mark.parametrize("odd", [None, 3, {}, {"tool_calls": 3}, asks(None), asks({"id": 1, "function": {"name": "x"}}), asks({"id": "1", "type": []})])
def test_what_is_no_call_names_nothing(odd: Any) -> None:
    assert names_of([odd]) == {}
