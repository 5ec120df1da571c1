"""What is added up."""

from __future__ import annotations

from benchmarks.scenarios.measure import Row, Sums, measure
from benchmarks.scenarios.records import Scenario, tools
from minimize import Policy

SHARED = Scenario(
    "boots",
    "brave-search/brave_web_search",
    "User: Ola Nordmann, ola@example.com",
    "Boots for wide feet",
    {"query": "boots for wide feet ola@example.com", "count": 3},
    {"/query": ("boots for wide feet",), "/count": None},
    ("ola@example.com",),
)


def test_a_scenario_without_its_tool_is_named(schemas):
    assert measure([Scenario("x", "no/tool", "", "", {}, {}, ())], tools(schemas)).missing == ["x"]


def test_what_goes_and_what_still_works(schemas):
    sums = measure([SHARED], tools(schemas))
    assert (sums.reduction, sums.leak, sums.completion, sums.equivalence) == (1.0, 0.0, 1.0, 1.0)


def test_without_meaning_what_the_schema_demands_stays(schemas):
    assert measure([SHARED], tools(schemas), Policy(necessity=("schema",))).leak == 1.0


def test_shares():
    rows = [Row("a", 4.0, 1.0, ("x",), 2, True, False, {}), Row("b", 0.0, 0.0, (), 0, True, True, {})]
    sums = Sums(rows)
    assert (sums.reduction, sums.leak, sums.completion, sums.equivalence) == (0.75, 0.5, 1.0, 0.5)
    assert Sums().equivalence == 1.0
