"""`python -m benchmarks.detection DATA`: find, compare with peers, switch stages off one by one. Every loop is bounded; nothing is fetched."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from rich.console import Console

from benchmarks.detection import mapping, records, tables
from benchmarks.detection.engines import PEERS, Missing, Outcome, run
from benchmarks.detection.records import Record
from benchmarks.detection.scoring import Tally, by_category, by_class
from minimize.model import STAGES

CATEGORIES: Final = "labelled_strings"
FOREIGN: Final = "presidio_synth_v2"


@dataclass(frozen=True, slots=True)
class DataSet:
    """Records of one file, scored apart."""

    name: str
    records: list[Record]


def _names(path: Path, part: int) -> list[Record]:
    return records.names(path)[part]


SOURCES: Final[tuple[tuple[str, str, Callable[[Path], list[Record]]], ...]] = (
    (CATEGORIES, "labelled_strings.jsonl", records.labelled_strings),
    (FOREIGN, "presidio_synth_v2.jsonl", records.presidio_synth),
    ("names in a sentence", "bfcl_names.json", lambda path: _names(path, 0)),
    ("names in lower case", "bfcl_names.json", lambda path: _names(path, 1)),
    ("capitals that are no names", "bfcl_names.json", lambda path: _names(path, 2)),
    ("BFCL arguments, needed", "bfcl_simple_python.jsonl", records.bfcl),
    ("BFCL live arguments, needed", "bfcl_live_simple.jsonl", records.bfcl),
    ("API-Bank arguments, needed", "apibank_calls.jsonl", records.api_bank),
    ("tau arguments, needed", "tau_retail_train_gold.jsonl", records.tau),
)


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.detection", description=__doc__)
    parser.add_argument("data", nargs="?", default=os.environ.get("TOOLMINIMIZE_DATA", ""), help="folder of the data (or TOOLMINIMIZE_DATA)")
    parser.add_argument("--peers", metavar="PYTHON", help="interpreter in which presidio-analyzer, datafog and argus-redact are installed")
    parser.add_argument("--backend", action="append", default=[], metavar="NAME", help="measure a built-in backend, too, adding to all stages")
    parser.add_argument("--no-ablation", action="store_true", help="leave out the runs without single stages")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="list up to N losses and false flags of ours")
    return parser.parse_args(argv)


def data_sets(folder: Path, console: Console) -> list[DataSet]:
    """Read what is there; say what is not."""
    found = []
    for name, file, read in SOURCES:
        if (folder / file).is_file():
            found.append(DataSet(name, read(folder / file)))
        else:
            console.print(f"{name}: not available ({file})")
    return found


def tally(data: DataSet, spans: Sequence[Sequence[object]]) -> Tally:
    """Score one data set."""
    if data.name == FOREIGN:
        return by_class(data.records, spans, mapping.GOLD_TYPES, mapping.UNPAIRED)  # type: ignore[arg-type]
    return by_category(data.records, spans)  # type: ignore[arg-type]


def scored(done: Outcome, sets: Sequence[DataSet]) -> dict[str, Tally]:
    """Share an engine's flags out to the data sets that were read in one go, and score each."""
    out, at = {}, 0
    for data in sets:
        out[data.name] = tally(data, done.spans[at : at + len(data.records)])
        at += len(data.records)
    return out


def main(argv: list[str] | None = None) -> int:
    """Measure and print; exit code 2 without data."""
    args = arguments(argv)
    console = Console(width=max(140, Console().width))
    sets = data_sets(Path(args.data), console) if args.data else []
    if not sets:
        console.print("no data: name their folder")
        return 2
    everything = [record for data in sets for record in data.records]
    runs = []
    for engine in ("ours", *(PEERS if args.peers else ())):
        try:
            done = run(engine, everything, python=sys.executable if engine == "ours" else args.peers)
        except Missing as why:
            console.print(f"not measured: {why}", markup=False)
            continue
        runs.append((done, scored(done, sets)))
    if not runs:
        return 1
    report(console, sets, runs, args.show)
    if not args.no_ablation:
        ablate(console, sets, args.backend)
    return 0


def report(console: Console, sets: Sequence[DataSet], runs: Sequence[tuple[Outcome, dict[str, Tally]]], most: int) -> None:
    """Print a table a data set; for those with labels, recall by label, confusion and, where asked for, the single losses."""
    console.print(tables.costs("time and memory over all texts", [done for done, _ in runs]))
    console.print("arguments `needed` are the task's own: some hold names and places, so that a flag there is no fault by itself, only work for the policy")
    for data in sets:
        rows = [(done, found[data.name]) for done, found in runs]
        title = f"{data.name}: {len(data.records)} texts"
        console.print(tables.overview(title, rows))
        if data.name in (CATEGORIES, FOREIGN):
            console.print(tables.by_label("recall by label [95 % Wilson interval]", rows))
            if data.name == FOREIGN:
                console.print(tables.by_class("ours by class", rows[0][1]))
            console.print(tables.confusion("ours: what labelled spans were taken for", rows[0][1]))
        if most:
            console.print("\n".join(tables.listing("lost", rows[0][1].losses, most)), markup=False, soft_wrap=True)
            console.print("\n".join(tables.listing("falsely flagged", rows[0][1].false, most)), markup=False, soft_wrap=True)


def ablate(console: Console, sets: Sequence[DataSet], backends: Sequence[str]) -> None:
    """Switch each stage of the deterministic path off in turn, and backends on."""
    own = [data for data in sets if data.name == CATEGORIES]
    if not own:
        return
    stages = [stage for stage in STAGES if stage != "backends"]
    rows = []
    sets_of = [("all", stages), *((f"without {s}", [k for k in stages if k != s]) for s in stages), ("patterns alone", ["patterns"])]
    sets_of += [(f"all and {b} (add)", [*stages, "backends", f"backend:{b}"]) for b in backends]
    for name, kept in sets_of:
        try:
            done = run("ours", own[0].records, stages=kept)
        except Missing as why:
            console.print(f"not measured: {why}", markup=False)
            continue
        rows.append((name, tally(own[0], done.spans), done))
    console.print(tables.ablation(f"stages, on {CATEGORIES}", rows))


if __name__ == "__main__":
    sys.exit(main())
