"""The rows without a wire: what `Minimizer.minimize` takes in this process. No printing in here.

Times are the thread's CPU time: what a call takes when nothing else wants the core, and steady where something does.
"""

from __future__ import annotations

import gc
import json
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from statistics import median

from benchmarks.speed import payloads
from benchmarks.speed.load import percentile
from minimize import Minimizer, ToolCall

BIG = 100_000
WARM_UP = 1000
"""Calls before the clock: automata of the prefilters are made by the texts that they meet."""


@dataclass(frozen=True, slots=True)
class InProcess:
    """Milliseconds a call, and ratios."""

    typical_p50: float
    typical_p99: float
    big: float
    growth: float
    """Time of 200 kB over time of 50 kB: 4 when linear."""
    adversarial: dict[str, float]

    @property
    def worst(self) -> tuple[str, float]:
        """The slowest adversarial input and its milliseconds."""
        name = max(self.adversarial, key=lambda n: self.adversarial[n])
        return name, self.adversarial[name]


def _timed(work: Callable[[], object], times: int) -> float:
    spans = []
    for _ in range(times):
        began = time.thread_time()
        work()
        spans.append((time.thread_time() - began) * 1e3)
    return median(spans)


def _call(name: str, arguments: str) -> ToolCall:
    function = payloads.SCHEMAS[name]
    return ToolCall(name=name, arguments=arguments, schema=function["parameters"], description=function["description"])


def _mail(text: str) -> ToolCall:
    return _call("send_email", json.dumps({"to": "desk@example.com", "subject": "Report", "body": text}))


def measure(count: int) -> InProcess:
    """Time `count` typical calls that are all different, and calls of 100 kB."""
    minimizer = Minimizer()
    rng = random.Random(11)
    calls = [_call(*payloads.typical(rng)) for _ in range(count + WARM_UP)]
    for call in calls[:WARM_UP]:
        minimizer.minimize(call)
    gc.collect()
    gc.freeze()
    spans = []
    for call in calls[WARM_UP:]:
        began = time.thread_time()
        minimizer.minimize(call)
        spans.append((time.thread_time() - began) * 1e3)
    texts = {size: _mail(payloads.prose(size, random.Random(size))) for size in (BIG // 2, BIG, BIG * 2)}
    sizes = {size: _timed(partial(minimizer.minimize, call), 5) for size, call in texts.items()}
    bad = {name: _timed(partial(minimizer.minimize, _mail(text)), 2) for name, text in payloads.adversarial(BIG).items()}
    return InProcess(percentile(spans, 50), percentile(spans, 99), sizes[BIG], sizes[BIG * 2] / sizes[BIG // 2], bad)
