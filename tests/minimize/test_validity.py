"""Validity: the two engines agree, formats must satisfy both, broken or costly schemas are no schemas, nothing is fetched."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from minimize.validity import compiled, resolve

REFERENCE = Draft202012Validator.FORMAT_CHECKER


@pytest.mark.parametrize(
    ("schema", "valid", "invalid"),
    [
        ({"type": "object", "required": ["a"]}, {"a": None}, {}),
        ({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a", "undefined"]}, {"a": 1, "undefined": 2}, {"a": 1}),
        ({"minimum": 3, "exclusiveMinimum": True}, 4, 3),
        ({"items": [{"type": "string"}], "additionalItems": False}, ["x"], ["x", 1]),
        ({"$schema": "http://json-schema.org/draft-04/schema#", "maximum": 3, "exclusiveMaximum": True}, 2, 3),
        ({"$schema": "http://json-schema.org/draft-06/schema#", "contains": {"const": 1}}, [1], [2]),
        ({"$schema": "http://json-schema.org/draft-07/schema", "if": {"const": 1}, "else": False}, 1, 2),
        ({"$schema": "https://json-schema.org/draft/2019-09/schema", "dependentRequired": {"a": ["b"]}}, {"b": 1}, {"a": 1}),
        ({"$schema": "https://json-schema.org/draft/2020-12/schema", "prefixItems": [{"type": "string"}], "items": False}, ["x"], ["x", "y"]),
        ({"$schema": "https://schemas.example.com/own", "type": "string"}, "x", 1),
        ({"$schema": 7, "type": "string"}, "x", 1),
        ({"$ref": "#/$defs/node", "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}}}, {"next": {}}, {"next": 1}),
        ({"$ref": "#here", "$defs": {"a": {"$anchor": "here", "type": "string"}}}, "x", 1),
        ({"$ref": "#/definitions/a%20b", "definitions": {"a b": {"type": "string"}}}, "x", 1),
        ({"type": "string", "x-privacy": {"precision": "city"}, "x-anything": [1], "nullable": True}, "x", None),
        ({"type": "string", "format": "unknown-format"}, "x", 1),
        ({"$ref": "#"}, {"a": 1}, None),
        ({"pattern": "^(?P<n>a)(?P=n)\\Z"}, "aa", "ab"),
        ({"pattern": "^(?!no)\\w+$"}, "yes", "not"),
        ({"type": "integer"}, 10**40, 1.5),
        ({"type": "number"}, 1.0, float("inf")),
        ({}, {"any": "thing"}, None),
    ],
)  # fmt: skip
def test_schemas_of_every_draft(schema: dict[str, Any], valid: Any, invalid: Any) -> None:
    validity = compiled(schema)
    assert validity is not None
    assert validity.is_valid(valid) is True
    assert validity.violations(valid) == frozenset()
    if invalid is not None:
        assert validity.is_valid(invalid) is False
        assert validity.violations(invalid)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "dict"},
        {"type": "object", "properties": {"a": {"type": "float"}}},
        {"properties": []},
        {"properties": {"a": 5}},
        {"required": "a"},
        {"required": [1]},
        {"enum": 3},
        {"items": 5},
        {"$ref": 3},
        {"pattern": "(["},
        {"minLength": -1},
        {"anyOf": []},
        {"anyOf": {}},
        {"type": ["string", "any"]},
    ],
)
def test_a_broken_schema_is_none(schema: dict[str, Any]) -> None:
    assert compiled(schema) is None


def test_what_costs_too_much_is_as_good_as_broken() -> None:
    doubling = {f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(40)}
    below = {f"d{i}": {"anyOf": [{"required": ["z"], "properties": {"a": {"$ref": f"#/$defs/d{i + 1}"}}}] * 2} for i in range(40)}
    deep: dict[str, Any] = {}
    for _ in range(500):
        deep = {"properties": {"a": deep}}
    chain = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(5_000)}
    started = time.perf_counter()
    for schema in ({"$ref": "#/$defs/d0", "$defs": {**doubling, "d40": {}}}, {"$ref": "#/$defs/d0", "$defs": {**below, "d40": {}}}, deep):
        assert compiled(schema) is None
    compiled({"$ref": "#/$defs/d0", "$defs": {**chain, "d5000": {}}})
    assert time.perf_counter() - started < 2


def test_recursion_that_doubles_is_judged_as_long_as_it_is_cheap() -> None:
    branch = {"required": ["z"], "properties": {"a": {"$ref": "#/$defs/n"}}}
    validity = compiled({"$ref": "#/$defs/n", "$defs": {"n": {"anyOf": [branch, dict(branch)]}}})
    assert validity is not None
    assert validity.is_valid({"a": {}}) is False
    deep: dict[str, Any] = {}
    for _ in range(50):
        deep = {"a": deep}
    started = time.perf_counter()
    assert validity.is_valid(deep) is None
    assert validity.violations(deep) == frozenset()
    assert time.perf_counter() - started < 0.5
    tree = compiled({"$ref": "#/$defs/n", "$defs": {"n": {"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}}}})
    assert tree is not None
    assert tree.is_valid(deep) is True


def test_a_remote_reference_is_never_fetched_and_asserts_nothing() -> None:
    asked: list[str] = []

    class Counter(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"type": "integer"}')

        def log_message(self, format: str, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Counter)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        base = f"http://127.0.0.1:{server.server_port}"
        for reference in (f"{base}/a.json", f"{base}/a.json#/x", "other.json", "file:///etc/hostname", "//127.0.0.1/x", "#/$defs/missing", "#nowhere/x"):
            for keyword in ("$ref", "$dynamicRef"):
                schema = {"$id": f"{base}/root", "properties": {"a": {keyword: reference}, "b": {"type": "integer"}}}
                validity = compiled(schema)
                if validity is not None:
                    assert validity.is_valid({"a": "x", "b": 1}) is True
                    assert validity.is_valid({"a": "x", "b": "y"}) is False
        assert compiled({"$schema": f"{base}/meta", "type": "string"}) is not None
        assert compiled({"properties": {"a": {"$ref": f"{base}/a.json", "pattern": "(?P<n>a)(?P=n)"}}}) is not None
    finally:
        server.shutdown()
        server.server_close()
    assert asked == []


def test_lone_surrogates_are_judged_as_characters() -> None:
    validity = compiled({"properties": {"a": {"type": "string", "maxLength": 2}}})
    assert validity is not None
    assert validity.is_valid({"a": "\ud800x"}) is True
    assert validity.is_valid({"a": "\ud800xx"}) is False
    assert validity.violations({"a": "\ud800xx", "\udfff": 1}) == {("/a", "maxLength")}


def test_violations_are_places_and_keywords_without_values() -> None:
    schema = {
        "type": "object",
        "properties": {"a/b": {"type": "array", "items": {"enum": ["x"]}}, "n": {"type": "string", "format": "date"}},
        "required": ["secretly", "n"],
        "additionalProperties": False,
    }
    validity = compiled(schema)
    assert validity is not None
    assert validity.violations({"a/b": ["x", "Ann"], "n": "soon", "more": 1}) == {
        ("/a~1b/1", "enum"), ("/n", "format"), ("/secretly", "required"), ("/more", "additionalProperties"),
    }  # fmt: skip


FORMATS: dict[str, list[str]] = {
    "date": ["2024-02-29", "2023-02-29", "2024-1-1", "20240101", "0000-01-01", "2024-W01-1", "2024-01-01T00:00:00Z", "", "२०२४-०१-०१", "2024-01-01\n"],
    "date-time": ["2024-01-01T10:00:00Z", "2024-01-01T10:00:00+01:00", "2024-01-01T10:00:00", "2024-01-01 10:00:00Z", "2024-01-01", "2024-13-01T00:00:00Z", ""],
    "time": ["10:00:00Z", "10:00:00+01:00", "10:00:00", "10:00", "25:00:00Z"],
    "email": ["ann@example.com", "ann.example+x@sub.example.com", "ann", "ann@", "@example.com", "a b@example.com", "ann@localhost", ""],
    "idn-email": ["änn@exämple.com", "ann"],
    "uri": ["https://example.com/a?b=c#d", "mailto:ann@example.com", "example.com", "/a/b", "https://exa mple.com", "urn:x:y", ""],
    "uri-reference": ["/a/b", "a b", "#x"],
    "hostname": ["example.com", "-x.example.com", "exa_mple", "a" * 64 + ".com", ""],
    "ipv4": ["192.0.2.1", "192.0.2.256", "192.0.2", "192.0.2.01", "１.2.3.4"],
    "ipv6": ["2001:db8::1", "::1", "fe80::1%eth0", "2001:db8", "::ffff:192.0.2.1"],
    "uuid": ["123e4567-e89b-12d3-a456-426614174000", "123e4567e89b12d3a456426614174000", "{123e4567-e89b-12d3-a456-426614174000}", "123E4567-E89B", ""],
    "regex": ["^a$", "(["],
    "duration": ["P3D", "PT5M", "3 days", "P"],
    "json-pointer": ["/a/0", "a"],
}  # fmt: skip


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in FORMATS.items() for value in values])
def test_a_format_holds_only_if_both_engines_say_so(name: str, value: str) -> None:
    validity = compiled({"type": "string", "format": name})
    assert validity is not None
    if validity.is_valid(value):
        assert REFERENCE.conforms(value, name)


def test_formats_are_asserted() -> None:
    wrong = {
        "date": "soon",
        "date-time": "2024-01-01T10:00:00",
        "email": "ann",
        "uri": "example.com",
        "ipv4": "192.0.2.256",
        "uuid": "x",
        "ipv6": "fe80::1%eth0",
        "time": "10:00",
    }
    right = {"date": "2024-02-29", "date-time": "2024-01-01T10:00:00Z", "email": "ann@example.com", "uri": "https://example.com", "ipv4": "192.0.2.1"}
    for draft in ({}, {"$schema": "http://json-schema.org/draft-07/schema#"}):
        for name, value in right.items():
            validity = compiled({**draft, "format": name})
            assert validity is not None
            assert validity.is_valid(value)
            assert validity.is_valid(5), "formats say nothing of other types"
        for name, value in wrong.items():
            validity = compiled({**draft, "format": name})
            assert validity is not None
            assert not validity.is_valid(value), name


def test_references_are_followed_inside_the_schema_only() -> None:
    root = {"$defs": {"a/b": [{"x": 1}], "": {"y": 2}}}
    assert resolve(root, "#") == ("", root)
    assert resolve(root, "#/$defs/a~1b/0") == ("/$defs/a~1b/0", {"x": 1})
    assert resolve(root, "#/%24defs/") == ("/$defs/", {"y": 2})
    for reference in ("", "#/no", "#anchor", "x.json#/a", "#/$defs/a~1b/1", "#/$defs/a~1b/-1", "#/$defs/a~1b/x"):
        assert resolve(root, reference) is None


NAMES = st.sampled_from(["a", "b", "c"])
LEAF = st.one_of(
    st.sampled_from([{"type": t} for t in ("string", "integer", "number", "boolean", "null", "object", "array")]),
    st.just({}), st.just({"type": ["string", "null"]}), st.just({"enum": ["x", 1, None, True]}), st.just({"const": 1}), st.just({"const": False}),
    st.builds(lambda n: {"type": "string", "minLength": n}, st.integers(0, 3)), st.builds(lambda n: {"maxLength": n}, st.integers(0, 3)),
    st.builds(lambda n: {"minimum": n}, st.integers(-2, 2)), st.builds(lambda n: {"exclusiveMaximum": n}, st.integers(-2, 2)),
    st.just({"pattern": "^x"}), st.just({"format": "date"}), st.just({"uniqueItems": True}), st.just({"multipleOf": 2}), st.just({"$ref": "#/$defs/r"}),
)  # fmt: skip
SCHEMAS = st.recursive(
    LEAF,
    lambda s: st.one_of(
        st.builds(lambda p, r, a: {"type": "object", "properties": p, "required": r, **a},
                  st.dictionaries(NAMES, s, max_size=3), st.lists(NAMES, unique=True, max_size=2),
                  st.sampled_from([{}, {"additionalProperties": False}, {"additionalProperties": {"type": "integer"}}, {"minProperties": 1}])),
        st.builds(lambda i, m: {"type": "array", "items": i, "minItems": m}, s, st.integers(0, 2)),
        st.builds(lambda p, i: {"prefixItems": p, "items": i}, st.lists(s, min_size=1, max_size=2), s | st.booleans()),
        st.builds(lambda k, b: {k: b}, st.sampled_from(["anyOf", "oneOf", "allOf"]), st.lists(s, min_size=1, max_size=3)),
        st.builds(lambda n: {"not": n}, s), st.builds(lambda c, t, e: {"if": c, "then": t, "else": e}, s, s, s),
        st.builds(lambda p: {"patternProperties": {"^[ab]$": p}}, s), st.builds(lambda n, p: {"dependentSchemas": {n: p}}, NAMES, s),
    ),
    max_leaves=8,
)  # fmt: skip
INSTANCES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([1.0, 0.5, -2.0]) | st.sampled_from(["", "x", "xyz", "2024-01-01", "2024-1-1"]),
    lambda v: st.lists(v, max_size=3) | st.dictionaries(NAMES, v, max_size=3),
    max_leaves=8,
)


@given(SCHEMAS, SCHEMAS, INSTANCES)
def test_the_engines_agree(schema: dict[str, Any], shared: dict[str, Any], instance: Any) -> None:
    if json.dumps(shared).count("#/$defs/r"):
        shared = {"type": "object"}
    whole = {**schema, "$defs": {"r": shared}}
    validity = compiled(whole)
    assert validity is not None
    judged = validity.is_valid(instance)
    errors = list(Draft202012Validator(whole, format_checker=REFERENCE).iter_errors(instance))
    assert judged is (not errors)
    assert bool(validity.violations(instance)) is bool(errors)
