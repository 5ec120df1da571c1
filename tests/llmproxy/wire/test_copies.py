from __future__ import annotations

from llmproxy.wire.copies import beside_call, beside_message, drops, has_extras, repeats
from llmproxy.wire.spans import Drop
from llmproxy.wire.thoughts import Secrets

CALL = {"index": 0, "id": "c", "type": "function", "function": {"name": "ping", "arguments": "{}"}}
SECRETS = Secrets(("555-0142", "31"))


def test_a_plain_call_has_nothing_beside_it() -> None:
    assert beside_call(CALL, 0) == []
    assert beside_call({"name": "ping", "arguments": "{}"}, None) == []
    assert not has_extras({"index": 0, "delta": {"role": "assistant", "tool_calls": [CALL], "content": "x"}, "finish_reason": None, "logprobs": None}, "delta")


def test_what_stands_beside_a_call() -> None:
    call = {**CALL, "arguments": "{}", "function": {"name": "ping", "arguments": "{}", "parsed_arguments": {"a": 1}, "input": ""}}
    assert beside_call(call, 0) == [(("arguments",), "{}"), (("function", "parsed_arguments"), {"a": 1})]
    assert beside_call({**CALL, "custom": "x"}, 0) == [(("custom",), "x")]
    assert beside_call({"name": "ping", "arguments": "{}", "parsed": 1}, None) == [(("parsed",), 1)]


def test_what_stands_beside_a_message() -> None:
    choice = {"index": 0, "message": {"role": "assistant", "provider_specific_fields": {"a": 1}}, "finish_reason": "stop", "matched_stop": 7}
    assert beside_message(choice, "message") == [(("matched_stop",), 7), (("message", "provider_specific_fields"), {"a": 1})]
    assert has_extras(choice, "message")


def test_strings_numbers_and_keys_are_looked_at_and_signatures_are_not() -> None:
    assert repeats({"phone": "call 555-0142"}, SECRETS)
    assert repeats({"age": 31}, SECRETS)
    assert repeats({"555-0142": True}, SECRETS)
    assert repeats('{"phone": "555-0142"}', SECRETS)
    assert not repeats({"age": 310, "x": "1310"}, SECRETS)
    assert not repeats({"signature": "A" * 30 + "/31/" + "B" * 30}, SECRETS)


def test_where_nobody_knows_what_was_cut_long_fields_go() -> None:
    assert repeats({"note": "Ann has it"}, Secrets(everything=True))
    assert not repeats("priority", Secrets(everything=True))


def test_only_copies_are_dropped() -> None:
    found = [(("a",), "555-0142"), (("b", "c"), "x")]
    assert list(drops(found, ("choices", 0), SECRETS)) == [Drop(("choices", 0, "a"))]
    assert list(drops(found, (), Secrets())) == []
