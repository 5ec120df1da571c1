"""References of an OpenAPI document and their bounds."""

from __future__ import annotations

from typing import Any

import pytest

from tool_registry.importers.declared import ImportFault
from tool_registry.importers.references import Carried, Document


def test_what_a_schema_refers_to_comes_along_once() -> None:
    parts = {"Person": {"properties": {"home": {"$ref": "#/parts/Place"}, "friend": {"$ref": "#/parts/Person"}}}, "Place": {"type": "string"}}
    carried = Carried(Document({"parts": parts}))
    assert carried.schema({"items": {"$ref": "#/parts/Person"}}, "/here") == {"items": {"$ref": "#/$defs/Person"}}
    assert carried.defs == {
        "Person": {"properties": {"home": {"$ref": "#/$defs/Place"}, "friend": {"$ref": "#/$defs/Person"}}},
        "Place": {"type": "string"},
    }


def test_two_parts_of_one_name_stay_apart() -> None:
    carried = Carried(Document({"a": {"X": {"type": "string"}}, "b": {"X": {"type": "number"}}}))
    carried.schema({"anyOf": [{"$ref": "#/a/X"}, {"$ref": "#/b/X"}]}, "")
    assert carried.defs == {"X": {"type": "string"}, "X_1": {"type": "number"}}


def test_data_and_names_are_no_references() -> None:
    schema = {"properties": {"$ref": {"type": "string"}, "example": {"default": {"$ref": "nowhere"}}}}
    assert Carried(Document({})).schema(schema, "") == schema


def test_escapes_in_a_reference_are_read() -> None:
    document = Document({"paths": {"/a/{id}": {"get": 1}}})
    assert document.target("#/paths/~1a~1%7Bid%7D/get", "") == (1, "/paths/~1a~1{id}/get")


@pytest.mark.parametrize(
    ("ref", "said"),
    [
        ("other.yaml#/X", "outside the document is not followed"),
        ("https://example.com/x.json", "outside the document is not followed"),
        ("#/parts/None", "leads nowhere"),
        (3, "must be a text"),
    ],
)
def test_a_reference_that_cannot_be_followed_is_a_fault(ref: Any, said: str) -> None:
    with pytest.raises(ImportFault, match=said):
        Document({"parts": {}}).follow({"$ref": ref}, "/here")


def test_a_circle_of_references_ends() -> None:
    circle = Document({"a": {"$ref": "#/b"}, "b": {"$ref": "#/a"}})
    with pytest.raises(ImportFault, match="does not end"):
        circle.follow({"$ref": "#/a"}, "/here")


def test_what_is_too_deep_or_too_much_is_a_fault() -> None:
    deep: Any = {}
    for _ in range(200):
        deep = {"items": deep}
    with pytest.raises(ImportFault, match="too deeply"):
        Carried(Document({})).schema(deep, "")
    wide: Any = {"type": "string"}
    for _ in range(40):
        wide = {"allOf": [wide, wide]}
    whole = Document({})
    whole.work = 390_000
    with pytest.raises(ImportFault, match="too large"):
        Carried(whole).schema(wide, "")
