"""Scenarios and schemas are read as they stand."""

from __future__ import annotations

from benchmarks.scenarios.mock import MISSING, answer
from benchmarks.scenarios.records import scenarios, tools
from minimize.pointers import split


def test_there_are_scenarios_enough_and_each_reads_what_its_call_holds():
    each = scenarios()
    assert len(each) >= 53
    assert len({scenario.id for scenario in each}) == len(each)
    for scenario in each:
        assert scenario.reads and all(split(pointer) for pointer in scenario.reads)
        got = answer(scenario, scenario.arguments)
        assert MISSING not in got.values()
        for pointer, phrases in scenario.reads.items():
            assert phrases is None or got[pointer] == phrases, scenario.id


def test_tools_are_named_by_server_and_name(schemas):
    assert tools(schemas)["brave-search/brave_web_search"].name == "brave_web_search"
