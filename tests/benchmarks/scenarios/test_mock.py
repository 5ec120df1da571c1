"""A mock answers from what it reads, and from nothing else."""

from __future__ import annotations

from benchmarks.scenarios.mock import MISSING, answer, equivalent
from benchmarks.scenarios.records import Scenario

SCENARIO = Scenario("x", "s/t", "", "", {"query": "ramen Seattle for Ola", "ids": [7], "note": "x"}, {"/query": ("ramen", "Seattle"), "/ids/0": None}, ())


def test_what_the_tool_does_not_read_makes_no_difference():
    assert equivalent(SCENARIO, {"query": "Ramen, Seattle", "ids": [7]})


def test_what_it_reads_does():
    assert not equivalent(SCENARIO, {"query": "ramen", "ids": [7]})
    assert not equivalent(SCENARIO, {"query": "ramen Seattle", "ids": [8]})
    assert not equivalent(SCENARIO, None)
    assert answer(SCENARIO, {"ids": {}}) == {"/query": (), "/ids/0": MISSING}
