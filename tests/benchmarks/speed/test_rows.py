"""Budgets as rows: bounds from both sides, ratios, nothing without a measurement."""

from __future__ import annotations

import pytest

from benchmarks.speed import rows
from benchmarks.speed.inprocess import InProcess
from benchmarks.speed.load import Result
from benchmarks.speed.wire import Series, Table, loads


def table(**cpu: float) -> Table:
    out: Table = {}
    for name, ms in cpu.items():
        out[name] = {load.name: Series() for load in loads(1)}
        for load, series in out[name].items():
            share = 10 if load == "text" else 1
            series.add(Result(latencies=[ms] * 100, first_text=[ms], one_way=[ms / 10], seconds=1), ms * share * 100)
    return out


def test_bounds() -> None:
    assert rows.Row("a", 1.0, "ms", 1.0).holds is True
    assert rows.Row("a", 1.1, "ms", 1.0).holds is False
    assert rows.Row("a", 9.0, "x", 10, at_least=True).holds is False
    assert rows.Row("a", 1.0, "ms").holds is None
    assert rows.Row("a", float("nan"), "ms", 1.0).holds is None


def test_in_process_rows_name_the_worst_input_and_bound_it_by_the_benign() -> None:
    measured = InProcess(0.1, 0.4, 10.0, 4.0, {"spaces": 5.0, "at signs": 31.0})
    worst = list(rows.in_process(measured))[-1]
    assert (worst.measured, worst.must, worst.holds) == (31.0, 30.0, False)
    assert worst.note.startswith("at signs")


def test_wire_rows_take_the_direct_call_off() -> None:
    found = {r.what: r for r in rows.wire({**table(toolminimize=0.5, direct=0.1)})}
    assert found["CPU a request, whole answer with a tool call, c16"].measured == pytest.approx(0.5)
    assert found["added p50, 1 connection"].measured == pytest.approx(0.4)
    assert found["CPU a passed text chunk"].measured == pytest.approx((5.0 - 0.5) / 199 * 1000)
    assert not [what for what in found if "LiteLLM" in what or "relay" in what]


def test_ratios_against_peers() -> None:
    measured = {
        ("raw relay" if n == "relay" else "LiteLLM proxy" if n == "peer" else n): s for n, s in table(toolminimize=0.5, direct=0.1, relay=0.25, peer=9).items()
    }
    found = {r.what: r for r in rows.wire(measured)}
    assert found["CPU against the raw relay, c16"].measured == pytest.approx(2)
    peer = found["LiteLLM's proxy's CPU a request over ours, c16"]
    assert (peer.measured, peer.holds) == (pytest.approx(18), True)
