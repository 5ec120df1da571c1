from __future__ import annotations

import json
from typing import Any

from llmproxy.commands.lines import answer
from minimize.model import Context, MinimizedCall, Reason, ToolCall
from tests.llmproxy.records.made import decided


class Stub:
    """Decides every call as told."""

    def __init__(self, **said: Any) -> None:
        self.said = said
        self.seen: list[tuple[ToolCall, Context]] = []

    def minimize(self, call: ToolCall, *, context: Context) -> MinimizedCall:
        self.seen.append((call, context))
        return decided(call.arguments, name=call.name, **self.said)


def ask(text: str, **said: Any) -> tuple[str, bool, Stub]:
    stub = Stub(**said)
    line, good = answer(text, lambda case: [stub.minimize(given.call, context=case.context) for given in case.calls])
    return line, good, stub


CALL = '{"name": "f", "arguments": {"city": "Ghent", "notes": "asthma"}}'
CASE = '{"id": "a-1", "messages": [{"role": "user", "content": "Weather?"}], "tools": [], "tool_calls": [' + CALL + "]}"


def test_a_case_is_answered() -> None:
    line, good, stub = ask(CASE)
    said = json.loads(line)
    assert good and list(said) == ["id", "tool_calls", "cost_before", "cost_after", "decisions"]
    assert (said["id"], said["cost_before"], said["cost_after"]) == ("a-1", 4.0, 0.0)
    assert said["tool_calls"] == [{"name": "f", "arguments": {"city": "Ghent"}}]
    (decision,) = said["decisions"]
    assert (decision["call"], decision["pointer"], decision["category"], decision["disposition"]) == (0, "/notes", "H", "remove")
    assert "asthma" not in line and stub.seen[0][1].task == "Weather?"


def test_arguments_leave_in_the_form_and_the_bytes_of_their_input() -> None:
    raw = '{"a":1.10, "b": 12345678901234567890}'
    line, _, _ = ask('{"id": 1, "tool_calls": [{"name": "f", "arguments": ' + raw + '}, {"name": "f", "arguments": "{}"}]}', arguments=raw)
    assert f'"arguments": {raw}' in line and json.loads(line)["tool_calls"][1]["arguments"] == raw


def test_a_blocked_call_has_no_arguments() -> None:
    line, good, _ = ask(CASE, blocked=Reason.TOO_DEEP)
    assert good and json.loads(line)["tool_calls"] == [{"name": "f", "arguments": None, "blocked": "too_deep"}]


def test_a_call_that_needs_confirmation_says_so() -> None:
    assert json.loads(ask(CASE, needs_confirmation=True)[0])["tool_calls"][0]["needs_confirmation"] is True


def test_a_bad_line_is_an_error_and_nothing_more() -> None:
    line, good, _ = ask('{"id": "a-2", "tool_calls": 5, "secret": "asthma"}')
    assert not good and json.loads(line) == {"id": "a-2", "error": "`tool_calls` is no list"}
    line, good, _ = ask("asthma")
    assert not good and json.loads(line) == {"id": None, "error": "the input is no JSON object"}


def test_no_calls_cost_nothing() -> None:
    said = json.loads(ask('{"id": null, "tool_calls": []}')[0])
    assert said == {"id": None, "tool_calls": [], "cost_before": 0, "cost_after": 0, "decisions": []}
