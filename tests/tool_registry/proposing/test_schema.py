"""Proposed annotations of a schema: taking them changes no need."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tool_registry.proposing.examples import FORECAST, RIDE, spec
from tool_registry.proposing.schema import propose

NESTED: dict[str, Any] = {
    "type": "object",
    "properties": {
        "address": {"type": "string"},
        "guests": {"type": "array", "items": {"allOf": [{"properties": {"name": {"type": "string"}, "mood": {"type": "string"}}, "required": ["name"]}]}},
        "a/b": {"type": "string"},
        "profile": {"type": "object", "additionalProperties": {"type": "string"}},
        "filters": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["address"],
}


@pytest.mark.parametrize(
    ("schema", "name"), [(FORECAST, "get_forecast"), (RIDE, "book_ride"), (NESTED, "book_table"), (NESTED, "send_parcel"), (NESTED, "get_forecast")]
)
def test_the_annotated_schema_means_what_the_bare_one_was_taken_for(schema: dict[str, Any], name: str) -> None:
    bare = spec(schema, name, "")
    again = spec(propose(bare).schema, name, "")
    assert {p.pointer: p.need for p in again.params.values()} == {p.pointer: p.need for p in bare.params.values()}
    assert not again.lint and not again.suspicious


def test_needed_names_are_listed_and_precision_stands_at_its_place() -> None:
    schema = propose(spec(FORECAST)).schema
    assert schema["x-minimum-necessary"] == ["location", "/location/street", "/location/city", "languages"]
    assert schema["properties"]["location"]["properties"]["street"]["x-privacy"] == {"precision": "city"}
    assert "x-privacy" not in str(FORECAST)


def test_a_required_member_that_is_not_needed_says_so() -> None:
    guest = {"type": "object", "properties": {"name": {"type": "string"}, "user_profile": {"type": "string"}}, "required": ["name", "user_profile"]}
    bare = spec({"type": "object", "properties": {"guests": {"type": "array", "items": guest}, "user_context": {"type": "string"}}}, "book_ride", "")
    schema = propose(bare).schema
    assert schema["properties"]["guests"]["items"]["properties"]["user_profile"]["x-privacy"] == {"necessary": False}
    assert spec(schema, "book_ride", "").params["/guests/*/user_profile"].need == bare.params["/guests/*/user_profile"].need


def test_where_all_is_needed_no_list_is_proposed() -> None:
    proposal = propose(spec(RIDE, "book_ride", "Book a taxi ride."))
    assert "x-minimum-necessary" not in proposal.schema
    assert proposal.reasons[0].because.startswith("every field at the top is needed")


def test_what_the_schema_says_itself_stays() -> None:
    properties = {"city": {"type": "string", "x-privacy": {"precision": "region"}}, "notes": {"type": "string"}}
    proposal = propose(spec({"type": "object", "properties": properties, "x-minimum-necessary": ["notes"]}))
    assert proposal.schema["x-minimum-necessary"] == ["notes"] and proposal.schema["properties"]["city"] == properties["city"]


def test_every_place_has_its_reason_and_a_place_behind_a_reference_says_so() -> None:
    behind = {"type": "object", "properties": {"at": {"$ref": "#/$defs/At"}}, "$defs": {"At": {"properties": {"city": {"type": "string"}}}}}
    reasons = {r.pointer: r for r in propose(spec(behind)).reasons}
    assert set(reasons) == {"", "/at", "/at/city"}
    assert reasons["/at/city"].proposed == "precision city (not written: the place lies behind a reference)"
    assert reasons["/at/city"].evidence.startswith("role city")


def test_a_tool_without_schema_gets_an_empty_one() -> None:
    assert propose(spec({}, "ping", "")).schema == {"type": "object", "properties": {}}
