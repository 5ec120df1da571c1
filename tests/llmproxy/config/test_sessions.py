"""The `session` section: defaults, inheritance, what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from llmproxy.config import ConfigError, Settings
from minimize.clauses import SessionPolicy

Read = Callable[..., Settings]


def test_no_section_no_sessions(read: Read) -> None:
    assert read("policies: {default: {}}").policies["default"].session is None


def test_a_policy_takes_over_what_it_does_not_say_and_may_say_no(read: Read) -> None:
    text = "policies: {default: {session: {budget: 40, ttl_s: 60}}, own: {session: {budget: 10, stricter: [region]}}, none: {session: off}}"
    policies = read(text).policies
    assert policies["own"].session == SessionPolicy(budget=10.0, ttl_s=60.0, stricter=("region",))
    assert policies["none"].session is None


@pytest.mark.parametrize(
    ("section", "reason"),
    [
        ("{}", "needs `budget` or `operator_budget`"),
        ("{budget: -1}", "at least 0"),
        ("{budget: 5, stricter: [town]}", "labels of the precision ladders"),
        ("{budget: 5, stricter: [exact]}", "labels of the precision ladders"),
        ("{budget: 5, stricter: [city, region]}", "two labels of one ladder"),
        ("{budget: 5, on_unavailable: prompt}", "unknown on_unavailable"),
        ("{operator_budget: 5, window_s: 1}", "at least 60"),
        ("{budgt: 5}", "did you mean `budget`?"),
    ],
)
def test_what_cannot_be_meant_refuses(read: Read, section: str, reason: str) -> None:
    with pytest.raises(ConfigError, match=r"config\.yaml:1: ") as refused:
        read(f"policies: {{default: {{session: {section}}}}}")
    assert reason in str(refused.value)
