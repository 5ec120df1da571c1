"""Decisions are carried out so that the call stays valid: the order of rewrites, and what happens when nothing fits."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimize.candidates import Desk
from minimize.errors import NoValidRewrite
from minimize.model import Decision, Disposition, Reason
from minimize.needs import Sites
from minimize.paths import Document
from minimize.rewrite import attempt, rewrite
from minimize.schema import SchemaView
from tests.minimize.analyze.world import KNOWLEDGE, ROLES, Registry
from tool_registry.model import Kind, Param, ToolSpec


def desk(arguments: Any, schema: dict[str, Any] | None) -> Desk:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)
    document = Document.parse(text)
    params = {
        leaf.steps: Param(leaf.pointer, leaf.steps[-1], ROLES[leaf.steps[-1]].default, False, False, 1.0) for leaf in document.leaves if leaf.steps[-1] in ROLES
    }
    view = SchemaView.of(schema)
    sites = Sites(ToolSpec("tool", Kind("calendar", "", {}), 1.0, "", {}, schema, direct=params), Registry())  # type: ignore[arg-type]
    return Desk(document, view, sites, KNOWLEDGE, lambda: "en", lambda after: not view.adds_violation(document.root, after))


def gone(pointer: str, how: Disposition = Disposition.REMOVE) -> Decision:
    return Decision(pointer, how, Reason.BALLAST_FIELD)


def after(arguments: Any, schema: dict[str, Any] | None, *pointers: str) -> Any:
    return json.loads(rewrite(desk(arguments, schema), [gone(p) for p in pointers]).text)


def shape(**properties: Any) -> dict[str, Any]:
    required = [key for key, value in properties.items() if value.pop("!", False)]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def test_optional_goes() -> None:
    assert after({"a": "x", "b": 1}, shape(a={"type": "string"}, b={}), "/a") == {"b": 1}


def test_nullable_becomes_null() -> None:
    assert after({"a": "x"}, shape(a={"type": ["string", "null"], "!": True}), "/a") == {"a": None}


def test_required_text_gets_a_stand_in_of_its_format_pattern_length() -> None:
    assert after({"a": "o@x.example"}, shape(a={"type": "string", "format": "email", "!": True}), "/a") == {"a": "user@example.com"}
    assert after({"a": "4471"}, shape(a={"type": "string", "pattern": r"^\d{4}$", "!": True}), "/a") == {"a": "0000"}
    assert len(after({"a": "secret"}, shape(a={"type": "string", "minLength": 30, "!": True}), "/a")["a"]) >= 30
    assert after({"a": "1961-02-17"}, shape(a={"type": "string", "format": "date", "!": True}), "/a") == {"a": "1961-01-01"}


def test_a_required_number_stays_in_its_range() -> None:
    assert after({"a": 57}, shape(a={"type": "integer", "minimum": 18, "!": True}), "/a") == {"a": 18}


def test_items_go_if_the_array_may_shrink() -> None:
    assert after({"a": ["x", "y"]}, shape(a={"type": "array", "items": {"type": "string"}, "minItems": 1}), "/a/0") == {"a": ["y"]}
    kept = after({"a": ["x"]}, shape(a={"type": "array", "items": {"type": "string"}, "minItems": 1}), "/a/0")["a"]
    assert len(kept) == 1
    assert kept != ["x"]


PLACE = {
    "oneOf": [
        {"type": "object", "properties": {"zip": {"type": "string"}}, "required": ["zip"], "additionalProperties": False},
        {
            "type": "object",
            "properties": {"street": {"type": "string"}, "zip": {"type": "string"}},
            "required": ["street", "zip"],
            "additionalProperties": False,
        },
    ]
}


def test_a_coarser_alternative_of_an_object() -> None:
    done = rewrite(desk({"at": {"street": "Elm 3", "zip": "45402"}}, shape(at=PLACE)), [gone("/at/street")])
    assert json.loads(done.text) == {"at": {"zip": "45402"}}


def test_a_container_goes_or_is_emptied_or_stood_in_for() -> None:
    person = {"type": "object", "properties": {"name": {"type": "string"}, "x": {}}, "required": ["name"]}
    assert after({"p": {"name": "Ola", "x": 1}}, shape(p=person), "/p") == {}
    assert after({"p": {"x": 1}}, shape(p={"type": "object", "!": True}), "/p") == {"p": {}}
    assert after({"p": {"name": "Ola", "x": 1}}, shape(p={**person, "!": True}), "/p") == {"p": {"name": "Guest"}}


def test_nothing_valid_says_where() -> None:
    fixed = shape(a={"const": "x", "!": True}, b={})
    with pytest.raises(NoValidRewrite) as caught:
        rewrite(desk({"a": "x"}, fixed), [gone("/a")])
    assert caught.value.pointer == "/a"
    done = attempt(desk({"a": "x", "b": "y"}, fixed), [gone("/a"), gone("/b")])
    assert json.loads(done.text) == {"a": "x"}
    assert [d.pointer for d in done.missing] == ["/a"]


def test_a_recipient_gets_no_stand_in() -> None:
    with pytest.raises(NoValidRewrite):
        rewrite(desk({"recipient": "o@x.example"}, shape(recipient={"type": "string", "format": "email", "!": True})), [gone("/recipient")])


def test_what_was_done_is_told() -> None:
    done = rewrite(desk({"a": "x"}, shape(a={"type": "string", "!": True})), [gone("/a")])
    assert done.decisions[0].disposition is Disposition.SUBSTITUTE


def test_the_rest_of_the_text_is_byte_identical() -> None:
    text = '{ "b":1.10 ,"a" : "x", "c":"\\u00e9" }'
    assert rewrite(desk(text, None), [gone("/a")]).text == '{ "b":1.10, "c":"\\u00e9" }'


def test_no_decision_no_change() -> None:
    text = '{"a":  1e400}'
    assert rewrite(desk(text, None), [Decision("/a", Disposition.KEEP, Reason.NEEDED_BY_KIND)]).text == text


SCHEMAS = st.fixed_dictionaries(
    {
        "type": st.sampled_from(["string", "integer", ["string", "null"]]),
    },
    optional={"minLength": st.integers(0, 12), "maxLength": st.integers(12, 40), "minimum": st.integers(-5, 5), "!": st.just(True)},
)


@given(st.dictionaries(st.sampled_from(["notes", "title", "x", "y"]), SCHEMAS, min_size=1))
def test_forced_removals_are_valid_or_refused(properties: dict[str, Any]) -> None:
    arguments = {key: (7 if value["type"] == "integer" else "some text here") for key, value in properties.items()}
    schema = shape(**{key: dict(value) for key, value in properties.items()})
    view = SchemaView.of(schema)
    done = attempt(desk(arguments, schema), [gone(f"/{key}") for key in arguments])
    assert view.is_valid(json.loads(done.text)) or not view.is_valid(arguments)
    left = json.loads(done.text)
    for key, value in arguments.items():
        assert left.get(key) != value or f"/{key}" in [d.pointer for d in done.missing]


def test_a_veto_makes_it_try_the_next_weaker_operation() -> None:
    at = desk({"a": "x", "b": "y"}, {"type": "object", "properties": {"a": {"type": ["string", "null"]}, "b": {}}})
    asked: list[str] = []

    def veto(text: str, done: Sequence[Decision]) -> bool:
        asked.append(text)
        return '"a"' not in text

    done = attempt(at, [gone("/a"), gone("/b")], veto)
    assert json.loads(done.text) == {"a": None}
    assert [json.loads(text) for text in asked] == [{"b": "y"}, {"a": None, "b": "y"}, {"a": None}]
    assert attempt(at, [gone("/a")], lambda text, done: True).missing == (gone("/a"),)
