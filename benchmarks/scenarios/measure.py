"""Run scenarios through the core and add up what came of them. Must not be in here: reading files, printing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jsonschema

from benchmarks.scenarios.mock import equivalent
from benchmarks.scenarios.records import Scenario, Tool
from minimize import Context, Policy, ToolCall, Turn
from minimize.minimizer import Minimizer


@dataclass(frozen=True, slots=True)
class Row:
    """One scenario's result."""

    id: str
    before: float
    after: float
    leaked: tuple[str, ...]
    """Private texts that arrive all the same."""
    sent: int
    """Private texts that the original call holds."""
    valid: bool
    works: bool
    arguments: Any


@dataclass(slots=True)
class Sums:
    """All scenarios together."""

    rows: list[Row] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    """Scenarios whose tool is not in the file."""

    @property
    def reduction(self) -> float:
        """Share of the detected privacy cost that is gone."""
        before = sum(row.before for row in self.rows)
        return 1 - sum(row.after for row in self.rows) / before if before else 1.0

    @property
    def leak(self) -> float:
        """Share of the private texts that arrive: by ground truth, found or not."""
        sent = sum(row.sent for row in self.rows)
        return sum(len(row.leaked) for row in self.rows) / sent if sent else 0.0

    @property
    def completion(self) -> float:
        """Share of calls that are valid against their schema."""
        return _share([row.valid for row in self.rows])

    @property
    def equivalence(self) -> float:
        """Share of calls that a mock of the tool answers as it answers the original."""
        return _share([row.works for row in self.rows])


def measure(scenarios: Sequence[Scenario], tools: Mapping[str, Tool], policy: Policy | None = None) -> Sums:
    """Minimise every scenario's call with its conversation."""
    sums = Sums()
    minimizer = Minimizer(policy=policy or Policy())
    for scenario in scenarios:
        tool = tools.get(scenario.tool)
        if tool is None:
            sums.missing.append(scenario.id)
        else:
            sums.rows.append(_row(scenario, tool, minimizer))
    return sums


def _row(scenario: Scenario, tool: Tool, minimizer: Minimizer) -> Row:
    original = json.dumps(scenario.arguments, ensure_ascii=False)
    turns = (Turn("system", scenario.profile), Turn("user", scenario.user))
    done = minimizer.minimize(ToolCall(tool.name, original, tool.schema, description=tool.description), context=Context(turns))
    arguments = json.loads(done.arguments) if done.blocked is None else None
    sent = [text for text in scenario.private if text in original]
    leaked = tuple(text for text in sent if arguments is not None and text in json.dumps(arguments, ensure_ascii=False))
    valid = arguments is not None and jsonschema.Draft202012Validator(dict(tool.schema)).is_valid(arguments)
    return Row(scenario.id, done.cost_before.value, done.cost_after.value, leaked, len(sent), valid, equivalent(scenario, arguments), arguments)


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 1.0
