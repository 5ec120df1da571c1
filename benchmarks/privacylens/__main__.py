"""`python -m benchmarks.privacylens DATA`: what a message that says too much still tells, and whether it still says what it should.

DATA is PrivacyLens' file of trajectories (JSON lines), or a folder that holds `privacylens.jsonl`. Judges: `off`, `local`, `oracle` (knows the
truth; with `--discover` it also points out what no detector named), `model` (with --upstream and --model). Exit code 1 where a bound is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

from rich.console import Console

from benchmarks.privacylens import tables
from benchmarks.privacylens.compose import Message, messages
from benchmarks.privacylens.measure import Result, measure, measured
from benchmarks.privacylens.oracle import Oracle
from llmproxy.config import load_settings
from llmproxy.judge_client import JudgeClient
from llmproxy.upstream import Upstreams
from llmproxy.verdicts import Verdicts
from llmproxy.verdicts.memory import MemoryStore
from minimize import Minimizer, Policy
from minimize.model import JudgePolicy

LEFT: Final = {"local": 0.30, "oracle": 0.08, "model": 0.08}
"""Share of sensitive items that may be left, by judge."""
KEPT: Final = 0.97
"""Share of facts that must be kept."""
FILE: Final = "privacylens.jsonl"


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.privacylens", description=__doc__)
    parser.add_argument("data", nargs="?", default=os.environ.get("TOOLMINIMIZE_DATA", ""), help="the file, or its folder (or TOOLMINIMIZE_DATA)")
    parser.add_argument("--judge", action="append", choices=("off", "local", "oracle", "model"), help="which judge; may be given several times")
    parser.add_argument("--discover", action="store_true", help="let the judge point out what no detector named")
    parser.add_argument("--upstream", help="base URL of an OpenAI-compatible server, for `model`")
    parser.add_argument("--model", default="judge", help="name of the model there")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds that the model may take for one message")
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="only the first N messages")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="list up to N items that are left and facts that are lost")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Measure and print; 2 where there are no data, 1 where a bound is missed."""
    asked = arguments(argv)
    path = Path(asked.data) / FILE if asked.data and Path(asked.data).is_dir() else Path(asked.data or ".")
    if not path.is_file():
        print("no data: name the file of trajectories or its folder, or set TOOLMINIMIZE_DATA", file=sys.stderr)
        return 2
    composed = messages(path)[: asked.limit or None]
    console = Console(width=130)
    runs = [(judge, _run(judge, composed, asked)) for judge in asked.judge or ["off", "local", "oracle"]]
    console.print(tables.overview(runs))
    for judge, result in runs:
        console.print(tables.by_kind(judge, result))
        _show(judge, result, asked.show)
    return int(bool([line for judge, result in runs for line in missed(judge, result)]))


def _run(judge: str, composed: list[Message], asked: argparse.Namespace) -> Result:
    if judge in ("off", "local"):
        return measure(composed, Policy(content_aware=judge), Oracle)
    policy = Policy(content_aware="llm", judge=JudgePolicy(asked.model, timeout_s=asked.timeout, discover=asked.discover))
    return measure(composed, policy, Oracle) if judge == "oracle" else asyncio.run(_by_model(composed, policy, asked.upstream))


async def _by_model(composed: list[Message], policy: Policy, upstream: str | None) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(None, os.environ, overrides={"upstream": upstream, "data_dir": folder}, ephemeral=True)
        upstreams = Upstreams(settings)
        await upstreams.start()
        client = JudgeClient(upstreams, Verdicts(MemoryStore(max_entries=1, ttl_s=1), settings.secret))
        try:
            return await measured(composed, policy, lambda _: client, Minimizer())
        finally:
            await upstreams.close()


def missed(judge: str, result: Result) -> list[str]:
    """Say which bounds a run misses, and print them."""
    items, facts = result.of(facts=False), result.of(facts=True)
    left, kept = sum(f.there for f in items) / max(1, len(items)), sum(f.there for f in facts) / max(1, len(facts))
    found = [f"{judge}: {left:.1%} of the sensitive items are left, {LEFT[judge]:.0%} may be"] if left > LEFT.get(judge, 1.0) else []
    if kept < KEPT:
        found.append(f"{judge}: {kept:.1%} of the facts are kept, {KEPT:.0%} must be")
    for line in found:
        print(line)
    return found


def _show(judge: str, result: Result, most: int) -> None:
    for what, fates in (("left", [f for f in result.of(facts=False) if f.there]), ("lost", [f for f in result.of(facts=True) if not f.there])):
        for fate in fates[:most]:
            print(f"{judge} {what} [{fate.topic}, {fate.form}] {fate.message}: {fate.text}")


if __name__ == "__main__":
    sys.exit(main())
