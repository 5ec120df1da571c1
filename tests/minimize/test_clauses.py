"""What a policy says of flows and sessions."""

from __future__ import annotations

import pytest

from minimize.clauses import Provenance, Rule, RuleAction, SessionPolicy


@pytest.mark.parametrize(
    ("conditions", "of_places"),
    [
        ({}, False),
        ({"tools": ("a",), "kinds": ("weather",), "trust": ("local",), "arguments": "{}", "recipient": "{}", "subject": "{}"}, False),
        ({"at": ("/a",)}, True),
        ({"roles": ("url",)}, True),
        ({"categories": ("H",)}, True),
        ({"provenance": (Provenance.MODEL,)}, True),
        ({"value": "{}"}, True),
    ],
)
def test_a_rule_speaks_of_places_or_of_calls(conditions: dict[str, object], of_places: bool) -> None:
    assert Rule("a", RuleAction.BLOCK, **conditions).of_places is of_places  # type: ignore[arg-type]


def test_without_a_number_there_is_no_bound() -> None:
    assert (SessionPolicy().budget, SessionPolicy().operator_budget, SessionPolicy().on_unavailable) == (0.0, 0.0, "closed")
