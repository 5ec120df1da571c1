"""A rule that cannot be meant as written is refused."""

from __future__ import annotations

import pytest

from minimize.clauses import Rule, RuleAction
from minimize.errors import RuleError
from minimize.rules.compile import Compiled, check


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        (Rule("a", RuleAction.STRICTER), "precision"),
        (Rule("a", RuleAction.STRICTER, precision="exact"), "precision"),
        (Rule("a", RuleAction.BLOCK, precision="city"), "precision"),
        (Rule("a", RuleAction.BLOCK, value='{"patern": "x"}'), "value"),
        (Rule("a", RuleAction.BLOCK, value='{"pattern": "("}'), "value"),
        (Rule("a", RuleAction.BLOCK, value='{"type": "strng"}'), "value"),
        (Rule("a", RuleAction.BLOCK, arguments='{"properties": {"a": {"minimun": 1}}}'), "arguments"),
        (Rule("a", RuleAction.BLOCK, recipient='{"$ref": "#/$defs/nowhere"}'), "recipient"),
        (Rule("a", RuleAction.BLOCK, subject='{"$ref": "https://example.com/schema"}'), "subject"),
        (Rule("a", RuleAction.BLOCK, arguments='{"not": 3}'), "arguments"),
    ],
)
def test_what_cannot_be_meant_is_refused(rule: Rule, field: str) -> None:
    with pytest.raises(RuleError) as fault:
        check(rule)
    assert fault.value.field == field


def test_good_rules_pass() -> None:
    check(Rule("a", RuleAction.STRICTER, precision="city", value='{"$ref": "#/$defs/x", "$defs": {"x": {"type": "string"}}}'))
    check(Rule("b", RuleAction.CONFIRM, arguments='{"properties": {"a": true, "pattern": {"const": 1}}}'))


def test_rules_are_compiled_once_and_remembered_by_tool() -> None:
    rules = (Rule("low", RuleAction.BLOCK, tools=("a_*",)), Rule("high", RuleAction.ALLOW, priority=1))
    made = Compiled.of(rules)
    assert Compiled.of(rules) is made
    assert [ready.rule.name for ready in made.for_tool("a_b")] == ["high", "low"]
    assert [ready.rule.name for ready in made.for_tool("b_a")] == ["high"]
