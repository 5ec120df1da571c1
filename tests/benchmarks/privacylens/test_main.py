"""The command."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.privacylens.__main__ import main, missed
from benchmarks.privacylens.measure import Fate, Result


def test_no_data_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TOOLMINIMIZE_DATA", raising=False)
    assert [main([]), main([str(tmp_path)])] == [2, 2] and "no data" in capsys.readouterr().err


def test_a_folder_will_do_and_a_missed_bound_is_the_exit_code(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file.parent), "--judge", "off", "--show", "1"]) == 0
    said = capsys.readouterr().out
    assert "sensitive items left" in said and "off left [health, sentence] one/1: Oskar has kidney stones." in said


def test_a_model_that_is_away_leaves_all_as_it_is(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(file), "--judge", "model", "--upstream", "http://127.0.0.1:1/v1", "--timeout", "1", "--limit", "1"]) == 1
    assert "model: 100.0% of the sensitive items are left, 8% may be" in capsys.readouterr().out


def test_bounds() -> None:
    def result(left: int, kept: int) -> Result:
        items = tuple(Fate("m", "health", "clause", "", number < left) for number in range(100))
        return Result((*items, *(Fate("m", "health", "fact", "", number < kept) for number in range(100))), 1, 1, 0, 0)

    assert [len(missed("local", result(*each))) for each in ((30, 97), (31, 97), (31, 96))] == [0, 1, 2]
    assert [len(missed("oracle", result(*each))) for each in ((8, 97), (9, 97))] == [0, 1]
    assert missed("off", result(100, 100)) == []
