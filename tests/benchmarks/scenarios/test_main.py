"""The one command."""

from __future__ import annotations

from benchmarks.scenarios.__main__ import main


def test_it_measures_with_the_stages_one_by_one(schemas, capsys):
    assert main([str(schemas), "--show"]) == 0
    said = capsys.readouterr().out
    assert "all stages" in said and "schema only" in said and "semantic only" in said
    assert "no schema for:" in said


def test_without_schemas_there_is_nothing_to_measure(capsys, monkeypatch):
    monkeypatch.delenv("TOOLMINIMIZE_SCHEMAS", raising=False)
    assert main([]) == 2
    assert "no schemas" in capsys.readouterr().err
