import json
import subprocess
import sys

import pytest

from benchmarks.detection import worker
from benchmarks.detection.engines import WORKER

TEXT = {"text": "Write to ann.quillonby@example.com", "field": "", "tool": ""}


def test_our_engine_reads_every_text_and_says_what_it_took():
    got = worker.run("ours", [], [TEXT, {**TEXT, "text": "nothing here"}])
    assert [(s[2], s[3]) for s in got["spans"][0]] == [("DI", "email")]
    assert got["spans"][1] == []
    assert got["ms_median"] > 0 and got["rss_mb"] > 10 and got["name"].startswith("toolminimize")


def test_a_stage_that_is_left_out_finds_nothing():
    assert worker.run("ours", ["semantic"], [TEXT])["spans"] == [[]]


def test_spans_outside_the_text_are_dropped(monkeypatch):
    monkeypatch.setitem(
        worker.ENGINES, "odd", lambda stages: (lambda text, field, tool: [[0, 99, "", "X", "x"], [3, 3, "", "X", "x"], [0, 2, "", "X", "x"]], "odd")
    )
    assert worker.run("odd", [], [TEXT])["spans"] == [[[0, 2, "", "X", "x"]]]


@pytest.mark.parametrize("engine", ["presidio", "datafog", "argus"])
def test_a_peer_that_is_installed_finds_an_address(engine):
    pytest.importorskip({"presidio": "presidio_analyzer", "datafog": "datafog", "argus": "argus_redact"}[engine])
    assert any(s[3].upper().startswith("EMAIL") for s in worker.run(engine, [], [TEXT])["spans"][0])


def test_it_runs_by_its_path_in_any_interpreter():
    done = subprocess.run([sys.executable, str(WORKER), "ours", "patterns"], input=json.dumps(TEXT), capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout)["spans"][0][0][:2] == [9, 34]
