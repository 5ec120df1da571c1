"""Read scenarios and the schemas of their tools. Must not be in here: measuring."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

SCENARIOS: Final = Path(__file__).parent / "data" / "scenarios.yaml"
WHOLE: Final = "whole"


@dataclass(frozen=True, slots=True)
class Tool:
    """A public tool as its server declares it."""

    name: str
    description: str
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One call that shares too much, or just enough."""

    id: str
    tool: str
    """`server/name`."""
    profile: str
    user: str
    arguments: Mapping[str, Any]
    reads: Mapping[str, tuple[str, ...] | None]
    """Pointer -> the phrases that the tool works with there; None: the whole value."""
    private: tuple[str, ...]
    """Texts that must not arrive."""


def scenarios(path: Path = SCENARIOS) -> list[Scenario]:
    """Read the scenarios of a file."""
    return [_scenario(row) for row in yaml.safe_load(path.read_text(encoding="utf-8"))]


def _scenario(row: Mapping[str, Any]) -> Scenario:
    reads = {pointer: None if said == WHOLE else tuple(map(str, said)) for pointer, said in row["reads"].items()}
    return Scenario(row["id"], row["tool"], row["profile"], row["user"], row["arguments"], reads, tuple(map(str, row["private"])))


def tools(path: Path) -> dict[str, Tool]:
    """Read the schemas: a list of `{"server", "tool": {"name", "description", "inputSchema"}}`; by `server/name`."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {
        f"{row['server']}/{row['tool']['name']}": Tool(row["tool"]["name"], row["tool"].get("description") or "", row["tool"]["inputSchema"]) for row in rows
    }
