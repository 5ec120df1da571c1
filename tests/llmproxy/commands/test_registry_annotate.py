from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from llmproxy.commands.failure import CommandError
from llmproxy.commands.registry_annotate import run

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}, "notes": {"type": "string"}}}
ANNOTATED = {
    "type": "object",
    "properties": {"city": {"type": "string", "x-privacy": {"precision": "city"}}, "notes": {"type": "string"}},
    "x-minimum-necessary": ["city"],
}


def written(folder: Path, document: Any) -> Path:
    path = folder / "get_forecast.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def printed(folder: Path, document: Any, capsys: pytest.CaptureFixture[str]) -> Any:
    assert run(written(folder, document)) == 0
    return json.loads(capsys.readouterr().out)


def test_a_bare_schema_is_annotated_under_its_files_name_or_title(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(tmp_path, SCHEMA, capsys) == ANNOTATED
    run(written(tmp_path, {**SCHEMA, "title": "get_weather"}))
    assert capsys.readouterr().err.startswith("get_weather: x-minimum-necessary: ")
    run(written(tmp_path, SCHEMA), name="get_tides")
    assert "get_tides /city: " in capsys.readouterr().err


@pytest.mark.parametrize(
    "around",
    [
        lambda s: [{"type": "function", "function": {"name": "get_forecast", "parameters": s}}],
        lambda s: {"model": "m", "tools": [{"type": "function", "name": "get_forecast", "parameters": s}]},
        lambda s: {"functions": [{"name": "get_forecast", "parameters": s}]},
        lambda s: {"name": "get_forecast", "parameters": s},
        lambda s: {"type": "function", "function": {"name": "get_forecast", "parameters": s}},
        lambda s: {"jsonrpc": "2.0", "result": {"tools": [{"name": "get_forecast", "inputSchema": s}]}},
        lambda s: [{"name": "get_forecast", "input_schema": s}],
    ],
    ids=["chat", "responses", "functions", "one", "one of chat", "mcp", "input_schema"],
)
def test_declarations_keep_their_form(around: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(tmp_path, around(SCHEMA), capsys) == around(ANNOTATED)


def test_a_tool_without_a_schema_stays_without(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tools = [{"type": "web_search"}, {"name": "ping"}]
    assert printed(tmp_path, tools, capsys) == tools


def test_reasons_say_on_request_where_they_come_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(written(tmp_path, SCHEMA))
    assert "get_forecast /city: precision city: The tool works with it; nothing finer than the city.\n" in capsys.readouterr().err
    run(written(tmp_path, SCHEMA), explain=True)
    assert "(role city, 0.95 by name:city)\n" in capsys.readouterr().err
    run(written(tmp_path, SCHEMA), as_json=True)
    said = json.loads(capsys.readouterr().out)
    assert said["document"] == ANNOTATED and [r["pointer"] for r in said["reasons"]] == ["", "/city", "/notes"]


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        ({"server": "a", "tools": {}}, "a document of annotations"),
        ({"data": 1}, "no schema of an object"),
        ({"openapi": "3.1.0", "paths": {"/a": {"get": {}}}}, "no place in an OpenAPI document"),
        ([3], "`/0`: must be an object"),
    ],
)
def test_what_cannot_be_annotated_is_one_line(document: Any, complaint: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=complaint):
        run(written(tmp_path, document))
