"""Answers to MCP's `tools/list`."""

from __future__ import annotations

from typing import Any

import pytest

from tool_registry.importers.declared import ImportFault
from tool_registry.importers.mcp import read

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}
TOOL = {"name": "forecast", "title": "Forecast", "description": "Tells the weather.", "inputSchema": SCHEMA}
OTHER = {"name": "alerts", "title": "Alerts", "inputSchema": {"type": "object"}}


@pytest.mark.parametrize(
    "document",
    [
        {"tools": [TOOL, OTHER]},
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL, OTHER]}},
        [{"tools": [TOOL], "nextCursor": "x"}, {"result": {"tools": [OTHER]}}],
        [TOOL, OTHER],
    ],
    ids=["result", "answer", "pages", "list"],
)
def test_every_form_says_the_same(document: Any) -> None:
    first, second = read(document)
    assert (first.name, first.description, first.parameters) == ("forecast", "Tells the weather.", SCHEMA)
    assert (second.name, second.description) == ("alerts", "Alerts")


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("secret", "the document must be an answer"),
        ({"error": {"message": "secret"}}, "`/error`: the answer to `tools/list` is an error"),
        ({"result": []}, "`/result`: must be an object"),
        ({"result": {"tools": "secret"}}, "`/result/tools`: must be a list"),
        ({"tools": [TOOL], "nextCursor": "secret"}, "`/nextCursor`: the answer is not whole"),
        ({"tools": ["secret"]}, "`/tools/0`: must be an object"),
        ({"tools": [{"name": "a", "parameters": {}}]}, "`/tools/0`: has `parameters`"),
        ([{"tools": [TOOL]}, {"tools": [TOOL]}], "`/1/tools/0`: declares a name that `/0/tools/0` has"),
    ],
)
def test_a_fault_names_its_place_and_no_value(document: Any, said: str) -> None:
    with pytest.raises(ImportFault) as told:
        read(document)
    assert str(told.value).startswith(said) and "secret" not in str(told.value)
