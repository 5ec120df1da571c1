"""`python -m benchmarks.speed`: measure every row of the budgets and print medians and ratios. Exit code 1 if a bound that must hold does not."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table as RichTable

from benchmarks.speed import inprocess, rows, wire
from benchmarks.speed.targets import Bench, Target
from minimize import pipeline

BUSY = 0.5
"""Load average from which other work disturbs the figures."""


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="rounds of all targets, in random order (default 3)")
    parser.add_argument("--scale", type=float, default=1.0, help="share of the full request counts (default 1)")
    parser.add_argument("--no-wire", action="store_true", help="only the rows without a server")
    parser.add_argument("--no-peer", action="store_true", help="leave LiteLLM's proxy out")
    parser.add_argument("--json", type=Path, help="write the figures to this file as well")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Measure, print, and give the exit code."""
    args = arguments(argv)
    console = Console(width=max(110, Console().width))
    cores = sorted(os.sched_getaffinity(0))
    proxy_core, load_core = cores[0], cores[-1]
    os.sched_setaffinity(0, {load_core})
    busy = os.getloadavg()[0]
    if busy > BUSY:
        console.print(f"[yellow]other work is running on this machine (load average {busy:.1f}): read ratios, and absolute figures as upper bounds[/yellow]")
    console.print(f"this core: a million turns of a plain loop take {loop_ms():.0f} ms of CPU: every figure below grows with it")
    from_sources = pipeline.__file__.endswith(".py")
    console.print("[yellow]the core runs from its sources: `make bench` measures it compiled[/yellow]" if from_sources else "the core is compiled")
    found = list(rows.in_process(inprocess.measure(int(3000 * args.scale))))
    show(console, "in process", found)
    if not args.no_wire:
        bench = Bench(proxy_core=proxy_core, load_core=load_core)
        try:
            found += on_the_wire(console, bench, args)
        finally:
            bench.close()
    if args.json:
        args.json.write_text(json.dumps([asdict(r) for r in found], indent=1) + "\n", encoding="utf-8")
    missed = [r.what for r in found if r.holds is False]
    console.print(f"[red]missed: {'; '.join(missed)}[/red]" if missed else "[green]every bound that must hold holds[/green]")
    return 1 if missed else 0


def loop_ms() -> float:
    """CPU milliseconds of a million turns of a plain loop, the best of three: tells how fast this core is now."""
    spans = []
    for _ in range(3):
        began, total = time.process_time(), 0
        for i in range(1_000_000):
            total += i * i
        spans.append((time.process_time() - began) * 1e3)
    return min(spans)


def on_the_wire(console: Console, bench: Bench, args: argparse.Namespace) -> list[rows.Row]:
    """Measure the rows that need servers."""
    targets = [bench.direct, bench.relay()]
    try:
        ours = bench.proxy()
        targets.append(ours)
        if not args.no_peer:
            try:
                targets.append(bench.litellm())
            except RuntimeError as error:
                console.print(f"LiteLLM's proxy: {str(error)[:300]}")
        table = wire.rounds(targets, args.scale, args.rounds, seconds=20)
        found = list(rows.wire(table)) + list(rows.process(ours, ours.memory_mb()))
        compare(console, targets, table)
        show(console, f"on the wire (proxy on core {bench.core}, upstream and load on core {bench.load_core})", found)
        return found
    finally:
        for target in targets:
            target.stop()


def show(console: Console, title: str, found: Iterable[rows.Row]) -> None:
    """Print rows with their bounds."""
    table = RichTable(title=title, title_justify="left")
    for name in ("what", "measured", "must", "stretch", "", "note"):
        table.add_column(name, justify="right" if name in ("measured", "must", "stretch") else "left")
    for row in found:
        sign = ">=" if row.at_least else "<="
        bounds = ["" if b is None else f"{sign} {b:.3g}" for b in (row.must, row.stretch)]
        mark = {True: "[green]ok[/green]", False: "[red]MISSED[/red]", None: ""}[row.holds]
        table.add_row(row.what, f"{row.measured:.3g} {row.unit}", *bounds, mark, row.note)
    console.print(table)


def compare(console: Console, targets: list[Target], measured: wire.Table) -> None:
    """Print the targets beside each other."""
    table = RichTable(title="targets, medians of the rounds", title_justify="left")
    figures = ("req/s c16", "CPU ms c1", "c16", "c64", "p50 ms c1", "p99 ms c64", "CPU us a chunk", "first text ms", "paced one-way ms", "start s", "RSS MB")
    for name in ("target", *figures, "errors"):
        table.add_column(name, justify="left" if name == "target" else "right")
    for target in targets:
        s = measured[target.name]
        cpu = ["-"] * 4
        if target.process:
            cpu = [f"{s[f'whole c{c}'].mid('cpu_ms'):.3f}" for c in (1, 16, 64)] + [f"{rows.per_chunk_us(s):.1f}"]
        latency = [f"{s['whole c1'].mid('p50'):.2f}", f"{s['whole c64'].mid('p99'):.1f}"]
        stream = [f"{s['first'].mid('first_text'):.2f}", f"{s['paced'].mid('one_way'):.2f}"]
        memory = [f"{target.ready_s:.2f}", f"{target.memory_mb()[0]:.0f}"] if target.process else ["-", "-"]
        errors = str(sum(series.errors for series in s.values()))
        table.add_row(target.name, f"{s['whole c16'].mid('rate'):.0f}", *cpu[:3], *latency, cpu[3], *stream, *memory, errors)
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())
