"""The rows without a wire are measured on the real minimiser, small here."""

from __future__ import annotations

import pytest

from benchmarks.speed import inprocess


def test_every_figure_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inprocess, "BIG", 2000)
    found = inprocess.measure(20)
    assert 0 < found.typical_p50 <= found.typical_p99
    assert found.big > 0
    assert found.growth > 0
    name, worst = found.worst
    assert worst == max(found.adversarial.values()) == found.adversarial[name]
