"""Which rules hold for a call, place by place: the first that holds decides.

Must not be in here: what follows from it (`enforce`), schemas' compilation. What cannot be judged raises RuleFailed, never passes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from minimize.clauses import Rule, RuleAction
from minimize.errors import RuleFailed
from minimize.model import Deadline, Finding
from minimize.needs import Site, Sites
from minimize.paths import Document, Leaf
from minimize.pointers import matches
from minimize.rules.compile import Compiled, Ready
from minimize.rules.provenance import Brought
from minimize.validity import Validity
from tool_registry.model import Kind, Use

Steps = tuple[str, ...]

ADDRESSEE: Final = "addressee"
ABOUT: Final = "about"
GROUPS: Final = (ADDRESSEE, ABOUT)
"""Names beside roles that a rule can use: whatever says who gets it, and whom the call is about."""
_URL: Final = "url"
_ADDRESSEES: Final = frozenset({"recipient", "channel"})
_ADDRESSEES_AS_SUBJECT: Final = frozenset({"email", "phone", "username", "account_number"})
_EVERY: Final = 256
"""Places between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What rules can ask of a call."""

    tool: str
    kind: str
    trust: str
    document: Document
    sites: Sites
    findings: Sequence[Finding]
    brought: Brought
    deadline: Deadline


@dataclass(frozen=True, slots=True)
class Rulings:
    """The rules that hold: for the call as a whole, and by place (a call's rule stands at its places, too)."""

    call: Rule | None = None
    places: Mapping[Steps, Rule] = field(default_factory=dict)

    def blocking(self) -> Rule | None:
        """Give the rule that forbids the call, if one does."""
        if self.call is not None and self.call.then is RuleAction.BLOCK:
            return self.call
        return next((rule for rule in self.places.values() if rule.then is RuleAction.BLOCK), None)


NO_RULINGS: Final = Rulings()


def judge(rules: Compiled, facts: Facts) -> Rulings:
    """Find the rules that hold for a call. Raises RuleFailed where that cannot be told."""
    of_tool = [ready for ready in rules.for_tool(facts.tool) if _of_call(ready.rule, facts)]
    if not of_tool:
        return NO_RULINGS
    holding = [ready for ready in of_tool if _holds_for_call(ready, facts)]
    if not holding:
        return NO_RULINGS
    call = next((ready.rule for ready in holding if not ready.rule.of_places), None)
    places: dict[Steps, Rule] = {}
    categories = _categories(facts.findings)
    for number, leaf in enumerate(facts.document.leaves):
        if number % _EVERY == _EVERY - 1:
            facts.deadline.check()
        rule = _at(holding, leaf, facts, categories.get(leaf.pointer, frozenset()))
        if rule is not None:
            places[leaf.steps] = rule
    return Rulings(call, places)


def _of_call(rule: Rule, facts: Facts) -> bool:
    return (not rule.kinds or facts.kind in rule.kinds) and (not rule.trust or facts.trust in rule.trust)


def _holds_for_call(ready: Ready, facts: Facts) -> bool:
    if ready.arguments is not None and not _valid(ready.arguments, facts.document.root):
        return False
    loosens = ready.rule.then is RuleAction.ALLOW
    for schema, belongs in ((ready.recipient, addressee), (ready.subject, about)):
        if schema is not None and not _some(schema, _values(facts, belongs), every=loosens):
            return False
    return True


def _values(facts: Facts, belongs: Callable[[Site, Kind], bool]) -> list[Any]:
    kind = facts.sites.spec.kind
    return [leaf.value for leaf in facts.document.leaves if leaf.value is not None and belongs(facts.sites.of(leaf.steps), kind)]


def _some(schema: Validity, values: list[Any], *, every: bool) -> bool:
    """Whether one of the values meets a schema; for what loosens all have to, and there must be one."""
    met = [_valid(schema, value) for value in values]
    return bool(met) and (all(met) if every else any(met))


def _at(holding: Sequence[Ready], leaf: Leaf, facts: Facts, categories: frozenset[str]) -> Rule | None:
    for ready in holding:
        if not ready.rule.of_places or _holds_at(ready, leaf, facts, categories):
            return ready.rule
    return None


def _holds_at(ready: Ready, leaf: Leaf, facts: Facts, categories: frozenset[str]) -> bool:
    rule = ready.rule
    if leaf.value is None:
        return False
    if rule.at and not any(matches(pattern, leaf.pointer, prefix=True) for pattern in rule.at):
        return False
    if rule.roles and not _has_role(rule, facts.sites.of(leaf.steps), facts.sites.spec.kind):
        return False
    if rule.categories and categories.isdisjoint(rule.categories):
        return False
    if ready.value is not None and not _valid(ready.value, leaf.value):
        return False
    if not rule.provenance:
        return True
    origins = facts.brought.origins(leaf.text)
    if rule.then is RuleAction.ALLOW:
        return bool(origins) and origins.issubset(rule.provenance)
    return not origins.isdisjoint(rule.provenance)


def _has_role(rule: Rule, site: Site, kind: Kind) -> bool:
    return site.role in rule.roles or (ADDRESSEE in rule.roles and addressee(site, kind)) or (ABOUT in rule.roles and about(site, kind))


def addressee(site: Site, kind: Kind) -> bool:
    """Whether a place says who gets what is sent: a URL, or a recipient of a tool that does more than bring records in."""
    if site.role == _URL:
        return True
    if kind.reads_records:
        return False
    return site.role in _ADDRESSEES or (site.role in _ADDRESSEES_AS_SUBJECT and site.need.use is Use.SUBJECT)


def about(site: Site, kind: Kind) -> bool:
    """Whether a place says whom the call is about."""
    return site.need.use is Use.SUBJECT and not addressee(site, kind)


def _categories(findings: Sequence[Finding]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for finding in findings:
        found.setdefault(finding.pointer, set()).add(finding.category)
    return {pointer: frozenset(codes) for pointer, codes in found.items()}


def _valid(schema: Validity, value: Any) -> bool:
    said = schema.is_valid(value)
    if said is None:
        raise RuleFailed
    return said
