"""A policy's `session` section, read and checked.

Must not be in here: what a budget means (`minimize.session`), where sessions are kept (`llmproxy.sessions`).
"""

from __future__ import annotations

import dataclasses

import yaml

from llmproxy.config.declared import SESSION
from llmproxy.config.read import Reader, tag
from minimize.clauses import SessionPolicy
from tool_registry.model import PRECISION_LADDERS


def read_session(reader: Reader, node: yaml.Node, base: SessionPolicy | None) -> SessionPolicy | None:
    """Read a policy's `session`; what it does not say it takes from `base`, `session: off` takes it out."""
    if tag(node) == "bool" and isinstance(node, yaml.ScalarNode) and not reader.boolean(node, "session"):
        return None
    said = reader.section(node, "`session`", SESSION)
    found = dataclasses.replace(base or SessionPolicy(), **{name: value for name, (value, _) in said.items()})
    if not found.budget and not found.operator_budget:
        reader.fail(node, "`session` needs `budget` or `operator_budget`")
    at = said["stricter"][1] if "stricter" in said else node
    ladders = [next((name for name, labels in PRECISION_LADDERS.items() if label in labels[1:-1]), "") for label in found.stricter]
    if "" in ladders:
        reader.fail(at, "`stricter` takes labels of the precision ladders such as `city`, `month`, `band`")
    if any(set(PRECISION_LADDERS[a]) & {label} for i, a in enumerate(ladders) for label in found.stricter[i + 1 :] if label != "band"):
        reader.fail(at, "`stricter` names two labels of one ladder")
    return found
