"""The budgets as rows: what was measured, the bound that must hold, the bound that we would like. No measuring and no printing in here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmarks.speed import payloads
from benchmarks.speed.inprocess import BIG, InProcess
from benchmarks.speed.targets import Target
from benchmarks.speed.wire import Series, Table

OURS, DIRECT, RELAY, PEER = "toolminimize", "direct", "raw relay", "LiteLLM proxy"


@dataclass(frozen=True, slots=True)
class Row:
    """One budget."""

    what: str
    measured: float
    unit: str
    must: float | None = None
    stretch: float | None = None
    at_least: bool = False
    """The bound is a lower one (ratios against peers)."""
    note: str = ""

    @property
    def holds(self) -> bool | None:
        """Whether the bound `must` holds; None without a bound or a measurement."""
        if self.must is None or self.measured != self.measured:
            return None
        return self.measured >= self.must if self.at_least else self.measured <= self.must


def in_process(m: InProcess) -> Iterator[Row]:
    """Give the rows of `Minimizer.minimize`."""
    name, worst = m.worst
    yield Row("minimise a typical call, median", m.typical_p50, "ms", 0.30, 0.10)
    yield Row("minimise a typical call, p99", m.typical_p99, "ms", 1.5, 0.5)
    yield Row(f"{BIG // 1000} kB of arguments", m.big, "ms", 60, 20)
    yield Row("200 kB over 50 kB (4 is linear)", m.growth, "x", 6)
    yield Row(f"adversarial {BIG // 1000} kB, worst", worst, "ms", 3 * m.big, note=f"{name}; bound: 3x the benign text")


def _cpu(series: Mapping[str, Series], load: str) -> float:
    return series[load].mid("cpu_ms")


def per_chunk_us(series: Mapping[str, Series]) -> float:
    """CPU of one passed text chunk: a stream of 200 against a stream of one."""
    return (_cpu(series, "text") - _cpu(series, "one")) / (payloads.PIECES - 1) * 1e3


def wire(table: Table) -> Iterator[Row]:
    """Give the rows of the wire, all of our proxy, added ones against the direct call."""
    ours, direct = table[OURS], table[DIRECT]
    for c in (1, 16, 64):
        yield Row(f"CPU a request, whole answer with a tool call, c{c}", _cpu(ours, f"whole c{c}"), "ms", 0.7, 0.35)
    yield Row("added p50, 1 connection", ours["whole c1"].mid("p50") - direct["whole c1"].mid("p50"), "ms", 1.0, 0.5)
    yield Row("added p99, 64 connections", ours["whole c64"].mid("p99") - direct["whole c64"].mid("p99"), "ms", 30, 15)
    yield Row("CPU a passed text chunk", per_chunk_us(ours), "us", 15, 8)
    yield Row("added to the first text chunk", ours["first"].mid("first_text") - direct["first"].mid("first_text"), "ms", 2, 1)
    yield Row("one-way p50 of 16 paced streams", ours["paced"].mid("one_way"), "ms", 0.3, 0.1, note=f"direct {direct['paced'].mid('one_way'):.2f}")
    yield Row("CPU a streamed answer with a tool call", _cpu(ours, "tool"), "ms")
    if RELAY in table:
        yield Row("CPU against the raw relay, c16", _cpu(ours, "whole c16") / _cpu(table[RELAY], "whole c16"), "x")
    if PEER in table:
        ratio = _cpu(table[PEER], "whole c16") / _cpu(ours, "whole c16")
        yield Row("LiteLLM's proxy's CPU a request over ours, c16", ratio, "x", 10, 25, at_least=True)


def process(target: Target, memory: tuple[float, float]) -> Iterator[Row]:
    """Give the rows of the process itself."""
    lite = "LiteLLM loaded" if target.has_litellm() else "LiteLLM not loaded"
    yield Row("start to ready", target.ready_s, "s", 2, 1)
    yield Row("memory (RSS) after the load", memory[0], "MB", 150, 100, note=f"PSS {memory[1]:.0f}; {lite}")
