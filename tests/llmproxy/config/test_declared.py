from __future__ import annotations

import dataclasses

from llmproxy.config.declared import LIMITS, POLICY, PROVIDER_KEYS, SECTIONS, TIMEOUTS, TOOL_POLICY, TOP
from llmproxy.config.model import Limits, Timeouts
from minimize.model import Policy, ToolPolicy


def test_every_field_that_a_policy_has_is_a_setting_with_the_same_default() -> None:
    declared = {s.name: s.default for s in POLICY}
    fields = {f.name for f in dataclasses.fields(Policy)} - {"name", "policy_hash"}
    assert fields <= set(declared)
    assert set(declared) - fields == {"hold"}
    policy = Policy()
    for name in fields - {"tools", "confidence", "consent_allowed"}:
        assert declared[name] == getattr(policy, name), name
    assert {s.name for s in TOOL_POLICY} == {f.name for f in dataclasses.fields(ToolPolicy)} - {"glob"}


def test_sizes_and_times_are_those_of_their_types() -> None:
    assert {s.name: s.default for s in LIMITS} == dataclasses.asdict(Limits())
    assert {s.name: s.default for s in TIMEOUTS} == dataclasses.asdict(Timeouts())


def test_names_are_said_once_and_helped() -> None:
    for _, title, settings in SECTIONS:
        names = [s.name for s in settings]
        assert len(names) == len(set(names)), title
        assert all(s.help.endswith(".") for s in settings), title


def test_the_base_url_that_points_at_us_is_nowhere() -> None:
    variables = {s.environ for s in TOP} | {name for _, name in PROVIDER_KEYS}
    assert not {v for v in variables if v.endswith(("API_BASE", "AI_BASE_URL"))}
