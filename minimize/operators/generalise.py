"""Generalise one payload value to the precision that its place needs, whatever its type and ladder.

Must not be in here: which precision, which candidate the schema accepts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from minimize.knowledge.model import Knowledge
from minimize.knowledge.phrases import Phrases
from minimize.model import Finding
from minimize.needs import Site, coarse
from minimize.operators.cutting import apply, cut
from minimize.operators.location import DIGITS, coarsen, round_literal, shorten_postcode
from minimize.operators.moments import coarsen_age_text, coarsen_number, coarsen_time
from minimize.operators.prose import bracketed
from minimize.paths import Leaf


def generalised(
    leaf: Leaf, site: Site, findings: Sequence[Finding], spare: Sequence[Finding], knowledge: Knowledge, phrases: Phrases
) -> tuple[Any, ...] | None:
    """Give candidates for the value at the site's precision, best first; None where nothing of it is finer.

    `spare` are the findings of the place that it can do without; they are cut wherever the value is not built anew.
    """
    precision = site.need.precision
    if not isinstance(leaf.value, str):
        return _number(leaf, site)
    text = leaf.value
    if site.ladder == "time":
        return coarsen_time(text, precision) or _cut_out(text, spare, phrases)
    if site.ladder == "age":
        band = coarsen_age_text(text, precision)
        return (band,) if band else None
    if site.ladder == "location":
        return _place(text, precision, findings, spare, knowledge, phrases)
    return _cut_out(text, spare, phrases)


def _place(text: str, precision: str, findings: Sequence[Finding], spare: Sequence[Finding], knowledge: Knowledge, phrases: Phrases) -> tuple[Any, ...] | None:
    hidden = [f for f in findings if not coarse(f) and not (f.sub == "postcode" and precision == "postcode")]
    facilities = [(f.start, f.end) for f in hidden if f.sub == "facility"]
    private = [(f.start, f.end) for f in hidden if f.sub not in ("person", "handle", "postcode")]  # a town is often called like a person
    built = coarsen(text, precision, knowledge.gazetteer, phrases, private, facilities, [(f.start, f.end) for f in hidden if f.sub == "person"])
    if built is None and precision not in ("exact", "street"):
        shorter = shorten_postcode(text, precision)
        built = shorter if shorter != text else None
    if built is not None:
        return (built,)
    return _cut_out(text, spare, phrases) if precision in ("exact", "street") else None


def _cut_out(text: str, spare: Sequence[Finding], phrases: Phrases) -> tuple[Any, ...] | None:
    if not spare:
        return None
    pieces = cut(text, bracketed(text, [(f.start, f.end, "") for f in spare]), phrases)
    rest = apply(text, pieces).strip()
    return (rest,) if any(c.isalnum() for c in rest) else None


def _number(leaf: Leaf, site: Site) -> tuple[Any, ...] | None:
    if not leaf.literal or not isinstance(leaf.value, int | float):
        return None
    if site.ladder == "location":
        literal = round_literal(leaf.literal, DIGITS.get(site.need.precision, 12)) if "e" not in leaf.literal.lower() else leaf.literal
        return (float(literal),) if literal != leaf.literal else None
    number = coarsen_number(leaf.value, site.ladder, site.need.precision)
    return (number,) if number is not None else None
