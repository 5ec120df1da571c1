from __future__ import annotations

from pathlib import Path

import pytest

from llmproxy.commands import reference
from llmproxy.config.declared import SECTIONS


def test_every_declaration_is_on_its_page() -> None:
    pages = reference.pages()
    assert list(pages) == ["settings.md", "reasons.md", "categories.md", "kinds.md", "routes.md", "cli.md"]
    for _, title, settings in SECTIONS:
        assert f"## {title}" in pages["settings.md"]
        assert all(f"| `{s.name}` |" in pages["settings.md"] for s in settings)
    assert "| `DI` | Direct identifiers | 4 |" in pages["categories.md"] and "| `third_party_no_dpa` | 1 |" in pages["categories.md"]
    assert "## weather" in pages["kinds.md"] and "`/v1/chat/completions`" in pages["routes.md"]
    assert "## toolminimize config check" in pages["cli.md"] and "`--jsonl`" in pages["cli.md"]
    assert all(page.startswith(reference.NOTE) and page.endswith("\n") and not page.endswith("\n\n") for page in pages.values())


def test_pages_are_written_once_and_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(reference, "pages", lambda: {"a.md": "one\n", "b.md": "two\n"})
    folder = tmp_path / "reference"
    assert reference.main([str(folder), "--check"]) == 1 and not folder.exists()
    assert reference.main([str(folder)]) == 0 and (folder / "b.md").read_text() == "two\n"
    assert reference.main([str(folder), "--check"]) == 0
    (folder / "a.md").write_text("old\n")
    capsys.readouterr()
    assert reference.main([str(folder), "--check"]) == 1
    assert capsys.readouterr().out == f"{folder}/a.md is stale: make docs\n"


def test_usage() -> None:
    assert reference.main([]) == 2


def test_a_table_keeps_its_cells() -> None:
    assert list(reference.table(("a",), [("x | y\nz",)])) == ["| a |", "| --- |", "| x \\| y z |", ""]
