from __future__ import annotations

import json
import random

import pytest

from llmproxy.commands.calls import BadInput, id_of, read_call, read_case

TOOL = {
    "type": "function",
    "function": {"name": "get_forecast", "description": "Weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}},
}


def case(**more: object) -> str:
    return json.dumps({"id": "a-1", "messages": [{"role": "user", "content": "Weather in Ghent?"}], "tools": [TOOL], "tool_calls": [], **more})


def test_a_case_is_read() -> None:
    found = read_case(case(tool_calls=[{"name": "get_forecast", "arguments": {"city": "Ghent"}}]))
    (given,) = found.calls
    assert found.id == "a-1" and found.context.task == "Weather in Ghent?"
    assert (given.call.name, given.call.arguments, given.call.description, given.as_text) == ("get_forecast", '{"city": "Ghent"}', "Weather", False)
    assert given.call.schema == TOOL["function"]["parameters"]  # type: ignore[index]


def test_arguments_keep_their_source_text() -> None:
    arguments = '{ "a":1.10,"b" : 1234567890123456789012, "c":1e400, "d":"\\u00e9\\ud83d", "a":2 }'
    text = '{"id": 1, "tool_calls": [ {"name": "x", "arguments": ' + arguments + ' } , {"name": "y", "arguments": "{\\"q\\": 1.0}"}], "tools": []}'
    first, second = read_case(text).calls
    assert first.call.arguments == arguments and first.as_text is False
    assert second.call.arguments == '{"q": 1.0}' and second.as_text is True
    assert (first.call.call_id, second.call.call_id) == ("0", "1")


def test_the_form_of_the_wire_is_read_too() -> None:
    call = {"id": "call_9", "type": "function", "function": {"name": "get_forecast", "arguments": '{"city": "Ghent"}'}}
    (given,) = read_case(case(tool_calls=[call])).calls
    assert (given.call.call_id, given.call.arguments, given.as_text) == ("call_9", '{"city": "Ghent"}', True)


def test_a_custom_tools_input_is_free_text() -> None:
    tool = {"type": "custom", "custom": {"name": "run", "description": "Runs a program"}}
    (given,) = read_case(case(tools=[tool], tool_calls=[{"id": "c", "type": "custom", "custom": {"name": "run", "input": "print(1)"}}])).calls
    assert (given.call.arguments, given.call.custom, given.as_text) == ("print(1)", True, True)


def test_one_call_with_its_schema_and_task() -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}}
    found = read_call(json.dumps({"name": "get_forecast", "arguments": {"city": "Ghent"}, "schema": schema, "task": "Weather?"}))
    assert found.calls[0].call.schema == schema and found.context.task == "Weather?"


def test_one_call_with_tools() -> None:
    found = read_call(
        json.dumps({"name": "get_forecast", "arguments": {}, "tools": [TOOL], "messages": [{"role": "user", "content": "Hi"}], "task": "Weather?"})
    )
    assert found.calls[0].call.description == "Weather" and found.context.task == "Weather?" and len(found.context.turns) == 2


def test_an_undeclared_tool_has_no_schema() -> None:
    assert read_call('{"name": "x", "arguments": {}}').calls[0].call.schema is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the input is no JSON object"),
        ("[1]", "the input is no JSON object"),
        ("{", "no valid JSON"),
        ('{"tool_calls": [],}', "no valid JSON"),
        ('{"tool_calls": []} x', "no valid JSON"),
        ('{"tool_calls" []}', "no valid JSON"),
        ('{1: 2, "tool_calls": []}', "no valid JSON"),
        ('{"id": 1}', "no `tool_calls`"),
        ('{"tool_calls": {}}', "`tool_calls` is no list"),
        ('{"tool_calls": ["x"]}', "entry 0 of `tool_calls` is no JSON object"),
        ('{"tool_calls": [{"arguments": {}}]}', "a call has no `name`"),
        ('{"tool_calls": [{"name": 7, "arguments": {}}]}', "`name` is of the wrong type"),
        ('{"tool_calls": [{"name": "x"}]}', "a call has no `arguments`"),
        ('{"tool_calls": [], "tools": {}}', "`tools` is of the wrong type"),
        ('{"tool_calls": [], "messages": "x"}', "`messages` is of the wrong type"),
        ('{"tool_calls": [], "x": ' + "[" * 100_000 + "}", "no valid JSON"),
        ('{"tool_calls": [], "tools": ' + "[" * 100_000 + "]" * 100_000 + "}", "`tools` is nested too deep"),
    ],
)
def test_what_is_no_case_is_refused_without_its_values(text: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refusal:
        read_case(text)
    assert str(refusal.value) == complaint


def test_a_call_needs_name_and_arguments() -> None:
    with pytest.raises(BadInput, match="a call needs `name` and `arguments`"):
        read_call('{"name": "x"}')


def test_deep_arguments_are_the_minimisers_to_judge() -> None:
    deep = "[" * 10_000 + '"]"' + "]" * 10_000
    assert read_case('{"id": 3, "tool_calls": [{"name": "x", "arguments": {"a": ' + deep + "}}]}").calls[0].call.arguments == '{"a": ' + deep + "}"
    assert read_call('{"name": "x", "arguments": {"a": ' + deep + "}}").calls[0].call.arguments == '{"a": ' + deep + "}"


def test_the_id_of_a_bad_line() -> None:
    assert id_of('{"id": "a"}') == "a" and id_of("[1]") is None and id_of("{") is None
    assert id_of('{"id": "a\\u00e9", "x"') is None and id_of('{"id": "a-1", "x"') == "a-1" and id_of('{"id": 7, "x"') == 7


def test_whatever_a_line_says_it_is_a_case_or_a_complaint() -> None:
    line = '{"id": "a", "messages": [{"role": "user", "content": "x"}], "tools": [], "tool_calls": [{"name": "f", "arguments": {"a": [1, 2.50, "\\u00e9"]}}]}'
    chance = random.Random(7)
    pieces = ["{", "}", "[", "]", ":", ",", '"', "\\", "\\ud800", "null", "NaN", "1e5", "-", "\n", "\x01"]
    for _ in range(2000):
        at = chance.randrange(len(line))
        text = line[:at] + chance.choice([*pieces, ""]) + line[at + chance.randrange(3) :]
        try:
            read_case(text)
        except BadInput:
            id_of(text)
        else:
            json.loads(text, strict=False)  # what is read is JSON


def test_a_tools_answer_names_its_tool() -> None:
    asked = {"role": "assistant", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "contacts", "arguments": "{}"}}]}
    messages = [{"role": "user", "content": "go"}, asked, {"role": "tool", "tool_call_id": "1", "content": "ann@example.com"}]
    case = read_call(json.dumps({"name": "f", "arguments": {}, "messages": messages}))
    assert [turn.tool for turn in case.context.turns] == ["", "contacts"]
