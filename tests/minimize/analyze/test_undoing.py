"""A judge's word undoes a doubtful rewrite of what a call must hold, and nothing that the policy or an annotation says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from minimize import Minimizer, Policy, ToolCall
from minimize.analyze.case import Case
from minimize.analyze.undoing import undone
from minimize.model import Bands, Decision, Disposition, Finding, Reason
from minimize.needs import Site
from minimize.paths import Leaf
from tests.minimize.analyze.world import case, found

TEXT = "wicker chair Rattan Ola"


class Lenient:
    """Finds everything necessary, and notes what it was asked about."""

    name = "llm"
    discovers = False

    def __init__(self) -> None:
        self.heard: list[str] = []

    def spare(self, case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
        return []

    def rephrased(self, case: Case, site: Site, leaf: Leaf, gone: Sequence[Finding], kept: Sequence[Finding]) -> str | None:
        return None

    def stands(self, case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
        self.heard += [leaf.text[f.start : f.end] for f in findings]
        return list(findings)


def word(
    confidence: Sequence[float] = (0.6,),
    role: str = "query",
    required: tuple[str, ...] = ("query", "body", "title", "name"),
    site: dict[str, Any] | None = None,
    policy: Policy | None = None,
    category: str = "DI",
    whole: bool = False,
) -> tuple[list[Decision], list[str]]:
    """Give what is left of the rewrite of a place, and what the judge was asked."""
    judge = Lenient()
    here = case({role: TEXT}, required, policy=policy, judge=judge)
    items = [found(f"/{role}", TEXT, item, category, confidence=sure) for item, sure in zip(("Rattan", "Ola"), confidence, strict=False)]
    place = replace(here.sites.of((role,)), **(site or {}))
    made = Decision(f"/{role}", Disposition.GENERALISE, Reason.NOT_THE_TASK, tuple(items), whole)
    return undone(here, place, here.document.leaves[0], [made]), judge.heard


def test_what_is_doubtful_stays_by_the_judges_word() -> None:
    left, heard = word()
    assert [(d.disposition, d.reason) for d in left] == [(Disposition.KEEP, Reason.NEEDED_BY_TASK)] and heard == ["Rattan"]
    assert "judge:llm" in left[0].rules


def test_what_is_sure_goes_beside_it() -> None:
    left, heard = word((0.6, 0.95))
    assert [(d.disposition.changes, len(d.findings)) for d in left] == [(False, 1), (True, 1)] and heard == ["Rattan"]


@pytest.mark.parametrize(
    "how",
    [
        {"confidence": (0.8,)},
        {"confidence": (0.6, 0.95), "whole": True},
        {"role": "body"},
        {"role": "title"},
        {"required": ()},
        {"category": "C"},
        {"site": {"named": True}},
        {"site": {"named": False}},
        {"site": {"rules": ("kind:x", "annotation:precision")}},
        {"site": {"rules": ("rule:no-names",)}},
        {"site": {"rules": ("session:budget",)}},
        {"policy": Policy(confidence={"DI": Bands(sure=0.5)})},
    ],
    ids=["sure", "whole value", "free text", "title", "optional", "credential", "named", "outside", "annotated", "ruled", "session", "policy"],
)
def test_nobody_is_asked_about_the_rest(how: dict[str, Any]) -> None:
    left, heard = word(**how)
    assert [d.disposition for d in left] == [Disposition.GENERALISE] and heard == []


def test_an_unsure_field_is_doubtful_and_so_is_what_the_policy_calls_unsure() -> None:
    assert word((0.95,), site={"confidence": 0.7})[1] == ["Rattan"]
    assert word((0.95,), policy=Policy(confidence={"DI": Bands(sure=0.97)}))[1] == ["Rattan"]


SCHEMA = {"type": "object", "properties": {"query": {"type": "string"}, "person_name": {"type": "string"}}, "required": ["query", "person_name"]}


@pytest.mark.parametrize("judged", [True, False])
def test_a_whole_call(judged: bool) -> None:
    call = ToolCall("search_products", json.dumps({"query": "garden chair for Ola Norling", "person_name": "Ola Norling"}), SCHEMA, "Search the shop")
    policy = Policy(content_aware="llm", confidence={"DI": Bands(sure=1.0)})
    done = Minimizer(policy=policy).minimize(call, "A garden chair", judge=Lenient() if judged else None)
    assert ("Ola Norling" in done.arguments) is judged
