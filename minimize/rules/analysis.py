"""The analysis of a call under the rules that hold for it, and where a session has to say less than it could.

Must not be in here: which rules hold (`judge`), what decides without them (`minimize.analyze`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from minimize.analyze import Case, analyze
from minimize.analyze.stricter import tighten
from minimize.model import Decision, Finding, Reason
from minimize.needs import Tight
from minimize.pointers import join, split
from minimize.rules.enforce import allowed, named, stricter
from minimize.rules.judge import NO_RULINGS, Rulings

Steps = tuple[str, ...]

SESSION: Final = "session:budget"
"""Id in a decision's rules: the session's budget asked for it."""


def analysed(case: Case, findings: Sequence[Finding], rulings: Rulings, labels: tuple[str, ...]) -> tuple[Case, tuple[Decision, ...]]:
    """Analyse a call; give the case as it then is, too. `labels` are those of a session over its budget, one a ladder."""
    if rulings is NO_RULINGS and not labels:
        return case, analyze(case, findings)
    exempt = allowed(rulings)
    ruled = stricter(rulings)
    spared = _spared(case, findings, exempt, ruled, labels) if labels else {}
    sites = case.sites.stricter({**spared, **ruled}) if ruled or spared else case.sites
    narrow = replace(case, sites=sites, exempt=(*case.exempt, *exempt))
    decisions = named(analyze(narrow, findings), exempt)
    if ruled:
        decisions = tighten(narrow, decisions, findings, ruled, Reason.RULE_STRICTER)
    if spared:
        decisions = tighten(narrow, decisions, findings, spared, Reason.SESSION_BUDGET)
    return narrow, decisions


def _spared(case: Case, findings: Sequence[Finding], exempt: Mapping[str, object], ruled: Mapping[Steps, Tight], labels: tuple[str, ...]) -> dict[Steps, Tight]:
    """The places of a session over budget: those with findings; what the call can do without goes whole."""
    found: dict[Steps, Tight] = {}
    for finding in findings:
        steps = split(finding.pointer)
        if finding.in_key or steps in found or steps in ruled or join(steps) in exempt or case.exempted(finding.pointer):
            continue
        found[steps] = Tight((*labels, "none") if case.dispensable(steps) else labels, SESSION)
    return found
