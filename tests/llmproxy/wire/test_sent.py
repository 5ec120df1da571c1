"""Short values of earlier calls."""

import json
from typing import Any

from llmproxy.wire.request import context_of
from llmproxy.wire.sent import MAX_PIECES, sent_in, sent_of


def said(**arguments: Any) -> dict[str, Any]:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": json.dumps(arguments)}}
    return {"role": "assistant", "content": None, "tool_calls": [call]}


def test_short_values_come_in_their_order_with_their_fields() -> None:
    messages = [{"role": "user", "content": "go"}, said(note="386"), {"role": "tool", "content": "ok"}, said(note="40", list=["1", 2], more={"deep": "x@"})]
    assert sent_of(messages) == (("note", "386"), ("note", "40"), ("list", "1"), ("list", "2"), ("deep", "x@"))
    assert context_of(messages).sent == sent_of(messages)


def test_words_long_values_and_broken_arguments_are_no_pieces() -> None:
    assert sent_in('{"a": "hello", "b": "a long sentence with 12 words in it, or so", "c": true, "d": null}') == ()
    assert sent_in("{broken") == ()
    assert sent_in(None) == ()
    assert sent_of([{"role": "assistant", "tool_calls": "odd"}, {"role": "assistant", "tool_calls": [None, {"function": None}]}, None]) == ()


def test_there_are_bounds() -> None:
    assert len(sent_of([said(n=str(i)) for i in range(500)])) <= MAX_PIECES
    assert sent_in(json.dumps({"a": ["1"] * 5000})) == ()
