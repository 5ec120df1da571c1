"""The command: options, the printed tables, the exit code, the figures as JSON."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks.speed import __main__ as command
from benchmarks.speed import inprocess
from benchmarks.speed.rows import Row

FAST = inprocess.InProcess(0.1, 0.4, 10.0, 4.0, {"spaces": 5.0})
SLOW = inprocess.InProcess(0.9, 0.4, 10.0, 4.0, {"spaces": 5.0})


@pytest.fixture(autouse=True)
def same_cores():
    cores = os.sched_getaffinity(0)
    yield
    os.sched_setaffinity(0, cores)


@pytest.mark.parametrize(("measured", "code"), [(FAST, 0), (SLOW, 1)])
def test_exit_code_says_whether_the_bounds_hold(measured: inprocess.InProcess, code: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(inprocess, "measure", lambda count: measured)
    assert command.main(["--no-wire", "--json", str(tmp_path / "out.json")]) == code
    figures = json.loads((tmp_path / "out.json").read_text())
    assert figures[0]["what"] == "minimise a typical call, median"
    assert figures[0]["measured"] == measured.typical_p50


def test_rows_are_printed_with_their_bounds() -> None:
    out = io.StringIO()
    command.show(
        Console(file=out, width=120), "t", [Row("speed", 2.0, "ms", 1.0, 0.5), Row("ratio", 12.0, "x", 10, 25, at_least=True), Row("plain", 3.0, "ms")]
    )
    text = out.getvalue()
    assert "MISSED" in text
    assert "<= 1" in text
    assert ">= 10" in text
