"""Runs engines in processes of their own, ours and peers', bounded in time; a peer that is not there is said to be missing.

Must not be in here: scores.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from benchmarks.detection import mapping
from benchmarks.detection.records import Record
from benchmarks.detection.scoring import Span

WORKER: Final = Path(__file__).with_name("worker.py")
PEERS: Final = ("presidio", "datafog", "argus")
BOUND_S: Final = 300.0
"""How long one engine may take over everything."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one engine found and what it took."""

    name: str
    load_s: float
    ms_median: float
    ms_mean: float
    ms_p99: float
    rss_mb: float
    spans: list[list[Span]]
    """By text, in the order of the texts."""


class Missing(Exception):
    """An engine cannot run here; its text says why, in one line."""


def run(engine: str, records: Sequence[Record], *, stages: Sequence[str] = (), python: str = sys.executable, bound_s: float = BOUND_S) -> Outcome:
    """Let one engine read every record. Raises Missing."""
    asked = "\n".join(json.dumps({"text": r.text, "field": r.field, "tool": r.tool}) for r in records)
    command = [python, str(WORKER), engine, *stages]
    try:
        done = subprocess.run(command, input=asked, capture_output=True, text=True, timeout=bound_s, encoding="utf-8", check=False)
    except subprocess.TimeoutExpired:
        raise Missing(f"{engine}: not done after {bound_s:.0f} s") from None
    except OSError as error:
        raise Missing(f"{engine}: {(error.strerror or 'cannot be run').lower()}") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        raise Missing(f"{engine}: {said[-1][:200] if said else 'ended without a word'}")
    return _outcome(engine, json.loads(done.stdout))


def _outcome(engine: str, row: dict[str, Any]) -> Outcome:
    spans = [[_span(engine, *span) for span in found] for found in row["spans"]]
    return Outcome(row["name"], row["load_s"], row["ms_median"], row["ms_mean"], row["ms_p99"], row["rss_mb"], spans)


def _span(engine: str, start: int, end: int, category: str, kind: str, label: str) -> Span:
    if engine == "ours":
        return Span(start, end, category, mapping.OURS.get(kind, ""), f"{kind} {label}")
    return Span(start, end, mapping.peer_category(kind), mapping.peer_class(kind), kind)
