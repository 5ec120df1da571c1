"""Places of a schema: references, branches, arrays, free keys, and what a hostile schema cannot do."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tool_registry.schema_walk import MAX_DEPTH, MAX_PLACES, Node, types_of, walk

TEXT = {"type": "string"}


def places(schema: dict[str, Any]) -> dict[str, Node]:
    return {"/" + "/".join(node.steps): node for node in walk(schema)}


def test_members_come_in_document_order_with_what_is_required() -> None:
    nodes = places({"type": "object", "properties": {"b": TEXT, "a": {"type": ["string", "null"]}}, "required": ["b", "a"]})
    assert list(nodes) == ["/b", "/a"]
    assert nodes["/b"].required
    assert not nodes["/b"].nullable
    assert nodes["/a"].nullable
    assert nodes["/a"].types == {"string"}


def test_required_means_by_every_enclosing_object() -> None:
    inner = {"type": "object", "properties": {"x": TEXT}, "required": ["x"]}
    nodes = places({"properties": {"opt": inner, "req": inner}, "required": ["req"]})
    assert nodes["/req/x"].required
    assert not nodes["/opt/x"].required
    assert nodes["/opt/x"].member_required


def test_local_references_are_followed_and_cycles_end() -> None:
    nodes = places({"$defs": {"N": {"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}, "v": TEXT}}}, "properties": {"n": {"$ref": "#/$defs/N"}}})
    assert "/n/v" in nodes
    assert "/n/next" in nodes
    assert all(len(node.steps) <= MAX_DEPTH for node in nodes.values())


def test_a_reference_that_leads_nowhere_or_abroad_gives_a_place_without_a_type() -> None:
    nodes = places({"properties": {"a": {"$ref": "#/$defs/none"}, "b": {"$ref": "https://example.com/s.json"}, "c": {"$ref": "#/properties/c"}}})
    assert set(nodes) == {"/a", "/b", "/c"}
    assert all(node.types == frozenset() for node in nodes.values())


def test_a_reference_with_escapes_in_its_pointer_is_found() -> None:
    nodes = places({"$defs": {"a/b": TEXT}, "properties": {"x": {"$ref": "#/$defs/a~1b"}}})
    assert nodes["/x"].types == {"string"}


def test_null_or_object_is_a_nullable_object() -> None:
    nodes = places({"properties": {"p": {"anyOf": [{"type": "null"}, {"type": "object", "properties": {"q": TEXT}, "required": ["q"]}]}}, "required": ["p"]})
    assert nodes["/p"].nullable
    assert nodes["/p"].types == {"object"}
    assert nodes["/p/q"].member_required


def test_members_of_true_alternatives_are_not_required() -> None:
    either = [{"properties": {"zip": TEXT}, "required": ["zip"]}, {"properties": {"city": TEXT}, "required": ["city"]}]
    nodes = places({"properties": {"at": {"oneOf": either}}, "required": ["at"]})
    assert not nodes["/at/zip"].member_required
    assert not nodes["/at/city"].member_required


def test_all_of_adds_up() -> None:
    nodes = places({"allOf": [{"properties": {"a": TEXT}, "required": ["a"]}, {"properties": {"b": TEXT}}]})
    assert nodes["/a"].required
    assert not nodes["/b"].required


def test_items_and_free_keys_are_stars() -> None:
    nodes = places(
        {
            "properties": {
                "list": {"type": "array", "items": {"type": "object", "properties": {"n": TEXT}}},
                "free": {"type": "object", "additionalProperties": TEXT},
                "by": {"patternProperties": {"^x": {"type": "number"}}},
                "pair": {"prefixItems": [TEXT, {"type": "number"}]},
            }
        }
    )
    assert nodes["/list/*"].item
    assert "/list/*/n" in nodes
    assert nodes["/free/*"].free_key
    assert nodes["/by/*"].types == {"number"}
    assert nodes["/pair/1"].types == {"number"}


@pytest.mark.parametrize(
    ("schema", "types"),
    [
        ({"type": "dict"}, {"object"}),
        ({"type": ["integer", "null"]}, {"integer", "null"}),
        ({"properties": {}}, {"object"}),
        ({"enum": ["a", None]}, {"string", "null"}),
        ({"type": "string", "nullable": True}, {"string", "null"}),
        ({}, set()),
    ],
)
def test_types_are_named_or_implied(schema: dict[str, Any], types: set[str]) -> None:
    assert types_of(schema) == types


@pytest.mark.parametrize(
    "schema", [None, {}, {"properties": []}, {"properties": {"a": True}}, {"properties": {"a": 5}, "required": "a"}, {"anyOf": {}}, {"type": 7}]
)
def test_what_is_no_schema_is_no_error(schema: Any) -> None:
    walk(schema)


def test_a_schema_that_explodes_is_cut_off() -> None:
    defs = {f"D{i}": {"properties": {f"{side}": {"$ref": f"#/$defs/D{i + 1}"} for side in "abcdefgh"}} for i in range(40)}
    began = time.perf_counter()
    nodes = walk({"$defs": defs, "properties": {"x": {"$ref": "#/$defs/D0"}}})
    assert len(nodes) <= MAX_PLACES
    assert time.perf_counter() - began < 2


def test_ten_thousand_levels_do_not_overflow_the_stack() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(10_000):
        schema = {"type": "object", "properties": {"d": schema}}
    assert len(walk(schema)) == MAX_DEPTH


def test_branches_that_lead_back_do_not_multiply() -> None:
    schema = {"properties": {"a": {"anyOf": [{"$ref": "#"} for _ in range(40)], "allOf": [{"$ref": "#"}] * 3}}}
    began = time.perf_counter()
    assert walk(schema)
    walk({"anyOf": [{"anyOf": [{"anyOf": [{"type": "string"}] * 24}] * 24}] * 10_000})
    assert time.perf_counter() - began < 2
