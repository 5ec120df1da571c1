"""A mock of any tool: it answers from what it reads of its arguments, and from nothing else.

Two calls are functionally equivalent when it answers them alike. Must not be in here: what is private.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchmarks.scenarios.records import Scenario
from minimize.pointers import split

MISSING = "(nothing)"


def answer(scenario: Scenario, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Execute a call: for each place that the tool reads, what it got there."""
    return {pointer: _read(_at(arguments, split(pointer)), phrases) for pointer, phrases in scenario.reads.items()}


def equivalent(scenario: Scenario, arguments: Mapping[str, Any] | None) -> bool:
    """Whether the tool answers a rewritten call as it answers the original one."""
    return arguments is not None and answer(scenario, arguments) == answer(scenario, scenario.arguments)


def _read(value: Any, phrases: tuple[str, ...] | None) -> Any:
    if phrases is None:
        return value
    return tuple(phrase for phrase in phrases if phrase.casefold() in str(value).casefold())


def _at(value: Any, steps: tuple[str, ...]) -> Any:
    for step in steps:
        if isinstance(value, list) and step.isdigit() and int(step) < len(value):
            value = value[int(step)]
        elif isinstance(value, dict) and step in value:
            value = value[step]
        else:
            return MISSING
    return value
