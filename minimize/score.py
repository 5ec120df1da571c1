"""The privacy cost of a call: PC = sum of S x E x N over non-overlapping items (paper, IV-C).

Must not be in here: detection, dispositions, the task. N is the schema-level one, precision-aware.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from minimize.model import Category, Cost, Finding
from minimize.needs import Sites, necessity, streets
from minimize.pointers import split

__all__ = ["necessity", "privacy_cost", "score"]


def privacy_cost(items: Iterable[tuple[int, float, int]]) -> float:
    """Sum S x E x N over items (S in 1..4, E in (0, 1], N 0 or 1). Additive, monotone in each, never negative."""
    return sum((s * e * n for s, e, n in items), 0.0)


def score(findings: Iterable[Finding], sites: Sites, exposure: float, categories: Mapping[str, Category]) -> Cost:
    """Cost of a call's findings, which do not overlap (the classifier's precedence has seen to that).

    `exposure` is E of the tool's effective trust tier. Categories outside the paper's ten are summed apart in `extension`.
    """
    by_place: dict[tuple[str, bool], list[Finding]] = defaultdict(list)
    for finding in findings:
        by_place[finding.pointer, finding.in_key].append(finding)
    core: list[tuple[int, float, int]] = []
    extension: list[tuple[int, float, int]] = []
    for (pointer, in_key), here in by_place.items():
        site = sites.of(split(pointer))
        beside = streets(here)
        known: dict[tuple[str, str, str, str], tuple[bool, tuple[int, float, int]]] = {}
        for finding in here:
            kind = (finding.category, finding.sub, finding.precision, finding.detector)
            said = known.get(kind)
            if said is None:  # all that makes a difference to the cost of items of one place
                category = categories[finding.category]
                said = known[kind] = (category.core, (category.sensitivity, exposure, 1 if in_key else necessity(finding, site, beside)))
            (core if said[0] else extension).append(said[1])
    return Cost(privacy_cost(core), len(core) + len(extension), privacy_cost(extension))
