"""Rounds over targets: every load on every target, medians over rounds."""

from __future__ import annotations

import math

from benchmarks.speed import payloads, wire
from benchmarks.speed.load import Result
from benchmarks.speed.targets import Bench


def test_medians_of_rounds() -> None:
    series = wire.Series()
    for ms, cpu in ((1.0, 10.0), (9.0, 90.0), (2.0, 20.0)):
        series.add(Result(latencies=[ms] * 10, first_text=[ms], seconds=1.0), cpu)
    assert (series.mid("p50"), series.mid("cpu_ms"), series.mid("rate"), series.mid("first_text")) == (2.0, 2.0, 10.0, 2.0)
    assert math.isnan(series.mid("one_way"))


def test_errors_are_kept_apart() -> None:
    series = wire.Series()
    series.add(Result(errors=3, seconds=1.0), 1.0)
    assert series.errors == 3
    assert series.rate == []


def test_one_round_measures_every_load(monkeypatch) -> None:
    monkeypatch.setattr(payloads, "PACED_PIECES", 3)
    bench = Bench(proxy_core=0, load_core=0)
    relay = bench.relay()
    try:
        table = wire.rounds([bench.direct, relay], scale=0.01, count=1, seconds=5)
    finally:
        relay.stop()
        bench.close()
    assert set(table) == {"direct", "raw relay"}
    for series in table.values():
        assert set(series) == {load.name for load in wire.loads(1)}
        assert all(s.errors == 0 and s.rate for s in series.values())
    assert table["direct"]["whole c1"].mid("cpu_ms") == 0
    assert table["raw relay"]["whole c16"].mid("cpu_ms") > 0
