"""Places that are to say less than the tool could use: what the decisions so far leave too precise there is decided anew.

For argument rules and for sessions over their budget; the sites of the case are those of `Sites.stricter` already.
Must not be in here: which places, how much less.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from minimize.analyze.case import Case, decision
from minimize.model import Decision, Disposition, Finding, Reason
from minimize.needs import Site, Tight, finer, ladder_of
from minimize.pointers import split
from tool_registry.model import PRECISION_LADDERS, Use

Steps = tuple[str, ...]


def tighten(case: Case, decisions: Sequence[Decision], findings: Sequence[Finding], tight: Mapping[Steps, Tight], reason: Reason) -> tuple[Decision, ...]:
    """Give the decisions with those that the stricter places need beside; what changes already stays as it is."""
    gone = {split(d.pointer) for d in decisions if d.disposition.changes and d.whole}
    handled = {finding for d in decisions if d.disposition.changes for finding in d.findings}
    left: dict[Steps, list[Finding]] = {}
    for finding in findings:
        steps = split(finding.pointer)
        said = tight.get(steps)
        if said is None or finding.in_key or finding in handled or any(steps[:depth] in gone for depth in range(len(steps) + 1)):
            continue
        if _too_precise(finding, said):
            left.setdefault(steps, []).append(finding)
    if not left:
        return tuple(decisions)
    out = [rest for d in decisions if (rest := _without(d, left)) is not None]
    out += [_decision(case, case.sites.of(steps), tight[steps], found, reason) for steps, found in left.items()]
    return tuple(out)


def _too_precise(finding: Finding, tight: Tight) -> bool:
    if "none" in tight.labels:
        return True
    ladder = ladder_of(finding)
    return any(label in PRECISION_LADDERS[ladder] and finer(finding.precision, label, ladder) for label in tight.labels)


def _without(before: Decision, left: Mapping[Steps, Sequence[Finding]]) -> Decision | None:
    """The decision without the findings that are decided anew; None where it was about nothing else."""
    found = left.get(split(before.pointer))
    if found is None or before.disposition.changes or not before.findings:
        return before
    rest = tuple([finding for finding in before.findings if finding not in found])
    return replace(before, findings=rest) if rest else None


def _decision(case: Case, site: Site, tight: Tight, found: Sequence[Finding], reason: Reason) -> Decision:
    if site.need.use is Use.EXECUTED:
        made = decision(site, Disposition.BLOCK, reason, found)
    elif "none" in tight.labels:
        made = decision(site, Disposition.REMOVE, reason, found, precision="none")
    else:
        ladder = ladder_of(found[0])
        label = next(label for label in tight.labels if label in PRECISION_LADDERS[ladder])
        whole = site.ladder == ladder and site.need.precision == label and not site.open_text
        made = decision(site, Disposition.GENERALISE, reason, found, whole=whole, precision=label)
    return made if tight.rule in made.rules else replace(made, rules=(*made.rules, tight.rule))
