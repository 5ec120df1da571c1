"""The demo's scenarios: sound data, and a check that notices leaks, losses and needless changes."""

from __future__ import annotations

import json

import pytest
from jsonschema import Draft202012Validator

from llmproxy.demo.scenarios import Scenario, load

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}, "note": {"type": "string"}}, "required": ["city"]}
ONE = Scenario(
    title="t",
    user="u",
    tool={"name": "f", "parameters": SCHEMA},
    arguments='{"city": "12 Elm Road, Graz", "note": "for Ada"}',
    secrets=("Ada", "Elm Road"),
    needed={"/city": "Graz"},
)


@pytest.mark.parametrize("scenario", load(), ids=lambda s: s.title)
def test_packaged_scenarios_are_sound(scenario: Scenario) -> None:
    Draft202012Validator.check_schema(scenario.tool["parameters"])
    Draft202012Validator(scenario.tool["parameters"]).validate(json.loads(scenario.arguments))
    assert scenario.untouched or scenario.secrets
    assert all(s.casefold() in scenario.arguments.casefold() for s in scenario.secrets)
    if scenario.untouched:
        assert scenario.faults(scenario.arguments) == []
    else:
        assert [f for f in scenario.faults(scenario.arguments) if f.startswith("leaked")]


def test_titles_and_requests_are_unique() -> None:
    assert len({s.user for s in load()}) == len({s.title for s in load()}) == len(load()) >= 10


def test_clean_call_has_no_faults() -> None:
    assert ONE.faults('{"city": "Graz"}') == []


def test_leaks_are_seen_in_any_case_and_behind_escapes() -> None:
    assert ONE.faults('{"city": "Graz", "note": "\\u0041DA"}') == ["leaked `Ada`"]


def test_losses_and_invalid_calls_are_seen() -> None:
    assert ONE.faults('{"city": ""}') == ["lost /city"]
    assert ONE.faults('{"city": 8}')[-1] == "invalid: $.city (type)"


def test_needless_change_is_seen() -> None:
    same = Scenario(title="t", user="u", tool=ONE.tool, arguments='{"city":"Graz"}', untouched=True)
    assert same.faults('{"city":"Graz"}') == []
    assert same.faults('{"city": "Graz"}') == ["changed without need"]
