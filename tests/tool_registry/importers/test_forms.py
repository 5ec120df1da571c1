"""Which form a document has."""

from __future__ import annotations

from typing import Any

import pytest

from tool_registry.importers.declared import ImportFault
from tool_registry.importers.forms import Form, form_of, read


@pytest.mark.parametrize(
    ("document", "form"),
    [
        ({"openapi": "3.1.0", "paths": {}}, Form.OPENAPI),
        ({"swagger": "2.0"}, Form.OPENAPI),
        ({"jsonrpc": "2.0", "error": {}}, Form.MCP),
        ({"tools": [{"name": "a", "inputSchema": {}}]}, Form.MCP),
        ([{"name": "a", "inputSchema": {}}], Form.MCP),
        ([{"tools": []}], Form.MCP),
        ({"tools": [{"type": "function", "function": {"name": "a"}}]}, Form.OPENAI),
        ([{"name": "a", "parameters": {}}], Form.OPENAI),
        ({"name": "a"}, Form.OPENAI),
        ([], Form.OPENAI),
    ],
)
def test_a_form_is_told_by_what_only_it_has(document: Any, form: Form) -> None:
    assert form_of(document) is form


def test_a_form_can_be_said() -> None:
    assert [t.name for t in read({"tools": [{"name": "a"}]}, Form.MCP)] == ["a"] == [t.name for t in read({"tools": [{"name": "a"}]})]


@pytest.mark.parametrize("document", [{"data": 1}, 3, None, "secret"])
def test_what_has_no_form_is_a_fault(document: Any) -> None:
    with pytest.raises(ImportFault, match=r"^the document (is no tools array|must be an object or a list)"):
        read(document)
