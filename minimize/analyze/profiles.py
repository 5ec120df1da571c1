"""Objects about a person that a tool which answers can do without: where part of one goes and the user said none of it, all of it goes.

An unrecognised field beside an identity number or a religion is a field of a profile.
Must not be in here: single values, objects that a kind acts on (passengers, contacts), the folding itself (`containers`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from minimize.analyze.case import Case, decision
from minimize.analyze.grounds import answers, grounded
from minimize.model import Decision, Disposition, Reason
from minimize.paths import Leaf

Steps = tuple[str, ...]

PERSONS: Final = frozenset({"person", "profile", "user_story", "party", "sender"})
"""Roles of objects about a person."""
_OPEN: Final = frozenset({"unknown", "group", "metadata"})
"""Roles of objects of which nothing is known."""
_TRAITS: Final = frozenset(
    ["national_id", "passport", "insurance_id", "birth_date", "religion", "ethnicity", "health", "marital_status", "income", "family", "employer"]
)
_CONTACTS: Final = frozenset({"username", "person_name", "email", "phone"})
"""Roles that make a file only beside a trait."""
_FORM: Final = 2
"""Removed members of such roles from which an object is a person's file."""


def complete(case: Case, decided: Mapping[Steps, list[Decision]]) -> dict[Steps, list[Decision]]:
    """Give the removals of what stands beside removed members of a person's object, by place."""
    goes = {steps for steps, each in decided.items() if any(d.disposition is Disposition.REMOVE and d.findings for d in each)}
    tops = {top for steps in goes if (top := _object(case, steps, goes))}
    if not tops:
        return {}
    beside: dict[Steps, list[Leaf]] = {top: [] for top in tops}
    for leaf in case.document.leaves:
        if leaf.steps in goes or leaf.value is None or leaf.value == "":
            continue
        for depth in range(1, len(leaf.steps)):
            if leaf.steps[:depth] in beside:
                beside[leaf.steps[:depth]].append(leaf)
    out: dict[Steps, list[Decision]] = {}
    for leaves in beside.values():
        if not any(_stays(case, leaf, decided.get(leaf.steps, ())) for leaf in leaves):
            for leaf in leaves:
                site = case.sites.of(leaf.steps)
                origin = case.conversation.sources.origin(leaf.text)
                out[leaf.steps] = [grounded(decision(site, Disposition.REMOVE, Reason.OPTIONAL_NOT_NEEDED), origin)]
    return out


def _object(case: Case, steps: Steps, goes: set[Steps]) -> Steps | None:
    """The innermost optional object about a person around a place."""
    kind = case.sites.spec.kind
    for depth in range(len(steps) - 1, 0, -1):
        top = steps[:depth]
        role = case.sites.of(top).role
        if not case.dispensable(top):
            continue
        if role in PERSONS and (answers(kind) or role in ("party", "sender", "profile")):
            return top
        if role in _OPEN and answers(kind) and _is_file([case.sites.of(other).role for other in goes if other[:depth] == top]):
            return top
    return None


def _is_file(roles: list[str]) -> bool:
    """Whether removed members of these roles make an object a person's file."""
    traits = sum(role in _TRAITS for role in roles)
    return traits > 0 and traits + sum(role in _CONTACTS for role in roles) >= _FORM


def _stays(case: Case, leaf: Leaf, made: list[Decision] | tuple[()]) -> bool:
    """Whether a value keeps its object: the user said it, the tool's own word names it, or the policy exempts it."""
    site = case.sites.of(leaf.steps)
    if site.named or case.exempted(site.pointer) or any(d.reason is Reason.NEEDED_BY_TASK for d in made):
        return True
    if isinstance(leaf.value, bool) or (leaf.literal and len(leaf.literal) < 3):
        return False
    sources = case.conversation.sources
    return not sources.known or sources.origin(leaf.text).user or case.option(site, leaf.text)
