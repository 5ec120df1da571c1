"""Places: what a schema says of one place, through references, branches, arrays and additional members."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimize.paths import Document, Drop, Put
from minimize.places import Place, Places
from minimize.pointers import join, split
from minimize.schema import SchemaView
from minimize.validity import compiled


def place(schema: Any, pointer: str, instance: Any = None) -> Place:
    return Places(schema, compiled(schema) if isinstance(schema, dict) else None).place(instance, split(pointer))


def inside(schema: dict[str, Any], value: Any = None, **around: Any) -> Place:
    return place({"type": "object", "properties": {"p": schema}, **around}, "/p", {"p": value})


def test_a_strict_tool() -> None:
    schema = {
        "type": "object",
        "properties": {"city": {"type": "string", "description": "Where"}, "note": {"type": ["string", "null"]}},
        "required": ["city", "note"],
        "additionalProperties": False,
    }
    city = place(schema, "/city", {"city": "Bonn"})
    assert city == Place(True, frozenset({"string"}), required=True, description="Where", removable=False, schemas=(schema["properties"]["city"],))
    note = place(schema, "/note", {"note": "x"})
    assert (note.required, note.nullable, note.removable, note.types) == (True, True, False, {"string", "null"})
    other = place(schema, "/other", {})
    assert (other.declared, other.key_free, other.required, other.schemas) == (False, True, False, ())


@pytest.mark.parametrize(
    ("schema", "types", "nullable"),
    [
        ({"type": "string"}, {"string"}, False),
        ({"type": ["integer", "null"]}, {"integer", "null"}, True),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, {"string", "null"}, True),
        ({"oneOf": [{"type": "null"}, {"$ref": "#/$defs/x"}]}, {"integer", "null"}, True),
        ({"type": "string", "nullable": True}, {"string", "null"}, True),
        ({"type": "string", "nullable": "yes"}, {"string"}, False),
        ({"enum": ["a", None]}, set(), True),
        ({"const": None}, set(), True),
        ({"allOf": [{"type": "string"}, {"minLength": 1}]}, {"string"}, False),
        ({"$ref": "#/$defs/n"}, {"number", "null"}, True),
        ({}, set(), False),
        (True, set(), False),
    ],
)
def test_types_and_null(schema: Any, types: set[str], nullable: bool) -> None:
    found = inside(schema, **{"$defs": {"x": {"type": "integer"}, "n": {"anyOf": [{"type": "number"}, {"type": "null"}]}}})
    assert found.types == types
    assert found.nullable is nullable


def test_limits() -> None:
    found = inside({"type": "string", "format": "date", "pattern": "^2", "minLength": 3, "maxLength": 10, "enum": ["2024-01-01"]})
    assert (found.format, found.pattern, found.min_length, found.max_length, found.enum) == ("date", "^2", 3, 10, ("2024-01-01",))
    found = inside({"allOf": [{"minLength": 2, "maxLength": 9}, {"minLength": 4, "maxLength": 8}], "minLength": 1})
    assert (found.min_length, found.max_length) == (4, 8)
    found = inside({"type": "array", "minItems": 1, "maxItems": 3})
    assert (found.min_items, found.max_items) == (1, 3)
    assert (inside({"const": None}).has_const, inside({}).has_const, inside({"const": 5}).const) == (True, False, 5)
    assert inside({"enum": []}).enum is None


@pytest.mark.parametrize(
    ("schema", "minimum", "maximum"),
    [
        ({"minimum": 1, "maximum": 9}, 1, 9),
        ({"type": "integer", "exclusiveMinimum": 1, "exclusiveMaximum": 9}, 2, 8),
        ({"type": "integer", "exclusiveMinimum": 0.5, "exclusiveMaximum": 8.5}, 1, 8),
        ({"type": "number", "exclusiveMinimum": 1, "exclusiveMaximum": 9}, 1, 9),
        ({"type": "integer", "minimum": 1, "exclusiveMinimum": True, "maximum": 9, "exclusiveMaximum": True}, 2, 8),
        ({"type": "integer", "minimum": 1, "exclusiveMinimum": False}, 1, None),
        ({"minimum": float("inf"), "maximum": "9"}, None, None),
    ],
)
def test_bounds_of_numbers(schema: dict[str, Any], minimum: float | None, maximum: float | None) -> None:
    found = inside(schema)
    assert (found.minimum, found.maximum) == (minimum, maximum)


SHAPES = {
    "type": "object",
    "properties": {
        "target": {
            "oneOf": [
                {"type": "object", "properties": {"kind": {"const": "mail"}, "to": {"type": "string", "format": "email"}}, "required": ["kind", "to"]},
                {"$ref": "#/$defs/call"},
            ]
        }
    },
    "$defs": {"call": {"type": "object", "properties": {"kind": {"const": "call"}, "to": {"type": "integer"}, "from": {}}, "required": ["kind"]}},
}


@pytest.mark.parametrize(
    ("target", "types", "required"),
    [
        ({"kind": "mail", "to": "ann@example.com"}, {"string"}, True),
        ({"kind": "call", "to": 5550100}, {"integer"}, False),
        ({"kind": "fax", "to": "x"}, {"string", "integer"}, True),
    ],
)
def test_the_branch_that_accepts_the_instance_counts(target: dict[str, Any], types: set[str], required: bool) -> None:
    places = Places(SHAPES, compiled(SHAPES))
    for _ in range(2):
        found = places.place({"target": target}, ("target", "to"))
        assert (found.types, found.required, found.declared) == (types, required, True)


def test_branches_of_an_unusable_schema_are_told_by_their_constants() -> None:
    broken = {**SHAPES, "additionalProperties": 5}
    assert compiled(broken) is None
    assert place(broken, "/target/to", {"target": {"kind": "call", "to": 5}}).types == {"integer"}
    assert place(broken, "/target/to", {"target": {"kind": "mail", "to": "x"}}).types == {"string"}


def test_conditions() -> None:
    schema = {
        "type": "object",
        "properties": {"mode": {"type": "string"}, "card": {"type": "string"}},
        "if": {"properties": {"mode": {"const": "pay"}}, "required": ["mode"]},
        "then": {"required": ["card"]},
        "else": {"properties": {"card": {"maxLength": 0}}},
        "dependentSchemas": {"card": {"required": ["holder"]}},
    }
    assert place(schema, "/card", {"mode": "pay", "card": "x"}).required
    free = place(schema, "/card", {"mode": "look", "card": ""})
    assert (free.required, free.max_length) == (False, 0)
    assert place(schema, "/holder", {"card": "x"}).required
    assert not place(schema, "/holder", {}).required


@pytest.mark.parametrize(
    ("schema", "pointer", "instance", "types"),
    [
        ({"items": {"type": "string"}}, "/0", ["x"], {"string"}),
        ({"items": {"type": "string"}}, "/7", ["x"], {"string"}),
        ({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}, "/0", ["x", 1], {"string"}),
        ({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}}, "/1", ["x", 1], {"integer"}),
        ({"prefixItems": [{"type": "string"}], "items": False}, "/1", ["x", 1], set()),
        ({"items": [{"type": "string"}], "additionalItems": {"type": "boolean"}}, "/0", ["x"], {"string"}),
        ({"items": [{"type": "string"}], "additionalItems": {"type": "boolean"}}, "/1", ["x", True], {"boolean"}),
        ({"type": "array"}, "/0", ["x"], set()),
        ({"properties": {"0": {"type": "null"}}}, "/0", {"0": None}, {"null"}),
    ],
)
def test_items(schema: dict[str, Any], pointer: str, instance: Any, types: set[str]) -> None:
    found = place(schema, pointer, instance)
    assert found.types == types
    assert found.declared is bool(types)
    assert found.key_free is False


def test_items_of_an_array_that_is_not_there() -> None:
    schema = {"properties": {"l": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "integer"}}}}}}
    assert place(schema, "/l/*/x", {}).types == {"integer"}
    assert place(schema, "/l/3/x", None).types == {"integer"}


@pytest.mark.parametrize(
    ("schema", "key", "types", "free"),
    [
        ({"additionalProperties": {"type": "string"}}, "k", {"string"}, True),
        ({"properties": {"k": {"type": "integer"}}, "additionalProperties": {"type": "string"}}, "k", {"integer"}, False),
        ({"patternProperties": {"^k": {"type": "boolean"}}, "additionalProperties": {"type": "string"}}, "k", {"boolean"}, True),
        ({"patternProperties": {"^k": {"type": "boolean"}}, "additionalProperties": {"type": "string"}}, "z", {"string"}, True),
        ({"patternProperties": {"([": {"type": "boolean"}}, "additionalProperties": True}, "z", set(), True),
        ({"allOf": [{"properties": {"k": {"type": "integer"}}}, {"additionalProperties": {"type": "string"}}]}, "k", {"integer"}, False),
        ({"allOf": [{"properties": {"k": {}}}], "unevaluatedProperties": {"type": "string"}}, "z", {"string"}, True),
        ({"properties": {"additionalProperties": {"type": "array"}}}, "additionalProperties", {"array"}, False),
        ({"additionalProperties": False}, "k", set(), True),
    ],
)
def test_keys(schema: dict[str, Any], key: str, types: set[str], free: bool) -> None:
    found = place(schema, "/" + key, {key: None})
    assert (found.types, found.key_free, found.declared) == (types, free, bool(types))


@pytest.mark.parametrize(
    ("schema", "pointer", "instance", "removable"),
    [
        ({}, "/a", {"a": 1}, True),
        ({"required": ["a"]}, "/a", {"a": 1}, False),
        ({"minProperties": 1}, "/a", {"a": 1}, False),
        ({"minProperties": 1}, "/a", {"a": 1, "b": 2}, True),
        ({"items": {}}, "/0", ["x"], True),
        ({"minItems": 1}, "/0", ["x"], False),
        ({"minItems": 1}, "/0", ["x", "y"], True),
        ({"prefixItems": [{}]}, "/1", ["x", "y"], False),
        ({}, "", {}, False),
    ],
)
def test_what_may_go(schema: dict[str, Any], pointer: str, instance: Any, removable: bool) -> None:
    places = Places(schema, compiled(schema))
    for _ in range(2):
        assert places.place(instance, split(pointer)).removable is removable


def test_recursion_is_followed_along_the_steps_only() -> None:
    schema = {
        "$ref": "#/$defs/n",
        "$defs": {"n": {"type": "object", "properties": {"v": {"type": "string"}, "k": {"type": "array", "items": {"$ref": "#/$defs/n"}}}}},
    }
    assert place(schema, "/k/0/k/1/k/2/v", {}).types == {"string"}
    for cycle in (
        {"$ref": "#"},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
        {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]},
    ):
        assert place(cycle, "/a/b", {"a": {"b": 1}}).declared is False


@pytest.mark.parametrize(
    "schema",
    [
        None,
        {},
        {"properties": []},
        {"properties": {"a": 5}},
        {"required": "a"},
        {"required": [1, None]},
        {"anyOf": 3},
        {"items": 5},
        {"type": {"x": 1}},
        {"enum": 5},
        {"properties": {"a": {"type": "dict", "minLength": "x", "description": 5, "format": []}}},
        {"if": 5, "then": 3},
        {"dependentSchemas": []},
        {"$ref": ["x"]},
        {"$ref": "http://[x"},
    ],
)
def test_a_broken_schema_is_read_as_far_as_it_goes(schema: Any) -> None:
    for pointer in ("", "/a", "/a/0", "/0"):
        for instance in (None, {}, {"a": 1}, {"a": [1]}, [1]):
            assert isinstance(place(schema, pointer, instance), Place)
    assert place({"properties": {"a": {"type": "dict", "description": "d"}}}, "/a").description == "d"


KEYWORDS = ["a", "properties", "type", "items", "anyOf", "oneOf", "allOf", "$ref", "required", "enum", "if", "then", "patternProperties"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["a", "string", "#", "#/properties/a", "null", "object"]),
    lambda v: st.lists(v, max_size=3) | st.dictionaries(st.sampled_from(KEYWORDS), v, max_size=4),
    max_leaves=15,
)


@given(st.dictionaries(st.sampled_from(["properties", "type", "items", "anyOf", "allOf", "$ref", "required", "additionalProperties"]), JSON), JSON)
def test_any_schema_is_asked_without_harm(schema: dict[str, Any], instance: Any) -> None:
    places = Places(schema, compiled(schema))
    for steps in ((), ("a",), ("a", "0"), ("0", "a")):
        assert places.place(instance, steps) == places.place(instance, steps)


def test_many_places_take_linear_time() -> None:
    schema = {
        **SHAPES,
        "properties": {**SHAPES["properties"], "rows": {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "string"}}}},
    }
    places = Places(schema, compiled(schema))
    instance = {"rows": [{f"k{i}": "x"} for i in range(20_000)]}
    started = time.perf_counter()
    for index in range(20_000):
        assert places.place(instance, ("rows", str(index), f"k{index}")).key_free
    assert time.perf_counter() - started < 2


# Plain schemas with instances that are valid against them: what a lookup says must hold for the engine.
ATOMS = st.sampled_from(
    [
        ({"type": "string"}, st.text(max_size=3)),
        ({"type": ["string", "null"]}, st.none() | st.text(max_size=3)),
        ({"type": "integer", "minimum": 0}, st.integers(0, 9)),
        ({"anyOf": [{"type": "boolean"}, {"type": "null"}]}, st.none() | st.booleans()),
        ({"enum": ["a", None]}, st.sampled_from(["a", None])),
        ({"$ref": "#/$defs/short"}, st.text(max_size=2)),
    ]
)


@st.composite
def typed(draw: Any, depth: int = 3) -> tuple[dict[str, Any], Any]:
    """A schema and a valid instance."""
    kind = draw(st.sampled_from(["atom", "object", "array", "map", "choice"])) if depth else "atom"
    if kind == "object":
        members = draw(st.dictionaries(st.sampled_from(["a", "b", "c/d", "0"]), typed(depth - 1), max_size=3))
        required = draw(st.lists(st.sampled_from(sorted(members)), unique=True)) if members else []
        present = [name for name in members if name in required or draw(st.booleans())]
        schema = {"type": "object", "properties": {name: sub for name, (sub, _) in members.items()}, "required": required, "additionalProperties": False}
        return schema, {name: members[name][1] for name in present}
    if kind == "array":
        items = draw(st.lists(st.just(draw(typed(depth - 1))), max_size=3))
        schema = {"type": "array", "items": items[0][0] if items else {}, "minItems": draw(st.integers(0, len(items)))}
        return schema, [value for _, value in items]
    if kind == "map":
        sub, value = draw(typed(depth - 1))
        keys = draw(st.lists(st.text(max_size=3), unique=True, max_size=3))
        return {"type": "object", "additionalProperties": sub, "minProperties": draw(st.integers(0, len(keys)))}, dict.fromkeys(keys, value)
    if kind == "choice":
        first, value = draw(typed(depth - 1))
        second, _ = draw(typed(depth - 1))
        return {draw(st.sampled_from(["anyOf", "allOf"])): [first]} if draw(st.booleans()) else {"anyOf": [second, first]}, value
    sub, values = draw(ATOMS)
    return sub, draw(values)


TYPES = {str: "string", bool: "boolean", int: "integer", type(None): "null", dict: "object", list: "array"}


@given(typed())
def test_what_is_said_of_a_place_holds_for_the_engine(case: tuple[dict[str, Any], Any]) -> None:
    sub, value = case
    schema = {"type": "object", "properties": {"top": sub}, "$defs": {"short": {"type": "string", "maxLength": 2}}}
    document = Document.parse(json.dumps({"top": value}))
    view = SchemaView.of(schema)
    assert view.is_valid(document.root) is True
    for steps in [*document.keys, *(leaf.steps for leaf in document.leaves)]:
        place, pointer = view.place(document.root, steps), join(steps)
        at = document.value(pointer)
        assert place.declared
        if place.types:
            assert TYPES[type(at)] in place.types
        if place.enum is not None and not place.types:
            assert at in place.enum
        if "anyOf" in json.dumps(schema).replace('{"anyOf": [{"type": "boolean"}, {"type": "null"}]}', ""):
            continue  # another branch may accept what this one forbids, and the other way round
        dropped = Document.parse(document.edit([Drop(pointer)])).root
        assert view.accepts(dropped, document.root) is place.removable
        nulled = Document.parse(document.edit([Put(pointer, None)])).root
        if place.types or place.enum:
            assert view.accepts(nulled, document.root) is place.nullable
