"""What follows from the rules that hold, as decisions."""

from __future__ import annotations

from minimize.clauses import Rule, RuleAction
from minimize.model import Decision, Disposition, Reason
from minimize.rules.enforce import allowed, guards, named, said, stricter
from minimize.rules.judge import Rulings

ASK, NO, YES = Rule("ask", RuleAction.CONFIRM), Rule("no", RuleAction.BLOCK), Rule("yes", RuleAction.ALLOW)


def test_a_rule_of_the_call_is_said_once_and_not_at_each_place() -> None:
    assert [(d.pointer, d.rules) for d in said(Rulings(ASK, {("a",): ASK, ("b",): NO}))] == [("", ("rule:ask",)), ("/b", ("rule:no",))]


def test_places_that_stay_never_stand_for_others() -> None:
    assert allowed(Rulings(None, {("a", "*"): YES, ("b",): YES, ("c",): NO})) == {"/b": YES}


def test_a_place_that_a_rule_lets_stay_names_it_and_one_of_the_policy_does_not() -> None:
    kept = (Decision("/a", Disposition.KEEP, Reason.EXEMPT), Decision("/b", Disposition.KEEP, Reason.EXEMPT))
    assert [(d.reason, d.rules) for d in named(kept, {"/a": YES})] == [(Reason.RULE_ALLOWS, ("rule:yes",)), (Reason.EXEMPT, ())]


def test_stricter_places_carry_label_and_rule() -> None:
    rule = Rule("far", RuleAction.STRICTER, precision="city")
    assert stricter(Rulings(None, {("a",): rule, ("b",): YES})) == {("a",): (("city",), "rule:far")}


def test_only_rules_that_forbid_or_ask_guard_a_tool() -> None:
    assert guards((Rule("no", RuleAction.BLOCK, tools=("a*",)), YES), "ab")
    assert not guards((Rule("no", RuleAction.BLOCK, tools=("a*",)), YES), "b")
