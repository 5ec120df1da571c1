from __future__ import annotations

import pytest

import minimize.knowledge.lint
import tool_registry.lint
from llmproxy.commands.registry import lint


def test_the_packaged_knowledge_is_without_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert lint() == 0, capsys.readouterr().out
    assert capsys.readouterr().out == "no faults\n"


def test_faults_are_lines_and_make_the_exit_code(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(tool_registry.lint, "lint", lambda: ["kind `x`: no examples"])
    monkeypatch.setattr(minimize.knowledge.lint, "lint", lambda: ["rule `y`: misses its example 1"])
    assert lint() == 1
    assert capsys.readouterr().out == "kind `x`: no examples\nrule `y`: misses its example 1\n"
