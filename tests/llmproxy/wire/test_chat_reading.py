"""Reading deltas and messages."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from llmproxy.errors import UpstreamGarbage
from llmproxy.wire import chat_reading as reading
from llmproxy.wire.spans import Path
from minimize.stream import Fragment


def none(_paths: object) -> list[str]:
    raise AssertionError("no literal is needed here")


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ({"index": 1, "id": "a", "function": {"name": "f", "arguments": "{"}}, Fragment(1, "a", "f", "{")),
        ({"index": 0, "id": None, "function": {"name": None, "arguments": None}}, Fragment(0)),
        ({"index": 0, "function": None}, Fragment(0)),
        ({"id": "a"}, Fragment(None, "a")),
        ({"index": "2", "id": 7, "function": {"name": "f"}}, Fragment(2, "7", "f")),
        ({"index": True}, Fragment()),
        ({"index": -1, "type": "custom", "id": "a", "custom": {"name": "f", "input": "x"}}, Fragment(-1, "a", "f", "x", custom=True)),
        ({"index": 0, "type": "custom"}, Fragment(0, custom=True)),
        ({"index": 0, "function": None, "custom": {"input": "x"}}, Fragment(0, arguments="x", custom=True)),
    ],
)
def test_entries(entry: dict[str, object], expected: Fragment) -> None:
    assert reading.fragments({"tool_calls": [entry]}, none) == [(0, expected)]


def test_arguments_that_are_no_text_come_as_their_source() -> None:
    found = reading.fragments({"tool_calls": [{"function": {"arguments": {"x": 1.1}}}]}, lambda paths: [f"source of {path}" for path in paths])
    assert found[0][1].arguments == "source of ('tool_calls', 0, 'function', 'arguments')"


@pytest.mark.parametrize(
    "part",
    [
        {"tool_calls": {"0": {}}},
        {"tool_calls": [None]},
        {"tool_calls": [{"function": "f({})"}]},
        {"tool_calls": [{"name": "f", "arguments": "{}"}]},
        {"tool_calls": [{"function": {"name": "f"}, "custom": {"name": "f"}}]},
        {"function_call": "f"},
    ],
)
def test_shapes_in_which_a_call_could_hide(part: dict[str, object]) -> None:
    with pytest.raises(UpstreamGarbage):
        reading.fragments(part, none)


@pytest.mark.parametrize("part", [{}, {"tool_calls": None}, {"tool_calls": []}, {"function_call": None}, {"function_call": {}}])
def test_no_calls(part: dict[str, object]) -> None:
    assert not reading.has_calls(part)
    assert reading.fragments(part, none) == []


def test_reading_is_lenient_where_clients_are() -> None:
    assert reading.loads(b'{"a": NaN}')["a"] != 0
    assert reading.loads(b'{"a": "\\ud83d"}') == {"a": "\ud83d"}
    assert reading.loads(b"\xef\xbb\xbf{}") == {}
    assert reading.as_bytes(reading.as_text(b'"\xff\xc3\xa9"')) == b'"\xff\xc3\xa9"'
    for bad in (b"", b"{", b"[" * 100_000):
        with pytest.raises(UpstreamGarbage):
            reading.loads(bad)


def test_where_reasoning_stands() -> None:
    bag = {"thinking_blocks": [1], "x": 1}
    part = {"reasoning": "a", "reasoning_content": "", "provider_specific_fields": bag, "content": [{"type": "text"}, {"type": "thinking"}]}
    assert reading.reasoning_paths(part) == [("reasoning",), ("provider_specific_fields", "thinking_blocks"), ("content", 1)]
    assert [reading.at(part, path) for path in reading.reasoning_paths(part)] == ["a", [1], {"type": "thinking"}]
    assert reading.unread("/x", ("content", 1)) == "/x/content/*"


@pytest.mark.parametrize(
    ("logprobs", "part", "hidden"),
    [
        (None, {}, False),
        ({"content": None}, {}, False),
        ({"content": [{"token": "a"}]}, {"content": "a"}, False),
        ({"content": [{"token": "a"}]}, {"content": ""}, True),
        ({"content": [{"token": "a", "bytes": [97]}]}, {}, True),
        ({"content": [{"token": "?", "bytes": [240, 159]}]}, {}, False),
        ({"content": [{"token": "?", "bytes": [240, 159], "top_logprobs": [{"token": "a"}]}]}, {}, True),
        ({"content": [{"token": ""}]}, {}, False),
        ({"content": ["a"]}, {}, True),
        ({"refusal": [{"token": "a"}]}, {}, True),
        ({"content": "tokens"}, {"content": "a"}, True),
        ({"content": [{"token": "\u2581So"}, {"token": "<end>"}]}, {"content": "So"}, False),
        ({"content": [{"token": "So"}, {"token": '{"town": "Leer"}'}]}, {"content": "So"}, True),
        ({"content": [{"token": "So"}]}, {"reasoning": "So"}, False),
    ],
)
def test_tokens_of_text_that_does_not_stand_there(logprobs: object, part: dict[str, object], hidden: bool) -> None:
    assert reading.hidden_tokens({"logprobs": logprobs}, part) is hidden


@pytest.mark.parametrize(("index", "number"), [(3, 3), (None, 0), ("1", 1), ([], 0)])
def test_the_number_of_a_choice(index: object, number: int) -> None:
    assert reading.choice_number({"index": index}) == number


@pytest.mark.parametrize(
    "envelope",
    [
        b'{"choices": [{"delta": {"tool_calls": [], "tool_calls": null}}]}',
        b'{"delta": {"tool_calls": []}, "delta": {}}',
        b'{"tool_calls": [{"function": {"arguments": "{}", "arguments": "{}"}}]}',
    ],
)
def test_a_key_named_twice_on_the_way_to_a_call_is_refused(envelope: bytes) -> None:
    with pytest.raises(UpstreamGarbage):
        reading.check_keys(envelope, reading.loads(envelope))


@pytest.mark.parametrize(
    "envelope",
    [
        b'{"choices": [{"delta": {"tool_calls": []}, "finish_reason": "tool_calls"}], "id": 1, "id": 2}',
        b'{"choices": [{"message": {"tool_calls": []}}, {"message": {"tool_calls": []}}]}',
        b'{"delta": {"content": "x"}, "delta": {}}',
    ],
)
def test_other_keys_may_be_named_twice(envelope: bytes) -> None:
    reading.check_keys(envelope, reading.loads(envelope))


def test_older_logprobs_hide_tokens_too() -> None:
    assert reading.hidden_tokens({"logprobs": {"tokens": ["Le"]}}, {})
    assert not reading.hidden_tokens({"logprobs": {"tokens": ["Le"]}}, {"content": "Le"})
    assert reading.hidden_tokens({"logprobs": {"other": [1]}}, {})
    assert not reading.hidden_tokens({"logprobs": {"content": None, "refusal": None}}, {})


def test_sources_of_many_calls_are_looked_up_at_once() -> None:
    data = b'{"tool_calls": [{"function": {"arguments": {"x": 1.10}}}, {"function": {"arguments": "{}"}}], "function_call": {"arguments": [ 2 ]}}'
    asked: list[int] = []

    def literals(paths: Sequence[Path]) -> list[str]:
        asked.append(len(paths))
        return reading.literals(data, (), paths)

    found = reading.fragments(reading.loads(data), literals)
    assert [fragment.arguments for _, fragment in found] == ['{"x": 1.10}', "{}", "[ 2 ]"]
    assert asked == [2]


def test_a_number_of_choices_that_nobody_gives() -> None:
    reading.check_count([{}] * 128)
    with pytest.raises(UpstreamGarbage):
        reading.check_count([{}] * 257)
