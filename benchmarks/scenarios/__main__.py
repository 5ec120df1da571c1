"""`python -m benchmarks.scenarios SCHEMAS.json`: what is taken away, what leaks, what still works, with the stages of necessity one by one."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.scenarios.measure import Sums, measure
from benchmarks.scenarios.records import scenarios, tools
from minimize import Policy


def arguments(argv: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scenarios", description=__doc__)
    parser.add_argument("schemas", nargs="?", default=os.environ.get("TOOLMINIMIZE_SCHEMAS", ""), help="file of the schemas (or TOOLMINIMIZE_SCHEMAS)")
    parser.add_argument("--show", action="store_true", help="list what leaks, breaks or is invalid, with the arguments as they leave")
    return parser.parse_args(argv)


def main(argv: list[str] | None = None) -> int:
    """Measure and print; 2 where there are no schemas, 1 where a call breaks."""
    asked = arguments(argv)
    path = Path(asked.schemas)
    if not asked.schemas or not path.is_file():
        print("no schemas: name their file, or set TOOLMINIMIZE_SCHEMAS", file=sys.stderr)
        return 2
    all_tools, each = tools(path), scenarios()
    sums = measure(each, all_tools)
    table = Table("", "scenarios", "cost reduction", "leak by ground truth", "valid", "equivalent")
    _add(table, "all stages", sums)
    _add(table, "schema only", measure(each, all_tools, Policy(necessity=("schema",))))
    _add(table, "semantic only", measure(each, all_tools, Policy(necessity=("semantic",))))
    Console(width=120).print(table)
    if sums.missing:
        print("no schema for:", ", ".join(sums.missing))
    if asked.show:
        _show(sums)
    return int(sums.completion < 1 or sums.equivalence < 1)


def _add(table: Table, name: str, sums: Sums) -> None:
    shares = (sums.reduction, sums.leak, sums.completion, sums.equivalence)
    table.add_row(name, str(len(sums.rows)), *(f"{share:.1%}" for share in shares))


def _show(sums: Sums) -> None:
    for row in sums.rows:
        if row.leaked or not row.valid or not row.works or row.after:
            print(row.id, "leaked:", list(row.leaked), "valid:", row.valid, "works:", row.works, "cost:", row.after, row.arguments)


if __name__ == "__main__":
    sys.exit(main())
