"""Titles that repeat what had to go elsewhere in the call: the note says "job interview" and goes, the title says "Interview" and stays.

A title gets neutral when it holds a telling word of an item that is removed from another place of the same call.
Must not be in here: detection, other uses than titles.
"""

from __future__ import annotations

import re
from typing import Final

from minimize.analyze.case import Case, decision
from minimize.model import Decision, Disposition, Reason
from tool_registry.model import Use

_TELLING: Final = frozenset({"H", "F", "R", "B", "I", "Im"})
_WORD: Final = re.compile(r"[^\W\d_]{5,}")
_TITLES: Final = frozenset({"title", "subject", "summary", "label", "name"})

Steps = tuple[str, ...]


def echoes(case: Case, decided: dict[Steps, list[Decision]]) -> None:
    """Add decisions for the titles that repeat an item of another place."""
    told = {
        word
        for each in decided.values()
        for made in each
        if made.disposition.changes
        for finding in made.findings
        if finding.category in _TELLING and not finding.in_key
        for word in _words(case, made.pointer, finding.start, finding.end)
    }
    if not told:
        return
    for leaf in case.document.leaves:
        site = case.sites.of(leaf.steps)
        title = site.need.use is Use.LABEL or (site.named is False and site.role in _TITLES)
        if not title or not isinstance(leaf.value, str) or case.exempted(site.pointer):
            continue
        if any(d.disposition.changes or d.reason is Reason.NEEDED_BY_TASK for d in decided.get(leaf.steps, ())):
            continue
        if told.intersection(word.casefold() for word in _WORD.findall(leaf.value)):
            how = Disposition.SUBSTITUTE if site.need.use is Use.LABEL else Disposition.REMOVE
            decided.setdefault(leaf.steps, []).append(decision(site, how, Reason.LABEL_NEUTRALISED))


def _words(case: Case, pointer: str, start: int, end: int) -> list[str]:
    leaf = case.document.leaf(pointer)
    text = leaf.text[start:end] if leaf is not None else ""
    return [word.casefold() for word in _WORD.findall(text)]
