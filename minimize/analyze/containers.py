"""Profile objects go as a whole: an object or array in which all is ballast, and some of it private.

Must not be in here: rules for single values.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from minimize.analyze.case import Case, decision
from minimize.model import Decision, Disposition, Reason
from minimize.needs import Site
from minimize.paths import Leaf
from tool_registry.model import Use

Steps = tuple[str, ...]

_KEYED: Final = frozenset({"metadata", "template_data"})
_IDS: Final = re.compile(r"(?:conversation|session|request|trace|span|correlation|thread|message|run|idempotency|transaction)[_-]?(?:id|key|uuid|token)$", re.I)


def fold(case: Case, decided: Mapping[Steps, Sequence[Decision]]) -> list[Decision]:
    """Give the decisions with those of a container in place of those below it, where all of the container has to go."""
    goes: set[Steps] = {steps for steps, each in decided.items() if any(d.disposition is Disposition.REMOVE for d in each)}
    wanted = {steps for steps, each in decided.items() if steps not in goes and any(d.reason is Reason.NEEDED_BY_TASK for d in each)}
    tops = dict.fromkeys(_tops(case, goes, wanted)) if goes else {}
    below: dict[Steps, list[Decision]] = {top: [] for top in tops}
    out: list[Decision] = []
    for steps, each in decided.items():
        top = next((steps[:depth] for depth in range(1, len(steps) + 1) if steps[:depth] in tops), None)
        (out if top is None else below[top]).extend(each)
    return [*(_whole(case, top, each) for top, each in below.items()), *out]


def _tops(case: Case, goes: set[Steps], wanted: set[Steps]) -> list[Steps]:
    """The outermost containers that go; those of one place need not be looked at twice."""
    candidates: dict[Steps, bool] = {}
    for steps in goes:
        for depth in range(len(steps) - 1, 0, -1):
            candidates.setdefault(steps[:depth], True)
    if not candidates:
        return []
    for leaf in case.document.leaves:
        stays = leaf.steps in wanted or (leaf.steps not in goes and _stays(case, leaf))
        if stays:
            for depth in range(len(leaf.steps) - 1, 0, -1):
                if leaf.steps[:depth] in candidates:
                    candidates[leaf.steps[:depth]] = False
    whole = [steps for steps, all_goes in candidates.items() if all_goes]
    return sorted(steps for steps in whole if not any(steps[:depth] in candidates and candidates[steps[:depth]] for depth in range(1, len(steps))))


def _stays(case: Case, leaf: Leaf) -> bool:
    """Whether a value without a decision to remove it keeps its container: anything needed, or an option that the user named."""
    if leaf.value is None or leaf.value == "":
        return False
    site = case.sites.of(leaf.steps)
    ballast = site.need.use is Use.BALLAST or site.named is False or (site.need.use is Use.SETTING and _in_ballast(case, site))
    if not ballast or case.exempted(site.pointer) or _technical(case, leaf):
        return True
    return case.option(site, leaf.text)


def _technical(case: Case, leaf: Leaf) -> bool:
    """Whether a value of free key/value data is an id by which two machines know the exchange again."""
    return case.sites.of(leaf.steps[:-1]).role in _KEYED and is_technical(leaf.steps[-1])


def is_technical(key: str) -> bool:
    """Whether a key is that of an id by which machines know an exchange again."""
    return _IDS.search(key) is not None


def _in_ballast(case: Case, site: Site) -> bool:
    return any(case.sites.of(site.steps[:depth]).need.use is Use.BALLAST for depth in range(1, len(site.steps)))


def _whole(case: Case, top: Steps, below: Sequence[Decision]) -> Decision:
    """One decision for a container in place of those below it."""
    findings = [finding for each in below for finding in each.findings]
    reason = next(each.reason for each in below if each.disposition is Disposition.REMOVE)
    return decision(case.sites.of(top), Disposition.REMOVE, reason, findings)
