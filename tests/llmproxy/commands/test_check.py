from __future__ import annotations

import json
from pathlib import Path

import pytest

from llmproxy.commands.check import run
from llmproxy.commands.failure import CommandError

SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "notes": {"type": "string"}, "units": {"enum": ["metric", "imperial"]}},
    "required": ["city"],
}
CALL = {
    "name": "get_forecast",
    "description": "Weather forecast for a city",
    "arguments": {"city": "Ghent", "notes": "reach me at ann.archer@example.com", "units": "metric"},
    "schema": SCHEMA,
    "task": "What will the weather be in Ghent?",
}


def call(tmp_path: Path, **more: object) -> Path:
    path = tmp_path / "call.json"
    path.write_text(json.dumps({**CALL, **more}), encoding="utf-8")
    return path


def test_a_person_sees_values_costs_and_reasons(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert run(call(tmp_path), None, None, None, as_json=False) == 0
    shown = capsys.readouterr().out
    assert "get_forecast" in shown and "/notes" in shown and "ann.archer@example.com" in shown and "remove" in shown
    assert "privacy cost 4 -> 0; changed, valid" in shown
    assert '{"city": "Ghent", "units": "metric"}' in shown
    assert "[" not in shown.splitlines()[0]


def test_a_program_gets_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(call(tmp_path), None, None, None, as_json=True) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["arguments"] == {"city": "Ghent", "units": "metric"}
    assert (said["cost_before"], said["cost_after"], said["changed"], said["valid_after"]) == (4.0, 0, True, True)
    (notes,) = [d for d in said["decisions"] if d["pointer"] == "/notes"]
    assert (notes["category"], notes["disposition"]) == ("DI", "remove") and "ann.archer" not in json.dumps(said)


def test_arguments_given_as_text_come_back_as_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(call(tmp_path, arguments='{"city": "Ghent"}'), None, None, None, as_json=True)
    assert json.loads(capsys.readouterr().out)["arguments"] == '{"city": "Ghent"}'


def test_a_blocked_call_makes_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocked = call(tmp_path, arguments='{"city": "Ghent", "city": "Lille"}')
    assert run(blocked, None, None, None, as_json=True) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["arguments"] is None and said["blocked"] == "duplicate_keys"
    assert run(blocked, None, None, None, as_json=False) == 1
    assert "blocked (duplicate_keys): An object of the arguments names a key twice" in " ".join(capsys.readouterr().out.split())


def test_a_case_with_several_calls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "case.json"
    calls = [{"name": "a", "arguments": {}}, {"name": "b", "arguments": {"q": 1.10}}]
    path.write_text(json.dumps({"tool_calls": calls}), encoding="utf-8")
    assert run(path, None, None, None, as_json=True) == 0
    assert [c["name"] for c in json.loads(capsys.readouterr().out)] == ["a", "b"]


def test_markup_in_values_is_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(call(tmp_path, name="[red]x[/red]", arguments={"notes": "[bold]ann.archer@example.com[/nope]"}), None, None, None, as_json=False)
    assert "[red]x[/red]" in capsys.readouterr().out


def test_what_is_no_call_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"name": "x"}', encoding="utf-8")
    with pytest.raises(CommandError, match=r"^no call can be read: a call needs `name` and `arguments`$"):
        run(path, None, None, None, as_json=False)
