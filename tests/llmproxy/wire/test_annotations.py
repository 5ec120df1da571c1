"""Annotations in a client's tools: which keys are ours, and which only look like it."""

from __future__ import annotations

import pytest

from llmproxy.wire.annotations import annotated, without_annotations

ROOT = ("function", "parameters")


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        ({"x-minimum-necessary": ["a"], "type": "object"}, [("x-minimum-necessary",)]),
        ({"minimum_necessary": [], "x-trust": "agent", "x-required-context": []}, [("minimum_necessary",), ("x-trust",), ("x-required-context",)]),
        ({"properties": {"a": {"x-privacy": {}}}}, [("properties", "a", "x-privacy")]),
        ({"properties": {"x-trust": {"type": "string", "x-trust": "agent"}}}, [("properties", "x-trust", "x-trust")]),
        ({"properties": {"minimum_necessary": {"type": "array"}}, "required": ["minimum_necessary"]}, []),
        ({"patternProperties": {"x-trust": {"x-privacy": 1}}}, [("patternProperties", "x-trust", "x-privacy")]),
        ({"$defs": {"x-privacy": {"items": {"x-privacy": 1}}}}, [("$defs", "x-privacy", "items", "x-privacy")]),
        ({"anyOf": [{"type": "null"}, {"x-trust": "local"}]}, [("anyOf", "1", "x-trust")]),
        ({"additionalProperties": {"prefixItems": [{"x-privacy": 1}]}}, [("additionalProperties", "prefixItems", "0", "x-privacy")]),
        ({"default": {"x-trust": 1}, "const": {"x-privacy": 1}, "enum": [{"x-trust": 2}], "examples": [{"x-privacy": 3}]}, []),
        ({"x-vendor": {"x-trust": 1}, "additionalProperties": False, "properties": []}, []),
    ],
)
def test_where_annotations_stand_in_a_schema(schema: object, found: list[tuple[str, ...]]) -> None:
    assert without_annotations({"type": "function", "function": {"name": "t", "parameters": schema}}) == [(*ROOT, *steps) for steps in found]
    assert without_annotations({"name": "t", "parameters": schema}) == [("parameters", *steps) for steps in found], "legacy and flat forms"


def test_annotations_on_the_tool_itself() -> None:
    tool = {"type": "function", "x-trust": "agent", "function": {"name": "t", "x-required-context": []}, "custom": {"x-privacy": 1}}
    assert without_annotations(tool) == [("x-trust",), ("function", "x-required-context"), ("custom", "x-privacy")]


@pytest.mark.parametrize("tool", [None, 5, "x-trust", [], ["x-trust"], {"function": None}, {"function": {"parameters": ["x-trust"]}}])
def test_what_is_no_tool_has_none(tool: object) -> None:
    assert without_annotations(tool) == []


def test_the_schema_wins_over_what_stands_on_the_tool() -> None:
    parameters = {"type": "object", "x-trust": "local"}
    assert annotated(parameters, {"x-trust": "agent", "x-minimum-necessary": ["a"], "name": "t"}, {"x-minimum-necessary": ["b"]}) == {
        "type": "object", "x-trust": "local", "x-minimum-necessary": ["a"],
    }  # fmt: skip
    assert annotated(parameters, {"name": "t"}) is parameters
