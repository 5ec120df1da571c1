"""Whole answers: the same calls as in a stream, edited at spans."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from llmproxy.errors import UpstreamGarbage
from llmproxy.wire.chat_answer import ChatAnswer
from minimize.model import Decision, Disposition, Finding, OnBlock, Reason
from tests.playbook import as_it_came, blocked, changed_to, minimized

BODY = (
    '{ "id": "chatcmpl-7", "created": 1700000000, "big": 1234567890123456789,\n'
    '  "choices": [ {"index": 0, "message": {"role": "assistant", "content": null, "tool_calls": [\n'
    '    {"id": "abcdefghi", "type": "function", "extra_content": {"sig": "c2ln"},'
    ' "function": {"name": "rent_boat", "arguments": "{\\"price\\": 1.10, \\"pier\\": \\"\\u00dc4\\"}"}},\n'
    '    {"id": "jklmnopqr", "type": "function", "function": {"arguments": "{}", "name": "ping"}} ]},\n'
    '    "logprobs": {"content": [{"token": "x", "logprob": -1.0}]}, "finish_reason": "tool_calls"} ], "usage": {"total_tokens": 9} }'
)
FIRST = '{"price": 1.10, "pier": "\u00dc4"}'


def answer_of(message: Mapping[str, Any], finish: str | None = "tool_calls", **more: Any) -> bytes:
    """A body with one choice."""
    return json.dumps({"choices": [{"index": 0, "message": {"role": "assistant", **message}, "finish_reason": finish, **more}]}).encode()


def call(name: str = "ping", arguments: Any = "{}", **more: Any) -> dict[str, Any]:
    """One entry of `tool_calls`."""
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}, **more}


def test_the_calls() -> None:
    answer = ChatAnswer.read(BODY.encode())
    (decide,) = answer.pending()
    assert [(c.call_id, c.name, c.arguments, c.position, c.complete) for c in decide.calls] == [
        ("abcdefghi", "rent_boat", FIRST, 0, True),
        ("jklmnopqr", "ping", "{}", 1, True),
    ]
    with pytest.raises(ValueError, match="not decided"):
        answer.write()


def test_nothing_changes_nothing() -> None:
    body = BODY.encode()
    answer = ChatAnswer.read(body)
    answer.resolve(0, [as_it_came(c) for c in answer.pending()[0].calls])
    assert answer.write() is body


def test_only_the_argument_string_changes() -> None:
    answer = ChatAnswer.read(BODY.encode())
    first, second = answer.pending()[0].calls
    answer.resolve(0, [minimized(first, '{"price": 1.10}'), minimized(second)])
    expected = BODY.replace('"{\\"price\\": 1.10, \\"pier\\": \\"\\u00dc4\\"}"', '"{\\"price\\": 1.10}"')
    assert answer.write().decode() == expected.replace('{"content": [{"token": "x", "logprob": -1.0}]}', "null")


def test_arguments_as_an_object_stay_an_object() -> None:
    body = b'{"choices": [{"message": {"tool_calls": [{"id": "a", "function": {"name": "f", "arguments": {"x":  1.10}}}]}, "finish_reason": "stop"}]}'
    answer = ChatAnswer.read(body)
    (only,) = answer.pending()[0].calls
    assert only.arguments == '{"x":  1.10}'
    answer.resolve(0, [minimized(only, '{"x":  1}')])
    assert answer.write() == body.replace(b"1.10", b"1")


def test_custom_and_legacy_calls() -> None:
    custom = {"id": "c", "type": "custom", "custom": {"name": "query", "input": "SELECT 'no json'"}}
    answer = ChatAnswer.read(answer_of({"tool_calls": [custom], "function_call": {"name": "f", "arguments": "{}"}}))
    calls = answer.pending()[0].calls
    assert [(c.name, c.arguments, c.custom, c.legacy, c.complete) for c in calls] == [
        ("query", "SELECT 'no json'", True, False, True),
        ("f", "{}", False, True, True),
    ]
    answer.resolve(0, [minimized(calls[0], "SELECT"), minimized(calls[1], '{"y": 1}')])
    message = json.loads(answer.write())["choices"][0]["message"]
    assert message["tool_calls"][0]["custom"] == {"name": "query", "input": "SELECT"}
    assert message["function_call"]["arguments"] == '{"y": 1}'


@pytest.mark.parametrize("arguments", ["", None])
def test_no_arguments(arguments: str | None) -> None:
    answer = ChatAnswer.read(answer_of({"tool_calls": [call(arguments=arguments)]}))
    assert [(c.arguments, c.complete) for c in answer.pending()[0].calls] == [("", True)]


def test_truncated_arguments_are_incomplete() -> None:
    answer = ChatAnswer.read(answer_of({"tool_calls": [call(arguments='{"a": "b')]}, "length"))
    assert [c.complete for c in answer.pending()[0].calls] == [False]
    answer.resolve(0, [None])
    assert answer.refusal is not None


def test_a_blocked_call_refuses_the_answer() -> None:
    answer = ChatAnswer.read(BODY.encode())
    first, second = answer.pending()[0].calls
    answer.resolve(0, [minimized(first), blocked(second)])
    assert answer.refusal is not None
    assert answer.refusal.code == "tool_call_blocked"
    assert json.loads(answer.refusal.data)["error"]["code"] == "tool_call_blocked"
    with pytest.raises(ValueError, match="refused"):
        answer.write()


def test_a_call_cannot_hide_behind_a_key_named_twice() -> None:
    body = answer_of({"content": None, "tool_calls": [call()]})
    for old, new in (
        (b"}}]", b'}}], "tool_calls": null'),
        (b'"message"', b'"message": {"content": "x"}, "message"'),
        (b'"choices"', b'"choices": [], "choices"'),
    ):
        assert old in body
        with pytest.raises(UpstreamGarbage):
            ChatAnswer.read(body.replace(old, new, 1))


def test_a_blocked_call_is_taken_out() -> None:
    answer = ChatAnswer.read(answer_of({"content": 'So\u00e9 "', "tool_calls": [call(index=0), call("pong", index=1)]}, service_tier="x"))
    first, second = answer.pending()[0].calls
    answer.resolve(0, [blocked(first), minimized(second)], on_block=OnBlock.MESSAGE)
    (choice,) = json.loads(answer.write())["choices"]
    assert choice["message"]["tool_calls"] == [call("pong", index=0)]
    assert choice["message"]["content"] == 'So\u00e9 "\n\nA tool call was withheld by the privacy policy of this proxy.'
    assert (choice["finish_reason"], choice["service_tier"]) == ("tool_calls", "x")


@pytest.mark.parametrize(
    ("content", "after"), [(None, str), ("", str), ([{"type": "text", "text": "x"}], list)]
)  # fmt: skip
def test_no_call_is_left(content: Any, after: type) -> None:
    answer = ChatAnswer.read(answer_of({"content": content, "tool_calls": [call(), call()], "function_call": {"name": "f", "arguments": "{}"}}))
    answer.resolve(0, [blocked(c) for c in answer.pending()[0].calls], on_block=OnBlock.MESSAGE)
    (choice,) = json.loads(answer.write())["choices"]
    assert set(choice["message"]) == {"role", "content"}
    assert isinstance(choice["message"]["content"], after)
    assert "3 tool calls were withheld" in str(choice["message"]["content"])
    assert choice["finish_reason"] == "stop"


def test_several_choices() -> None:
    body = json.dumps({"choices": [
        {"index": 1, "message": {"tool_calls": [call()]}, "finish_reason": "stop"},
        {"index": 0, "message": {"content": "x"}, "finish_reason": "stop"},
        {"index": 2, "message": {"tool_calls": [call("f", '{"a": 1}')]}, "finish_reason": "stop"},
    ]}).encode()  # fmt: skip
    answer = ChatAnswer.read(body)
    assert [d.choice for d in answer.pending()] == [1, 2]
    answer.resolve(2, [minimized(answer.pending()[1].calls[0], "{}")])
    answer.resolve(1, [as_it_came(answer.pending()[0].calls[0])])
    assert answer.write() == body.replace(b'{\\"a\\": 1}', b"{}")


def test_choices_that_share_an_index_are_told_apart() -> None:
    choices = [{"index": 0, "message": {"tool_calls": [call(arguments=f'{{"x": {i}}}')]}, "finish_reason": "stop"} for i in range(2)]
    answer = ChatAnswer.read(json.dumps({"choices": choices}).encode())
    assert [(d.choice, d.calls[0].arguments) for d in answer.pending()] == [(0, '{"x": 0}'), (1, '{"x": 1}')]


def test_audio_is_named_as_not_read() -> None:
    assert ChatAnswer.read(answer_of({"audio": {"data": "AAAA", "transcript": "x"}}, "stop")).not_read == ("/choices/*/message/audio",)


def test_confirmation_and_report_stand_on_the_message() -> None:
    finding = Finding("/price", 0, 4, "F", "amount", "rule", 0.4)
    decision = Decision("/price", Disposition.KEEP, Reason.NEEDS_CONFIRMATION, (finding,))
    answer = ChatAnswer.read(BODY.encode())
    first, second = answer.pending()[0].calls
    answer.resolve(0, [minimized(first, needs_confirmation=True, decisions=[decision], findings=[finding]), minimized(second)], report={"changed": 0})
    assert json.loads(answer.write())["choices"][0]["message"]["toolminimize"] == {
        "changed": 0,
        "confirm": [{"call_id": "abcdefghi", "pointer": "/price", "category": "F", "reason": "needs_confirmation"}],
    }


def test_an_answer_without_calls_passes() -> None:
    for body in (answer_of({"content": "x"}, "stop"), b'{"error": {"message": "no"}}', b'{"choices": []}', answer_of({"tool_calls": []})):
        answer = ChatAnswer.read(body)
        assert answer.pending() == []
        assert answer.write() is body


@pytest.mark.parametrize(
    "body",
    [b"", b"<html>", b"[]", b'"x"', b"{}", b'{"choices": {}}', b'{"choices": [1]}', b'{"choices": [{"index": 0}]}', b"\xff\xfe{",
     b'{"choices": [{"message": null, "delta": {"tool_calls": []}}]}', b'{"choices": [{"message": {"content": ""}, "delta": {"tool_calls": [{}]}}]}',
     b'{"choices": [{"message": {"tool_calls": [1]}}]}', b"[" * 100_000],
)  # fmt: skip
def test_garbage(body: bytes) -> None:
    with pytest.raises(UpstreamGarbage):
        ChatAnswer.read(body)


def test_nan_in_the_envelope_passes() -> None:
    body = BODY.replace("-1.0", "-Infinity").encode()
    answer = ChatAnswer.read(body)
    answer.resolve(0, [as_it_came(c) for c in answer.pending()[0].calls])
    assert answer.write() is body


def test_reasoning() -> None:
    body = answer_of({"reasoning_content": "Pier \u00dc4 it is", "thinking_blocks": [{"thinking": "\u00dc4?"}], "tool_calls": [call("f", FIRST)]})
    forward = ChatAnswer.read(body)
    assert forward.not_read == ("/choices/*/message/reasoning_content", "/choices/*/message/thinking_blocks")
    dropped = ChatAnswer.read(body, reasoning="drop")
    dropped.resolve(0, [as_it_came(dropped.pending()[0].calls[0])])
    assert set(json.loads(dropped.write())["choices"][0]["message"]) == {"role", "tool_calls"}
    held = ChatAnswer.read(body.replace(b"\\u00dc4", b"Pier 17"), reasoning="hold")
    finding = Finding("/pier", 0, 7, "L", "address", "rule", 0.9)
    (only,) = held.pending()[0].calls
    decision = Decision("/pier", Disposition.REMOVE, Reason.BALLAST_FIELD, (finding,))
    held.resolve(0, [minimized(only, '{"price": 1.10}', decisions=[decision], findings=[finding])])
    assert held.not_read == ()


def test_held_reasoning_is_cut() -> None:
    finding = Finding("/pier", 0, 7, "L", "address", "rule", 0.9)
    decision = Decision("/pier", Disposition.REMOVE, Reason.BALLAST_FIELD, (finding,))
    thoughts = {"reasoning": "Pier 17? pier 17! Pier 170", "thinking_blocks": [{"thinking": "Pier 17"}]}
    body = answer_of({**thoughts, "tool_calls": [call("f", '{"pier": "Pier 17"}')]})
    held = ChatAnswer.read(body, reasoning="hold")
    (only,) = held.pending()[0].calls
    held.resolve(0, [changed_to("{}", decisions=[decision], findings=[finding])(only)])
    message = json.loads(held.write())["choices"][0]["message"]
    assert message["reasoning"] == "[withheld]? [withheld]! Pier 170"
    assert "thinking_blocks" not in message
