"""Policies of the file become `minimize.model.Policy`: inheritance from `default`, globs in order, a hash of the whole.

Must not be in here: which policy a request gets, and anything of keys.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

import yaml

from llmproxy.config.declared import BANDS, HOLD, POLICY, TOOL_POLICY
from llmproxy.config.judge import asks_a_model, read_judge
from llmproxy.config.read import Reader
from llmproxy.config.rules import read_rules
from llmproxy.config.sessions import read_session
from minimize.model import Bands, FailureMode, Mode, OnBlock, Policy, ToolPolicy

_WILDCARD = re.compile(r"[*?\[]")
_ENUMS: Mapping[str, type[Mode | FailureMode | OnBlock]] = {"mode": Mode, "on_failure": FailureMode, "on_block": OnBlock}
_NOT_FIELDS = frozenset({"judge", "hold", "tools", "confidence", "consent_allowed", "rules", "session"})


def read_policies(reader: Reader, node: yaml.Node, models: frozenset[str]) -> tuple[dict[str, Policy], list[str]]:
    """Read the `policies` section. Gives the policies by name, and what this version cannot enforce, a line each.

    A policy inherits what it does not say from `default`: settings one by one, `tools` by glob, `confidence` by category, `rules` by name.
    """
    members = reader.members(node, "`policies`")
    unenforceable: list[str] = []
    default = Policy()
    if "default" in members:
        default = _policy(reader, "default", members["default"][1], default, models, unenforceable)
    found = {"default": hashed(default)}
    for name, (_, value) in members.items():
        if name != "default":
            found[name] = hashed(_policy(reader, name, value, default, models, unenforceable))
    return found, unenforceable


def _policy(reader: Reader, name: str, node: yaml.Node, base: Policy, models: frozenset[str], unenforceable: list[str]) -> Policy:
    if isinstance(node, yaml.ScalarNode) and node.tag.endswith(":null"):
        return dataclasses.replace(base, name=name)
    said = reader.section(node, f"policy `{name}`", POLICY)
    fields: dict[str, Any] = {k: _ENUMS[k](v) if k in _ENUMS else v for k, (v, _) in said.items() if k not in _NOT_FIELDS}
    if "consent_allowed" in said:
        fields["consent_allowed"] = frozenset(said["consent_allowed"][0])
    if "tools" in said:
        fields["tools"] = _tools(reader, said["tools"][1], base.tools)
    if "rules" in said:
        fields["rules"] = read_rules(reader, said["rules"][1], base.rules)
    if "session" in said:
        fields["session"] = read_session(reader, said["session"][1], base.session)
    if "confidence" in said:
        fields["confidence"] = {**base.confidence, **_confidence(reader, said["confidence"][1])}
    if "judge" in said:
        fields["judge"] = read_judge(reader, said["judge"][1], base.judge, lambda model: served(model, models))
    made = dataclasses.replace(base, name=name, **fields)
    if made.judge is None and asks_a_model(made):
        reader.fail(said["content_aware" if made.content_aware == "llm" else "tools"][1], "`content_aware: llm` needs `judge: {model: ...}`")
    _refuse_later(reader, said, unenforceable)
    return made


def _refuse_later(reader: Reader, said: Mapping[str, tuple[Any, yaml.Node]], unenforceable: list[str]) -> None:
    """Note what is well said and cannot be enforced yet."""
    if "hold" in said:
        node = said["hold"][1]
        if "timeout_s" not in reader.section(node, "`hold`", HOLD):
            reader.fail(node, "`hold` needs `timeout_s`")
        unenforceable.append(f"{reader.at(node)}: `hold`: this version cannot hold a call for confirmation; take it out")


def _tools(reader: Reader, node: yaml.Node, base: tuple[ToolPolicy, ...]) -> tuple[ToolPolicy, ...]:
    found: dict[str, ToolPolicy] = {}
    inherited = {t.glob: t for t in base}
    for glob, (key, value) in reader.members(node, "`tools`").items():
        if not glob:
            reader.fail(key, "a glob of `tools` is empty")
        said = reader.section(value, f"`tools`: `{glob}`", TOOL_POLICY)
        fields: dict[str, Any] = {k: _ENUMS[k](v) if k in _ENUMS else v for k, (v, _) in said.items()}
        found[glob] = dataclasses.replace(inherited.pop(glob, ToolPolicy(glob)), **fields)
    return in_order((*found.values(), *inherited.values()))


def in_order(tools: tuple[ToolPolicy, ...]) -> tuple[ToolPolicy, ...]:
    """Sort globs by their longest literal prefix; an exact name beats a glob of the same prefix; ties keep their order."""

    def rank(tool: ToolPolicy) -> tuple[int, bool]:
        wildcard = _WILDCARD.search(tool.glob)
        return (-(wildcard.start() if wildcard else len(tool.glob)), wildcard is not None)

    return tuple(sorted(tools, key=rank))


def _confidence(reader: Reader, node: yaml.Node) -> dict[str, Bands]:
    found: dict[str, Bands] = {}
    for name, (key, value) in reader.members(node, "`confidence`").items():
        reader.known(key, "category", reader.vocabulary().categories)
        said = reader.section(value, f"`confidence`: `{name}`", BANDS)
        act = said["act"][0] if "act" in said else Bands().act
        confirm = said["confirm"][0] if "confirm" in said else min(act, Bands().confirm)
        if not confirm <= act <= 1:
            reader.fail(value, "`confirm` <= `act` <= 1 must hold")
        found[name] = Bands(act, confirm, said["sure"][0] if "sure" in said else Bands().sure)
    return found


def served(model: str, models: frozenset[str]) -> bool:
    """Tell whether a model name is one of `model_list`, or falls under a pattern of it."""
    return model in models or any(m.endswith("*") and model.startswith(m[:-1]) for m in models)


def hashed(policy: Policy) -> Policy:
    """Give the policy with its hash (16 hex digits over everything it says, its name apart)."""
    said = dataclasses.asdict(dataclasses.replace(policy, name="", policy_hash="", confidence={}))
    said["consent_allowed"] = sorted(policy.consent_allowed)
    said["confidence"] = {k: [b.act, b.confirm, b.sure] for k, b in sorted(policy.confidence.items())}
    text = json.dumps(said, sort_keys=True, ensure_ascii=True, default=str)
    return dataclasses.replace(policy, policy_hash=hashlib.sha256(text.encode()).hexdigest()[:16])
