"""What follows from the rules that hold: places that stay, places that say less, and what a person is asked or refused.

Must not be in here: which rules hold (`judge`), edits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from minimize.clauses import Rule, RuleAction
from minimize.model import Decision, Disposition, Reason
from minimize.needs import Tight
from minimize.pointers import join
from minimize.rules.compile import Compiled
from minimize.rules.judge import Rulings

Steps = tuple[str, ...]

PREFIX: Final = "rule:"
"""What the id of an argument rule starts with in the rules of a decision."""


def guards(rules: tuple[Rule, ...], tool: str) -> bool:
    """Whether a rule may forbid a call of this tool or ask a person about it: then a call on which rules were not judged is blocked."""
    return any(ready.rule.then in (RuleAction.CONFIRM, RuleAction.BLOCK) for ready in Compiled.of(rules).for_tool(tool))


def allowed(rulings: Rulings) -> Mapping[str, Rule]:
    """Give the pointers of the places that stay; a key `*` would stand for any, so such a place is decided as ever."""
    return {join(steps): rule for steps, rule in rulings.places.items() if rule.then is RuleAction.ALLOW and "*" not in steps}


def stricter(rulings: Rulings) -> dict[Steps, Tight]:
    """Give the places that may say no more than a rule's precision."""
    return {
        steps: Tight((rule.precision,), PREFIX + rule.name)
        for steps, rule in rulings.places.items()
        if rule.then is RuleAction.STRICTER and rule.precision is not None
    }


def named(decisions: Sequence[Decision], exempt: Mapping[str, Rule]) -> tuple[Decision, ...]:
    """Give the decisions with the rule's name where a rule, not the policy's own `exempt`, let a place stay."""
    return tuple([_named(d, exempt[d.pointer]) if d.reason is Reason.EXEMPT and d.pointer in exempt else d for d in decisions])


def _named(decision: Decision, rule: Rule) -> Decision:
    return replace(decision, reason=Reason.RULE_ALLOWS, rules=(*decision.rules, PREFIX + rule.name))


def said(rulings: Rulings) -> tuple[Decision, ...]:
    """Give the decisions of rules that forbid or ask: on the call as a whole, and on single places."""
    found: list[Decision] = []
    if rulings.call is not None:
        found += _said("", rulings.call)
    for steps, rule in rulings.places.items():
        if rule is not rulings.call:
            found += _said(join(steps), rule)
    return tuple(found)


def _said(pointer: str, rule: Rule) -> list[Decision]:
    if rule.then is RuleAction.CONFIRM:
        return [Decision(pointer, Disposition.REVIEW, Reason.RULE_CONFIRMS, rules=(PREFIX + rule.name,))]
    if rule.then is RuleAction.BLOCK:
        return [Decision(pointer, Disposition.BLOCK, Reason.RULE_BLOCKS, rules=(PREFIX + rule.name,))]
    return []
