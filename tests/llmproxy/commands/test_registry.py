from __future__ import annotations

import json
from pathlib import Path

import pytest

from llmproxy.commands import registry
from llmproxy.commands.failure import CommandError
from llmproxy.commands.registry import lint, registry_faults
from tests.llmproxy.outside import document


def test_the_packaged_knowledge_is_without_fault(capsys: pytest.CaptureFixture[str]) -> None:
    code = lint()
    assert capsys.readouterr().out == "no faults\n" and code == 0


def test_faults_are_lines_and_make_the_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(registry, "registry_faults", lambda: ["kind `x`: no examples"])
    monkeypatch.setattr(registry, "knowledge_faults", lambda: ["rule `y`: misses its example 1"])
    assert lint() == 1
    assert capsys.readouterr().out == "kind `x`: no examples\nrule `y`: misses its example 1\n"


def test_a_registry_that_contradicts_itself_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise registry.RegistryError("kind `x`: no such role")

    monkeypatch.setattr(registry.registry, "build", fail)
    monkeypatch.setattr(registry.registry, "compiled", lambda *_: None)
    stale, wrong = registry_faults()
    assert "older than its sources" in stale and wrong == "kind `x`: no such role"


def tools(tmp_path: Path, schema: object) -> Path:
    path = tmp_path / "tools.json"
    path.write_text(json.dumps([{"type": "function", "function": {"name": "get_forecast", "parameters": schema}}]), encoding="utf-8")
    return path


def test_annotations_of_a_file_are_linted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    properties = {"city": {"type": "string", "x-privacy": {"precision": "citty"}}, "notes": {"type": "string"}}
    assert lint(tools(tmp_path, {"type": "object", "properties": properties}), table=True) == 1
    said = capsys.readouterr().out
    assert "get_forecast: weather" in said and "/city optional" in said
    assert [line for line in said.splitlines() if line == "get_forecast: `x-privacy` of `city`: unknown precision label"]
    assert lint(tools(tmp_path, {"type": "object", "properties": {"city": {"type": "string"}}})) == 0


def test_a_schema_that_wants_everything_is_suspicious(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["city", "notes", "user_name", "phone"]
    schema = {"type": "object", "properties": {n: {"type": "string"} for n in names}, "x-minimum-necessary": names}
    assert lint(tools(tmp_path, schema)) == 1
    assert "get_forecast: its schema marks all its fields as necessary" in capsys.readouterr().out


def test_a_file_without_tools_is_a_mistake(tmp_path: Path) -> None:
    path = tmp_path / "tools.json"
    for text, complaint in (("{", "no JSON"), ("{}", "is no tools array"), ("[]", "declares no tools")):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(CommandError, match=complaint):
            lint(path)


def test_a_corpus_of_several_servers_tools_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "corpus.json"
    path.write_text(json.dumps([{"server": s, "tool": {"name": "search", "inputSchema": {"properties": {"query": {}}}}} for s in "ab"]), encoding="utf-8")
    assert lint(path, table=True) == 0
    assert capsys.readouterr().out.count("search: ") == 2


def test_a_table_needs_tools() -> None:
    with pytest.raises(CommandError, match="needs a file of tools"):
        lint(table=True)


def test_documents_of_annotations_are_linted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = document(tmp_path)
    assert lint(tmp_path) == lint(path) == lint(path.parent) == 0
    path.write_text(path.read_text(encoding="utf-8").replace("role: notes", "role: nots").replace("need: payload,", "need: paylod,"), encoding="utf-8")
    capsys.readouterr()
    faults = ["tool `zap_order` `/rider`: unknown use `paylod`", "tool `zap_order` `/remark`: unknown role `nots`"]
    assert lint(tmp_path) == lint(path) == 1
    other = path.rename(tmp_path / "mine.yaml")
    assert lint(other) == 1
    assert [line.split(": ", 1)[1] for line in capsys.readouterr().out.splitlines()] == faults * 3
    with pytest.raises(CommandError, match=r"holds no `<server>/tools\.yaml`"):
        lint(tmp_path)


def test_a_packaged_annotation_that_is_wrong_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.public, "documents", lambda _: iter([("acme", b"server: acme\n"), ("other", b"a: b: c")]))
    stale, *faults = registry_faults()
    assert stale.startswith("tools.jsonl is older than its sources")
    assert "tools/acme: `tools` must be a mapping with at least one tool" in faults and faults[-1] == "tools/other: the document is no YAML"
