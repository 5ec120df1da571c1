"""Branches: what a subschema says of null and of an instance, without an engine."""

from __future__ import annotations

from typing import Any

import pytest

from minimize.branches import allows_null, chooses, fits, is_real, listed, types_of


@pytest.mark.parametrize(
    ("schema", "types"),
    [({}, []), ({"type": "string"}, ["string"]), ({"type": ["string", None, "null"]}, ["string", "null"]), ({"type": {"a": 1}}, []), ({"type": None}, [])],
)
def test_types(schema: dict[str, Any], types: list[str]) -> None:
    assert types_of(schema) == types


@pytest.mark.parametrize(
    ("branch", "real"),
    [
        ({"type": "null"}, False),
        ({"const": None}, False),
        ({"enum": [None]}, False),
        ({"type": ["null"]}, False),
        ({}, True),
        ({"type": "string"}, True),
        (True, False),
    ],
)
def test_a_branch_for_null_alone_says_nothing_else(branch: Any, real: bool) -> None:
    assert is_real(branch) is real


def test_null_is_found_through_references_and_cycles() -> None:
    root: dict[str, Any] = {"$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}, {"$ref": "#/$defs/a"}]}, "b": {"oneOf": [{"type": "string"}, {"nullable": True}]}}}
    assert allows_null({"$ref": "#/$defs/a"}, root)
    root["$defs"]["b"] = {"$ref": "#/$defs/a"}
    assert not allows_null({"$ref": "#/$defs/a"}, root)
    assert not allows_null({"$ref": "https://example.com/s"}, root)
    assert not allows_null(True, root)


@pytest.mark.parametrize(
    ("schema", "choice"),
    [
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, False),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, True),
        ({"allOf": [{}, {}]}, False),
        ({"if": {}}, True),
        ({"dependentSchemas": {}}, True),
        ({"dependencies": []}, False),
    ],
)
def test_whether_the_instance_decides(schema: dict[str, Any], choice: bool) -> None:
    assert chooses(schema) is choice


@pytest.mark.parametrize(
    ("schema", "instance", "meant"),
    [
        ({"type": "string"}, "x", True),
        ({"type": "string"}, 1, False),
        ({"type": "number"}, 1, True),
        ({"type": "integer"}, True, False),
        ({"type": "boolean"}, True, True),
        ({"type": ["null", "array"]}, None, True),
        ({"type": "dict"}, {}, True),
        ({"const": 1}, 2, False),
        ({"enum": ["a"]}, "b", False),
        ({"required": ["a"]}, {"b": 1}, False),
        ({"required": ["a"]}, {"a": 1}, True),
        ({"properties": {"k": {"const": "x"}, "l": True}}, {"k": "y"}, False),
        ({"properties": {"k": {"const": "x"}}}, {}, True),
        ({"properties": []}, {"a": 1}, True),
    ],
)
def test_which_branch_means_an_instance(schema: dict[str, Any], instance: Any, meant: bool) -> None:
    assert fits(schema, instance) is meant


def test_only_lists_are_lists() -> None:
    assert listed([1]) == [1]
    assert listed({"a": 1}) == listed(None) == listed("ab") == []
