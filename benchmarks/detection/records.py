"""The texts that are scored, from the files of the data folder: labelled strings, synthetic prose, benign arguments, names.

Must not be in here: engines, scores.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Gold:
    """One labelled span, code points."""

    start: int
    end: int
    label: str
    optional: bool = False
    """Debatable: neither missed nor falsely flagged."""


@dataclass(frozen=True, slots=True)
class Record:
    """One text with its labels."""

    text: str
    tool: str = ""
    field: str = ""
    golds: tuple[Gold, ...] = ()
    benign: bool = False


def lines(path: Path) -> Iterator[Any]:
    """Read a file of one JSON value a line."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def labelled_strings(path: Path) -> list[Record]:
    """Strings of tool calls with spans by category code."""
    return [
        Record(
            row["text"],
            row.get("tool") or "",
            row.get("field") or "",
            tuple(Gold(s["start"], s["end"], s["cat"], bool(s.get("opt"))) for s in row["spans"]),
            bool(row["benign"]),
        )
        for row in lines(path)
    ]


def presidio_synth(path: Path) -> list[Record]:
    """Synthetic sentences with spans by Presidio's entity types."""
    return [Record(row["full_text"], golds=tuple(Gold(s["start_position"], s["end_position"], s["entity_type"]) for s in row["spans"])) for row in lines(path)]


def names(path: Path) -> tuple[list[Record], list[Record], list[Record]]:
    """Person names in a sentence, names in lower case, and capitalised phrases that are no names in all of the file's carriers."""
    row = json.loads(path.read_text(encoding="utf-8"))
    carriers = row["carriers"]
    sentence = [_carried(name, carriers["sentence"]) for name in row["names"]]
    lower = [_carried(name.lower(), carriers["lower"]) for name in row["names"]]
    return (
        sentence,
        lower,
        [Record(_filled(carrier, other), benign=True) for other in row["not_names"] for kind, carrier in carriers.items() if kind != "lower"],
    )


def _filled(carrier: str, value: str) -> str:
    """Put a value into a carrier, in whose text doubled braces stand for one."""
    return carrier.format(value)


def _carried(name: str, carrier: str) -> Record:
    text = _filled(carrier, name)
    at = text.index(name)
    return Record(text, golds=(Gold(at, at + len(name), "DI"),))


def argument_strings(rows: Iterable[Any], tool: str, arguments: str) -> list[Record]:
    """Every text of the arguments of gold calls, once each: all of it is what the task needs."""
    seen: dict[tuple[str, str], Record] = {}
    for row in rows:
        for name, text in _texts(row.get(arguments), ""):
            seen.setdefault((name, text), Record(text, str(row.get(tool) or ""), name, benign=True))
    return list(seen.values())


def bfcl(path: Path) -> list[Record]:
    """Texts of the allowed values of gold function calls."""
    calls = ({"tool": name, "arguments": values} for row in lines(path) for truth in row["ground_truth"] for name, values in truth.items())
    return argument_strings(calls, "tool", "arguments")


def api_bank(path: Path) -> list[Record]:
    """Texts of the arguments of gold calls."""
    return argument_strings(lines(path), "tool", "arguments")


def tau(path: Path) -> list[Record]:
    """Texts of the arguments of gold actions."""
    return argument_strings(({"tool": a["name"], "arguments": a["kwargs"]} for row in lines(path) for a in row["actions"]), "tool", "arguments")


def _texts(value: Any, name: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        if value:
            yield name, value
    elif isinstance(value, dict):
        for key, below in value.items():
            yield from _texts(below, str(key))
    elif isinstance(value, list):
        for below in value:
            yield from _texts(below, name)
