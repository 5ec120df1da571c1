"""Content-aware mode within the analysis: a judge is asked about what would stay in a text, and what it finds unnecessary is cut.

Must not be in here: judges (`minimize.judge`), what the schema path takes out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from minimize.analyze.case import Case, decision
from minimize.analyze.conversation import parts, plain
from minimize.model import Decision, Disposition, Finding, Reason
from minimize.needs import Site
from minimize.operators.cutting import words_left
from minimize.operators.prose import ITEMS, REPHRASED, left_over
from minimize.paths import Document, Leaf

_GREETING: Final = 3
"""Words below which what is left of a message is no message."""


def is_text(site: Site, leaf: Leaf) -> bool:
    """Whether a place holds words for somebody to read, not search words, an address or data."""
    return not site.query and isinstance(leaf.value, str) and not leaf.value.lstrip().startswith(("{", "[", "http://", "https://"))


def judged_by(case: Case, site: Site, leaf: Leaf, needed: list[Finding], spare: list[Finding]) -> tuple[list[Finding], list[Finding], Decision | None]:
    """Ask the judge about what would stay; what it finds unnecessary is cut along with the rest."""
    assert case.judge is not None
    unneeded = case.judge.spare(case, site, leaf, needed)
    if not unneeded or not _tells_still(case, site, leaf, unneeded):
        return needed, spare, None
    left = [f for f in needed if not any(u.start < f.end and f.start < u.end for u in unneeded)]
    cut = decision(site, Disposition.GENERALISE, Reason.NOT_THE_TASK, [*spare, *unneeded], whole=False, precision=site.need.precision)
    rules = (*cut.rules, ITEMS, f"judge:{case.judge.name}")
    worded = case.judge.rephrased(case, site, leaf, cut.findings, left)
    if worded is not None:
        case.rephrased[site.pointer] = worded
        rules = (*rules, REPHRASED)
    return left, [], replace(cut, rules=rules)


def as_worded(decisions: Sequence[Decision], after: Document, rephrased: Mapping[str, str]) -> tuple[Decision, ...]:
    """Give decisions as they were carried out: those of texts that do not read as the judge worded them, for the schema refused that, do not say so."""
    out: list[Decision] = []
    for made in decisions:
        leaf = after.leaf(made.pointer) if REPHRASED in made.rules else None
        if REPHRASED in made.rules and (leaf is None or leaf.text != rephrased.get(made.pointer)):
            made = replace(made, rules=tuple([rule for rule in made.rules if rule != REPHRASED]))
        out.append(made)
    return tuple(out)


def _tells_still(case: Case, site: Site, leaf: Leaf, unneeded: Sequence[Finding]) -> bool:
    """Whether a message says more than a greeting without the items; else they were the message."""
    rest = left_over(case.knowledge, leaf.text, unneeded, site.need.precision, prose=False)
    return len(parts(plain(rest))) >= _GREETING and words_left(rest, case.phrases)
