"""A policy's argument rules, read and checked: one that cannot be meant as written refuses, with its line.

Must not be in here: what a rule does (`minimize.rules`), the other settings of a policy.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

import yaml

from llmproxy.config.declared import RULE, RULE_WHEN
from llmproxy.config.read import Reader
from minimize.clauses import Provenance, Rule, RuleAction

_SCHEMAS: Final = ("arguments", "recipient", "subject", "value")

Said = Mapping[str, tuple[Any, yaml.Node]]


def read_rules(reader: Reader, node: yaml.Node, base: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """Read a policy's `rules`; those of `base` whose name is not said again stand behind them. Highest priority first."""
    found: dict[str, Rule] = {}
    for item in reader.items(node, "`rules`"):
        rule = _rule(reader, item)
        if rule.name in found:
            reader.fail(item, f"two rules have the name `{rule.name}`")
        found[rule.name] = rule
    rules = (*found.values(), *(rule for rule in base if rule.name not in found))
    return tuple(sorted(rules, key=lambda rule: -rule.priority))


def _rule(reader: Reader, node: yaml.Node) -> Rule:
    from minimize.errors import RuleError
    from minimize.rules.compile import check  # engines of regular expressions and schemas: only where there are rules

    said = reader.section(node, "an entry of `rules`", RULE)
    for name in ("name", "then"):
        if name not in said:
            reader.fail(node, f"an entry of `rules` has no `{name}`")
    when: Said = reader.section(said["when"][1], "`when`", RULE_WHEN) if "when" in said else {}
    fields: dict[str, Any] = {name: value for name, (value, _) in said.items() if name != "when"}
    fields["then"] = RuleAction(fields["then"])
    for name, (value, at) in when.items():
        fields[name] = _schema(reader, at, name) if name in _SCHEMAS else _names(reader, at, name, value)
    rule = Rule(**fields)
    try:
        check(rule)
    except RuleError as error:
        where = when[error.field][1] if error.field in when else said[error.field][1] if error.field in said else node
        reader.fail(where, f"rule `{rule.name}`: {error}")
    return rule


def _names(reader: Reader, node: yaml.Node, name: str, value: tuple[str, ...]) -> tuple[Any, ...]:
    """Check the names of a list; an empty list would hold for everything, which nobody means by it."""
    if not value:
        reader.fail(node, f"`{name}` names nothing; take it out if any will do")
    vocabulary = reader.vocabulary()
    known = {"kinds": vocabulary.kinds, "roles": vocabulary.roles, "trust": vocabulary.tiers, "provenance": frozenset(Provenance)}.get(name)
    if known is not None:
        what = {"kinds": "tool kind", "roles": "role", "trust": "trust tier", "provenance": "provenance"}[name]
        for item in reader.items(node, f"`{name}`"):
            reader.known(item, what, known)
    return tuple([Provenance(each) for each in value]) if name == "provenance" else value


def _schema(reader: Reader, node: yaml.Node, name: str) -> str:
    if not isinstance(node, yaml.MappingNode):
        reader.fail(node, f"`{name}` must be a JSON Schema, a mapping")
    try:
        return json.dumps(reader.plain(node, name=name), allow_nan=False)
    except (TypeError, ValueError):
        return reader.fail(node, f"`{name}` holds what JSON cannot say (a date, for one: put it in quotes)")
