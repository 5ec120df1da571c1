"""What every form shares: names, schemas of objects, one tool a name."""

from __future__ import annotations

from typing import Any

import pytest

from tool_registry.importers.declared import Declared, ImportFault, distinct, schema_of, step


def test_a_step_is_escaped_as_pointers_are() -> None:
    assert step("a/b~c") == "/a~1b~0c" and step(3) == "/3"


@pytest.mark.parametrize(
    ("schema", "place"),
    [
        ("secret", "/p"),
        ({"type": "string"}, "/p/type"),
        ({"properties": ["secret"]}, "/p/properties"),
        ({"properties": {"a/b": "secret"}}, "/p/properties/a~1b"),
        ({"required": "secret"}, "/p/required"),
        ({"required": [1]}, "/p/required"),
    ],
)
def test_what_is_no_schema_of_arguments_is_named_by_its_place(schema: Any, place: str) -> None:
    with pytest.raises(ImportFault) as told:
        schema_of({"p": schema}, "p", "")
    assert str(told.value).startswith(f"`{place}`: ") and "secret" not in str(told.value)


def test_arguments_may_be_of_several_types_or_unsaid() -> None:
    assert schema_of({"p": {"type": ["object", "null"]}}, "p", "") == {"type": ["object", "null"]}
    assert schema_of({}, "p", "") is None


def test_two_tools_of_one_name_are_a_fault() -> None:
    with pytest.raises(ImportFault, match="`/1`: declares a name that `/0` has already"):
        distinct([Declared("a", "", None, "/0"), Declared("a", "", None, "/1")])
    with pytest.raises(ImportFault, match="declares no tools"):
        distinct([])
