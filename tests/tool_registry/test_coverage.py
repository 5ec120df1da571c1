"""The coverage report: what it counts, and which declarations it reads."""

from __future__ import annotations

from tool_registry.coverage import coverage, declared
from tool_registry.load import load

SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}, "zorblax": {"type": "string"}},
    "required": ["city"],
}
OPENAI = [{"type": "function", "function": {"name": "get_weather", "description": "Forecast.", "parameters": SCHEMA}}]
MCP = {"result": {"tools": [{"name": "get_weather", "description": "Forecast.", "inputSchema": SCHEMA}]}}


def test_an_openai_array_and_an_mcp_answer_say_the_same() -> None:
    assert declared(OPENAI) == declared(MCP) == declared(MCP["result"])
    assert declared(OPENAI)[0].name == "get_weather"


def test_what_is_no_tool_is_left_out() -> None:
    assert declared([1, {}, {"function": 3}, {"name": 4}]) == ()
    assert declared("nonsense") == ()


def test_shares_count_parameters_and_tools() -> None:
    made = coverage(declared([*OPENAI, {"name": "frobnicate", "parameters": {"properties": {"zorblax": {"type": "string"}}}}, {"name": "ping"}]), load())
    assert made.kinds == {"weather": 1, "generic": 2}
    assert made.generic_share == 0.5
    assert made.unknown_share == 0.5
    assert made.roles["tags"] == 1


def test_an_empty_list_has_no_shares() -> None:
    assert coverage((), load()).generic_share == coverage((), load()).unknown_share == 0.0


def test_the_table_shows_kind_role_need_and_confidence() -> None:
    table = coverage(declared(OPENAI), load()).table()
    assert "get_weather: weather (" in table
    assert "/city required: city (0.95, name:city) -> payload city" in table
