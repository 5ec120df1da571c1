"""The demo's situations as types, read from `scenarios.yaml`. What the model does with them is in `model`, what is shown in `show`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import yaml


@dataclass(frozen=True, slots=True)
class Scenario:
    """One situation: what the user asks, the tool, and the call with which the demo model over-shares."""

    title: str
    user: str
    tool: Mapping[str, Any]
    """`name`, `description`, `parameters` as in the OpenAI function form."""
    arguments: str
    """JSON text as the model writes it."""
    secrets: tuple[str, ...] = ()
    """Must not stand in what the client gets, whatever the letters' case."""
    needed: Mapping[str, str] | None = None
    """JSON pointer (one step) -> text that must still stand there."""
    untouched: bool = False
    """The call must leave byte for byte as it came."""

    @property
    def name(self) -> str:
        """The tool's name."""
        return str(self.tool["name"])

    def faults(self, arguments: str) -> list[str]:
        """List what is wrong with the arguments that the client got: leaked, lost, changed, invalid."""
        if self.untouched and arguments != self.arguments:
            return ["changed without need"]
        found = [f"leaked `{s}`" for s in self.secrets if s.casefold() in json.dumps(json.loads(arguments), ensure_ascii=False).casefold()]
        values = json.loads(arguments)
        for pointer, text in (self.needed or {}).items():
            if text not in str(values.get(pointer[1:], "")):
                found.append(f"lost {pointer}")
        return found + [f"invalid: {e}" for e in schema_errors(values, self.tool["parameters"])]


def schema_errors(values: Any, schema: Mapping[str, Any]) -> list[str]:
    """Give the paths at which values break a schema; no values in it."""
    from jsonschema import Draft202012Validator

    return [f"{e.json_path} ({e.validator})" for e in Draft202012Validator(schema).iter_errors(values)]


def load() -> tuple[Scenario, ...]:
    """Read the packaged scenarios."""
    rows = yaml.safe_load((files("llmproxy.demo") / "scenarios.yaml").read_text(encoding="utf-8"))
    return tuple(
        Scenario(**{**row, "arguments": json.dumps(row["arguments"], ensure_ascii=False), "secrets": tuple(map(str, row.get("secrets", ())))}) for row in rows
    )
