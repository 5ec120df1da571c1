"""Stage 3: what is done at each place, and why.

`case` holds what is at hand, `conversation` what was said, `necessity` the rules by use, `story` soft PSD, `containers` whole objects,
`undoing` what a judge's word undoes.
Must not be in here: detection, edits, validity.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from minimize.analyze.case import Case, Judge, decision
from minimize.analyze.containers import fold
from minimize.analyze.echoes import echoes
from minimize.analyze.necessity import decide
from minimize.analyze.profiles import complete
from minimize.analyze.undoing import undone
from minimize.analyze.untold import companions, details
from minimize.model import Decision, Disposition, Finding, Reason
from minimize.pointers import split
from tool_registry.model import Use

_DIGITS = re.compile(r"\d+")

__all__ = ["Case", "Judge", "analyze"]


def analyze(case: Case, findings: Sequence[Finding]) -> tuple[Decision, ...]:
    """Decide every place of a call that holds findings or is finer than needed, in the order of the arguments."""
    by_place: dict[str, list[Finding]] = {}
    keys: dict[str, list[Finding]] = {}
    for finding in findings:
        (keys if finding.in_key else by_place).setdefault(finding.pointer, []).append(finding)
    decided: dict[tuple[str, ...], list[Decision]] = {}
    for pointer, found in keys.items():
        decided[split(pointer)] = _key(case, split(pointer), found)
    quiet: tuple[str, ...] | None = None
    for leaf in case.document.leaves:
        if leaf.value is None or leaf.value == "" or isinstance(leaf.value, bool):
            continue
        here: Sequence[Finding] = by_place.get(leaf.pointer, ()) if by_place else ()
        if not here:
            if leaf.steps[:-1] == quiet and leaf.literal:
                continue  # numbers of one array need the same, and the first had nothing to decide
            quiet = leaf.steps[:-1] if leaf.literal and leaf.steps[-1].isdigit() and _is_quiet(case, leaf.steps) else None
            if quiet is not None:
                continue
        site = case.sites.of(leaf.steps)
        each = decide(case, site, leaf, here)
        if here and case.judge is not None:
            each = undone(case, site, leaf, each)
        if each:
            decided.setdefault(leaf.steps, []).extend(each)
    _siblings(case, decided)
    details(case, decided)
    companions(case, decided)
    decided.update(complete(case, decided))
    echoes(case, decided)
    return tuple(fold(case, decided))


def _is_quiet(case: Case, steps: tuple[str, ...]) -> bool:
    """Whether a number without findings at this place never leads to a decision."""
    site = case.sites.of(steps)
    return site.need.use is not Use.PAYLOAD or site.need.precision == "exact"


def _siblings(case: Case, decided: dict[tuple[str, ...], list[Decision]]) -> None:
    """Numbered lines of one text (`note_1`, `note_2`) go together: an identifier may be split over them."""
    stems = {
        (steps[:-1], _DIGITS.sub("#", steps[-1])): each[-1]
        for steps, each in decided.items()
        if _DIGITS.search(steps[-1]) and not steps[-1].isdigit() and each[-1].disposition is Disposition.REMOVE and each[-1].findings
    }
    if not stems:
        return
    for leaf in case.document.leaves:
        gone = stems.get((leaf.steps[:-1], _DIGITS.sub("#", leaf.steps[-1])))
        if gone is None:
            continue
        site = case.sites.of(leaf.steps)
        if leaf.steps in decided or not leaf.text or site.need.use is not Use.BALLAST or not case.dispensable(leaf.steps):
            continue
        decided[leaf.steps] = [decision(site, Disposition.REMOVE, gone.reason)]


def _key(case: Case, steps: tuple[str, ...], findings: Sequence[Finding]) -> list[Decision]:
    """PSD in an object key that is data: the member goes where it is ballast, else its key gets a neutral name."""
    site = case.sites.of(steps)
    if case.exempted(site.pointer):
        return [decision(site, Disposition.KEEP, Reason.EXEMPT, findings)]
    needed = site.need.use in (Use.SUBJECT, Use.EXECUTED)
    if needed:
        return [decision(site, Disposition.REVIEW, Reason.NEEDED_BY_KIND, findings)]
    how = Disposition.REMOVE if site.need.use is Use.BALLAST else Disposition.SUBSTITUTE
    return [decision(site, how, Reason.PSD_IN_KEY, findings)]
