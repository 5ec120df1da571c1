"""The rows of the wire: each target under the same load, in rounds of random order; medians of the rounds. No printing in here."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from statistics import median

from benchmarks.speed import payloads
from benchmarks.speed.load import Result, http_request, percentile, run
from benchmarks.speed.targets import KEY, Target

SALTS = 16
"""Different requests in one run, so that nobody wins by caching a single body."""


@dataclass(frozen=True, slots=True)
class Load:
    """One kind of load."""

    name: str
    model: str
    connections: int
    count: int
    stream: bool = False


def loads(scale: float) -> tuple[Load, ...]:
    """Give the loads, `scale` times the full count."""

    def n(count: int) -> int:
        return max(8, int(count * scale))

    return (
        Load("whole c1", "whole", 1, n(600)),
        Load("whole c16", "whole", 16, n(3000)),
        Load("whole c64", "whole", 64, n(3000)),
        Load("text", "text", 4, n(300), stream=True),
        Load("one", "one", 4, n(300), stream=True),
        Load("first", "text", 1, n(200), stream=True),
        Load("tool", "tool", 4, n(400), stream=True),
        Load("paced", "paced", 16, 16, stream=True),
    )


@dataclass(slots=True)
class Series:
    """What one target showed under one load, one entry a round."""

    rate: list[float] = field(default_factory=list)
    cpu_ms: list[float] = field(default_factory=list)
    """Of the target's processes, per request."""
    p50: list[float] = field(default_factory=list)
    p99: list[float] = field(default_factory=list)
    first_text: list[float] = field(default_factory=list)
    one_way: list[float] = field(default_factory=list)
    errors: int = 0

    def add(self, result: Result, cpu_ms: float) -> None:
        """Take in one round."""
        self.errors += result.errors
        if result.count:
            self.rate.append(result.count / result.seconds)
            self.cpu_ms.append(cpu_ms / result.count)
            self.p50.append(percentile(result.latencies, 50))
            self.p99.append(percentile(result.latencies, 99))
        if result.first_text:
            self.first_text.append(percentile(result.first_text, 50))
        if result.one_way:
            self.one_way.append(percentile(result.one_way, 50))

    def mid(self, name: str) -> float:
        """Give the median of the rounds of one figure, NaN without any."""
        values: list[float] = getattr(self, name)
        return median(values) if values else float("nan")


Table = dict[str, dict[str, Series]]
"""Target name -> load name -> series."""


def measure(target: Target, load: Load, seconds: float) -> tuple[Result, float]:
    """Put one load on a target; gives the result and the CPU milliseconds that its processes used."""
    token = f"sk-{KEY}" if target.name == "LiteLLM proxy" else KEY
    requests = [http_request(target.port, payloads.request(load.model, stream=load.stream, salt=salt), token) for salt in range(SALTS)]

    async def once(count: int, most: float = seconds) -> Result:
        return await run(target.port, requests, connections=load.connections, count=count, seconds=most)

    import uvloop

    if load.model != "paced":
        uvloop.run(once(16 * load.connections, 3))  # until the target holds all the connections that it will need
    before = target.cpu_ms()
    result = uvloop.run(once(load.count))
    if target.process:
        time.sleep(0.25)  # the audit's writer has its share of the bill
    return result, target.cpu_ms() - before


def rounds(targets: list[Target], scale: float, count: int, seconds: float) -> Table:
    """Run all loads on all targets, `count` times in random order."""
    table: Table = {t.name: {load.name: Series() for load in loads(1)} for t in targets}
    rng = random.Random(7)
    for _ in range(count):
        for load in loads(scale):
            for target in rng.sample(targets, len(targets)):
                slow = 0.1 if target.name == "LiteLLM proxy" and load.model != "paced" else 1.0
                sized = Load(load.name, load.model, load.connections, max(8, int(load.count * slow)), load.stream)
                table[target.name][load.name].add(*measure(target, sized, seconds))
    return table
