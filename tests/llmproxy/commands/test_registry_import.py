from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from llmproxy.commands import registry_mcp
from llmproxy.commands.failure import CommandError
from llmproxy.commands.registry import lint
from llmproxy.commands.registry_import import Asked, asked, run
from tool_registry.importers.forms import Form

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}, "notes": {"type": "string"}}}
TOOLS = [{"type": "function", "function": {"name": "get_forecast", "description": "Weather forecast.", "parameters": SCHEMA}}]
OPENAPI = {
    "openapi": "3.1.0",
    "info": {"title": "Acme Weather", "version": "4"},
    "paths": {"/f": {"get": {"operationId": "get_forecast", "parameters": [{"name": "city", "in": "query", "schema": {"type": "string"}}]}}},
}


def written(folder: Path, document: Any, name: str = "weather_tools.json") -> str:
    (folder / name).write_text(json.dumps(document), encoding="utf-8")
    return str(folder / name)


def test_a_file_becomes_a_proposal_without_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Asked([written(tmp_path, TOOLS)], out=tmp_path / "mine")) == 0
    path = tmp_path / "mine" / "weather-tools" / "tools.yaml"
    assert capsys.readouterr().out == f"{path}: 1 tools, proposed; review it, then `registry lint {path}`\n"
    assert lint(tmp_path / "mine") == 0 == lint(path)
    assert '/city: {role: city, need: "payload city"' in path.read_text(encoding="utf-8")


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    source = written(tmp_path, TOOLS)
    run(Asked([source], out=tmp_path, server="Acme Weather"))
    (tmp_path / "acme-weather" / "tools.yaml").write_text("mine", encoding="utf-8")
    with pytest.raises(CommandError, match=r"acme-weather/tools\.yaml is there already"):
        run(Asked([source], out=tmp_path, server="Acme Weather"))
    assert run(Asked([source], out=tmp_path, server="Acme Weather", force=True)) == 0


def test_an_openapi_document_names_its_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(Asked([written(tmp_path, OPENAPI)])) == 0
    text = capsys.readouterr().out
    assert "server: acme-weather\n" in text and 'source: "OpenAPI document of Acme Weather 4"' in text


def test_a_live_server_is_asked(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[Any] = []

    def ask(*of: Any) -> tuple[str, list[Any]]:
        seen.append(of)
        return "acme-weather 4", [{"tools": [{"name": "get_forecast", "inputSchema": SCHEMA}]}]

    monkeypatch.setattr(registry_mcp, "ask", ask)
    assert run(Asked(["https://mcp.example.com/mcp"], timeout_s=3, token="t")) == 0
    assert run(Asked(["acme", "--flag"], stdio=True)) == 0
    assert seen == [("https://mcp.example.com/mcp", 3, "t"), (["acme", "--flag"], 30.0, None)]
    assert capsys.readouterr().out.count('source: "tools/list of acme-weather 4"') == 2


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        (Asked([]), "say one source"),
        (Asked(["a", "b"]), "say one source"),
        (Asked([], stdio=True), "say which server to start"),
    ],
)
def test_what_cannot_be_asked_is_one_line(said: Asked, complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint):
        run(said)


def test_annotations_and_the_wrong_form_are_mistakes(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="a document of annotations already"):
        run(Asked([written(tmp_path, {"server": "a", "tools": {}})]))
    with pytest.raises(CommandError, match="`/openapi`: must say version"):
        run(Asked([written(tmp_path, {"tools": []})], Form.OPENAPI))


def test_the_command_lines_word_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ACME_TOKEN", "t")
    given = {"stdio": False, "timeout_s": 3.0, "force": False}
    assert asked(["a"], "mcp", None, None, token_env="ACME_TOKEN", **given) == Asked(["a"], Form.MCP, timeout_s=3.0, token="t")
    with pytest.raises(CommandError, match="`--form` must be one of auto, openai, mcp, openapi"):
        asked(["a"], "raml", None, None, token_env=None, **given)
    with pytest.raises(CommandError, match="the environment has no `NOT_THERE`"):
        asked(["a"], "mcp", None, None, token_env="NOT_THERE", **given)
