from __future__ import annotations

import json
from pathlib import Path

import pytest

from llmproxy.commands.detect import answer, detect_lines
from llmproxy.config.model import ConfigError
from minimize.knowledge.load import load


def ask(record: object, **bounds: float) -> tuple[dict[str, object], bool]:
    line, good = answer(record if isinstance(record, str) else json.dumps(record), load(), bounds)
    return json.loads(line), good


def test_spans_are_those_of_the_text() -> None:
    text = "é: mail ann.archer@example.com"
    said, good = ask({"id": 7, "tool": None, "field": None, "text": text})
    assert good and said["id"] == 7
    spans = said["spans"]
    assert isinstance(spans, list) and [(s["category"], text[s["start"] : s["end"]]) for s in spans] == [("DI", "ann.archer@example.com")]


def test_the_fields_name_is_evidence() -> None:
    plain, named = ask({"id": 1, "field": "tab_id", "text": "219099999"})[0], ask({"id": 1, "field": "ssn", "text": "219099999"})[0]
    assert plain["spans"] == [] and named["spans"] != []


def test_findings_below_a_categorys_bound_are_left_out() -> None:
    assert ask({"id": 1, "text": "ann.archer@example.com"}, DI=1.01)[0]["spans"] == []


@pytest.mark.parametrize("bad", ["", "[]", "{", '{"id": 5}', '{"id": 5, "text": 6}', '{"id": 5, "text": "x", "tool": 7}', "[" * 5000])
def test_bad_lines_are_errors(bad: str) -> None:
    said, good = ask(bad)
    assert not good and set(said) == {"id", "error"} and said["id"] in (None, 5)


def test_the_policys_stages_and_the_configurations_backends_count(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    config, source = tmp_path / "config.yaml", tmp_path / "lines.jsonl"
    config.write_text("policies:\n  default: {stages: [semantic]}\n", encoding="utf-8")
    source.write_text('{"id": 1, "text": "ann.archer@example.com"}\n', encoding="utf-8")
    assert detect_lines(source, config, None, None) == 0
    assert json.loads(capsysbinary.readouterr().out) == {"id": 1, "spans": []}
    config.write_text("backends:\n  nowhere:\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="no backend of type `nowhere`"):
        detect_lines(source, config, None, None)
