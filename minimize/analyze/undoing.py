"""Doubtful rewrites of required exact fields, which a judge's word undoes (content-aware mode with a model).

A rewrite is doubtful where the item may be no such item at all, or the field not what its name promises: the confidence of either is below
what the policy calls `sure` for the category. Only what the arguments must hold is looked at, and only what our own rules by kind decided:
what the policy or an annotation says is never undone, a credential neither.
Must not be in here: judges, free texts (`judged`), rules by use.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from minimize.analyze.case import Case, decision
from minimize.model import Bands, Decision, Disposition, Finding, Reason
from minimize.needs import Site
from minimize.paths import Leaf
from tool_registry.model import Use

_BANDS: Final = Bands()
_EXACT: Final = frozenset({Use.PAYLOAD, Use.SUBJECT, Use.BALLAST})
_TEXTS: Final = frozenset(
    ["notes", "description", "comment", "summary", "text", "body", "reason", "context", "special_requests", "profile", "user_story", "history", "metadata"]
)
"""Roles of free text, in which nothing stands that has to be exact."""
_DECIDED: Final = ("annotation:", "rule:", "session:", "policy:")
"""What begins like this in a site's rules was said by somebody, and is no guess of ours."""


def undone(case: Case, site: Site, leaf: Leaf, decisions: list[Decision]) -> list[Decision]:
    """Give the decisions of a place without what the judge undoes of them; it is asked about what is doubtful."""
    if case.judge is None or not any(d.disposition.changes for d in decisions) or not _exact(case, site):
        return decisions
    out: list[Decision] = []
    for made in decisions:
        doubtful = _doubtful(case, site, made)
        stands = case.judge.stands(case, site, leaf, doubtful) if doubtful else []
        if not stands or (made.whole and len(stands) < len(made.findings)):
            out.append(made)
            continue
        kept = decision(site, Disposition.KEEP, Reason.NEEDED_BY_TASK, stands, whole=False)
        out.append(replace(kept, rules=(*kept.rules, f"judge:{case.judge.name}")))
        rest = [f for f in made.findings if f not in stands]
        if rest:
            out.append(replace(made, findings=tuple(rest)))
    return out


def _exact(case: Case, site: Site) -> bool:
    """Whether the arguments must hold this place, it is an address, a name, a query and the like, and nobody has said what it needs."""
    if site.named is not None or not (site.query or (site.need.use in _EXACT and site.role not in _TEXTS)):
        return False
    if any(rule.startswith(_DECIDED) for rule in site.rules):
        return False
    return not any(case.dispensable(site.steps[:depth]) for depth in range(1, len(site.steps) + 1))


def _doubtful(case: Case, site: Site, made: Decision) -> list[Finding]:
    """Give the items of a rewrite that are doubtful; of one that acts on the whole value all have to be."""
    if not made.disposition.changes:
        return []
    found = [f for f in made.findings if not f.in_key and f.category != "C" and min(f.confidence, site.confidence) < _sure(case, f)]
    return found if len(found) == len(made.findings) or not made.whole else []


def _sure(case: Case, finding: Finding) -> float:
    return case.policy.confidence.get(finding.category, _BANDS).sure
