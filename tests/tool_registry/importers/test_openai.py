"""The forms of OpenAI's requests."""

from __future__ import annotations

from typing import Any

import pytest

from tool_registry.importers.declared import ImportFault
from tool_registry.importers.openai import read

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
PLAIN = {"name": "forecast", "description": "Tells the weather.", "parameters": SCHEMA}


@pytest.mark.parametrize(
    "document",
    [
        [{"type": "function", "function": PLAIN}],
        [{"type": "function", **PLAIN, "strict": True}],
        [PLAIN],
        {"model": "m", "tools": [{"type": "function", "function": PLAIN}]},
        {"functions": [PLAIN]},
        {"type": "function", "function": PLAIN},
        [{"name": "forecast", "description": "Tells the weather.", "input_schema": SCHEMA, "type": "custom"}],
    ],
    ids=["chat", "responses", "legacy", "request", "functions", "one", "input_schema"],
)
def test_every_form_says_the_same(document: Any) -> None:
    (tool,) = read(document)
    assert (tool.name, tool.description, tool.parameters) == ("forecast", "Tells the weather.", SCHEMA)


def test_tools_of_the_provider_are_left_out_and_custom_ones_have_no_schema() -> None:
    tools = read([{"type": "web_search"}, {"type": "custom", "name": "run_code"}, {"type": "custom", "custom": {"name": "run_sql"}}])
    assert [(t.name, t.parameters, t.place) for t in tools] == [("run_code", None, "/1"), ("run_sql", None, "/2")]


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({}, "the document is no list of tools"),
        ("secret", "the document is no list of tools"),
        ({"tools": {}}, "`/tools`: must be a list"),
        ([], "the document declares no tools"),
        (["secret"], "`/0`: must be an object"),
        ([{"function": "secret"}], "`/0/function`: must be an object"),
        ([{"type": "function", "function": {}}], "`/0/function`: has no `name`"),
        ([{"name": 3}], "`/0/name`: must be a text"),
        ([{"name": " "}], "`/0/name`: must not be empty"),
        ([{"name": "a", "description": ["secret"]}], "`/0/description`: must be a text"),
        ({"tools": [{"name": "a", "parameters": {"type": "array"}}]}, "`/tools/0/parameters/type`: must be `object`"),
    ],
)
def test_a_fault_names_its_place_and_no_value(document: Any, said: str) -> None:
    with pytest.raises(ImportFault) as told:
        read(document)
    assert str(told.value).startswith(said) and "secret" not in str(told.value)
