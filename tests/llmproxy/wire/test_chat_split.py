"""Chunks in which something flows and something waits."""

from __future__ import annotations

import json
from typing import Any

from llmproxy.wire import chat_split as split
from llmproxy.wire import sse
from tests.playbook import PIECE, chunk, event, payloads

CALL = {"index": 0, "id": "a", "function": {"name": "f", "arguments": "{}"}}


def read(raw: bytes) -> tuple[sse.Event, dict[str, Any]]:
    (one,) = sse.Decoder().feed(raw)
    return one, json.loads(one.data or b"")


def delta(one: sse.Event) -> dict[str, Any]:
    got: dict[str, Any] = json.loads(one.data or b"")["choices"][0]["delta"]
    assert payloads(one.raw)[0]["choices"][0]["delta"] == got
    return got


def test_one_event_for_each_choice() -> None:
    choices = [{"index": i, "delta": {"content": str(i)}} for i in range(3)]
    pieces = split.by_choice(*read(event({**PIECE, "choices": choices, "usage": {"total_tokens": 1}})))
    assert [json.loads(p.data or b"")["choices"] for p in pieces] == [[c] for c in choices]
    assert ["usage" in json.loads(p.data or b"") for p in pieces] == [False, False, True]


def test_every_key_of_a_delta_goes_one_way() -> None:
    given = {"role": "assistant", "content": "x", "reasoning": "r", "tool_calls": [CALL], "provider_specific_fields": {"a": 1}, "new_key": 2}
    one, payload = read(chunk(given, "tool_calls", more={"logprobs": {"content": []}}, usage={"total_tokens": 1}))
    first, second = split.flowing(one, payload, []), split.waiting(one, payload, [])
    assert delta(first) == {"role": "assistant", "content": "x", "reasoning": "r"}
    assert delta(second) == {"tool_calls": [CALL], "provider_specific_fields": {"a": 1}, "new_key": 2}
    top = json.loads(first.data or b"")
    assert (top["choices"][0]["finish_reason"], top["choices"][0]["logprobs"], "usage" in top) == (None, None, False)
    assert json.loads(second.data or b"")["choices"][0]["finish_reason"] == "tool_calls"


def test_reasoning_may_have_to_wait_too() -> None:
    one, payload = read(chunk({"role": "assistant", "content": "x", "reasoning": "r"}))
    assert delta(split.flowing(one, payload, [("reasoning",)])) == {"role": "assistant", "content": "x"}
    assert delta(split.waiting(one, payload, [("reasoning",)])) == {"reasoning": "r"}


def test_what_is_left_without_reasoning() -> None:
    one, _ = read(chunk({"reasoning": "r"}))
    assert not split.says_something(split.without(one, [("reasoning",)]))
    for told in (chunk({"content": "x"}), chunk({}, "stop"), chunk({}, usage={"total_tokens": 1})):
        assert split.says_something(read(told)[0])


def test_an_error_without_its_choices() -> None:
    one, _ = read(chunk({"tool_calls": [CALL]}, error={"message": "no"}))
    assert json.loads(split.without_choices(one).data or b"") == {**PIECE, "choices": [], "error": {"message": "no"}}
