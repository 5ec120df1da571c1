"""The examples of docs/registry.md do what the page says: its files are written, its commands run in order, their output compared."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from llmproxy.cli import app

PAGE = Path(__file__).parent.parent / "docs" / "registry.md"
_BLOCK = re.compile(r"^```(\w+)(?: ([\w.]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def shown(expected: str) -> re.Pattern[str]:
    """Give the pattern of an output: a line `...` stands for any lines, also none."""
    lines = ["(?:.*\n)*" if line == "..." else re.escape(line) + "\n" for line in expected.splitlines()]
    return re.compile("".join(lines))


def test_the_pages_examples_are_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("TOOLMINIMIZE_CONFIG", raising=False)
    ran = 0
    for kind, name, text in _BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        if kind != "console":
            continue
        for command, expected in re.findall(r"^\$ toolminimize (.*)\n((?:(?!\$ ).*\n)*)", text, re.MULTILINE):
            app(shlex.split(command), standalone_mode=False)
            out = capsys.readouterr().out.replace(f"{tmp_path}/", "")
            assert shown(expected).fullmatch(out if out.endswith("\n") else out + "\n"), f"{command} printed\n{out}"
            ran += 1
    assert ran > 6
