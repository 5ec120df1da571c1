"""Processes under measurement: what they cost is seen, what fails to start says why, and all of them go away."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.speed import targets

BURN = "import time\nt = time.process_time()\nwhile time.process_time() - t < 0.3: pass\nprint('x', flush=True)\ntime.sleep(60)"


def test_cpu_time_is_that_of_the_process_and_its_children() -> None:
    command = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BURN!r}])"
    process = subprocess.Popen([sys.executable, "-c", command], stdout=subprocess.PIPE)
    target = targets.Target("t", 0, process)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        assert 300 <= target.cpu_ms() < 3000
        assert len(targets.family(process.pid)) == 2
        rss, pss = target.memory_mb()
        assert 0 < pss <= rss < 500
        assert not target.has_litellm()
    finally:
        for pid in reversed(targets.family(process.pid)):
            os.kill(pid, 9)
        process.wait()
        process.stdout.close()


def test_what_does_not_start_says_why(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "raise SystemExit('no such luck')"]
    with pytest.raises(RuntimeError, match="no such luck"):
        targets.start("t", command, targets.free_port(), core=0, path="/", environ={}, log=tmp_path / "log", patience_s=10)


def test_upstream_starts_and_stops() -> None:
    bench = targets.Bench(proxy_core=0, load_core=0)
    process = bench.upstream.process
    assert process is not None
    assert 0 < bench.upstream.ready_s < 30
    assert bench.direct.cpu_ms() == 0
    bench.close()
    time.sleep(0.05)
    assert process.poll() is not None
    assert not Path(bench.folder.name).exists()


def test_missing_peer_is_not_available(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(targets, "PEER_PYTHON", Path("/nonexistent/python"))
    bench = targets.Bench(proxy_core=0, load_core=0)
    try:
        with pytest.raises(RuntimeError, match="not available"):
            bench.litellm()
    finally:
        bench.close()
