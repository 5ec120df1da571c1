"""DESIGN 5: what a schema says of its parameters, and how far it is believed."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tool_registry.load import load
from tool_registry.model import Need, ToolSpec, Use

TEXT = {"type": "string"}


def spec(parameters: dict[str, Any], *, trusted: bool = True, name: str = "frobnicate", description: str = "") -> ToolSpec:
    return load().recognise(name, description, {"type": "object", **parameters}, trust_annotations=trusted)


def said(made: ToolSpec, pointer: str) -> bool | None:
    annotation = made.params[pointer].annotation
    return annotation.necessary if annotation else None


@pytest.mark.parametrize("key", ["x-minimum-necessary", "minimum_necessary"])
def test_what_the_list_names_is_needed_and_the_rest_is_outside_the_minimum(key: str) -> None:
    made = spec({"properties": {"a": TEXT, "b": TEXT}, key: ["a"]})
    assert made.annotated
    assert said(made, "/a") is True
    assert said(made, "/b") is False
    assert made.params["/b"].need == Need(Use.BALLAST)


def test_a_bare_name_is_found_at_any_depth_if_unique() -> None:
    made = spec({"properties": {"outer": {"type": "object", "properties": {"deep": TEXT, "other": TEXT}}, "b": TEXT}, "x-minimum-necessary": ["deep"]})
    assert said(made, "/outer/deep") is True
    assert said(made, "/outer/other") is False
    assert said(made, "/outer") is True
    assert not made.params["/outer"].annotation.whole  # type: ignore[union-attr]


def test_an_ambiguous_or_unknown_name_is_linted_and_names_nothing() -> None:
    twin = {"type": "object", "properties": {"city": TEXT}}
    made = spec({"properties": {"x": twin, "y": twin}, "x-minimum-necessary": ["city", "nowhere"]})
    assert said(made, "/x/city") is False
    assert len(made.lint) == 2
    assert "more than one" in made.lint[0]
    assert "`nowhere` names no parameter" in made.lint[1]


def test_a_direct_member_wins_over_a_deeper_one_of_the_same_name() -> None:
    made = spec({"properties": {"city": TEXT, "x": {"type": "object", "properties": {"city": TEXT}}}, "x-minimum-necessary": ["city"]})
    assert said(made, "/city") is True
    assert said(made, "/x/city") is False


def test_a_pointer_names_one_place_through_arrays() -> None:
    people = {"type": "array", "items": {"type": "object", "properties": {"age": {"type": "integer"}, "name": TEXT}}}
    made = spec({"properties": {"people": people}, "x-minimum-necessary": ["/people/*/age"]})
    assert said(made, "/people/*/age") is True
    assert said(made, "/people/*/name") is False
    assert said(made, "/people") is True
    made = spec({"properties": {"people": people}, "x-minimum-necessary": ["/people/0/age"]})
    assert said(made, "/people/*/age") is True


def test_a_named_object_or_array_covers_only_its_required_members() -> None:
    person = {"type": "object", "properties": {"age": {"type": "integer"}, "full_name": TEXT, "passport": TEXT}, "required": ["age"]}
    made = spec({"properties": {"travellers": {"type": "array", "items": person}, "x": TEXT}, "x-minimum-necessary": ["travellers"]})
    assert said(made, "/travellers/*/age") is True
    assert said(made, "/travellers/*/full_name") is False
    assert made.params["/travellers/*/passport"].need.use is Use.BALLAST
    assert not made.params["/travellers"].annotation.whole  # type: ignore[union-attr]


def test_a_list_on_an_object_names_its_members() -> None:
    made = spec(
        {"properties": {"patient": {"type": "object", "properties": {"age": {"type": "integer"}, "ssn": TEXT}, "x-minimum-necessary": ["age"]}, "b": TEXT}}
    )
    assert said(made, "/patient/age") is True
    assert said(made, "/patient/ssn") is False
    assert made.params["/b"].annotation is None
    assert not made.annotated


def test_a_list_on_a_scalar_holds_precision_labels() -> None:
    made = spec({"properties": {"location": {**TEXT, "minimum_necessary": ["city-level"]}, "day": {**TEXT, "x-minimum-necessary": ["date-only"]}}})
    assert made.params["/location"].need == Need(Use.PAYLOAD, "city")
    assert made.params["/day"].need.precision == "date"


@pytest.mark.parametrize(("value", "necessary"), [(True, True), (False, False)])
def test_a_boolean_on_a_property_says_needed_or_not(value: bool, necessary: bool) -> None:
    made = spec({"properties": {"a": {**TEXT, "x-minimum-necessary": value}}})
    assert said(made, "/a") is necessary


def test_x_privacy_gives_precision_purpose_and_necessity() -> None:
    made = spec(
        {"properties": {"where": {**TEXT, "x-privacy": {"precision": "postcode", "purpose": "rates"}}, "who": {**TEXT, "x-privacy": {"necessary": False}}}}
    )
    where = made.params["/where"]
    assert where.need.precision == "postcode"
    assert where.annotation is not None
    assert where.annotation.purpose == "rates"
    assert made.params["/who"].need.use is Use.BALLAST


def test_precision_none_means_needed_but_without_psd() -> None:
    made = spec({"properties": {"query": {**TEXT, "x-privacy": {"precision": "none"}}}})
    assert made.params["/query"].need == Need(Use.CONTENT, "none")


def test_unknown_labels_and_keys_are_linted() -> None:
    made = spec({"properties": {"a": {**TEXT, "x-privacy": {"precision": "galaxy", "colour": 1}}, "b": {**TEXT, "x-minimum-necessary": ["sometimes"]}}})
    text = "\n".join(made.lint)
    assert "unknown precision label" in text
    assert "unknown key `colour`" in text
    assert len(made.lint) == 3


def test_a_named_free_text_stays_content_so_that_a_person_in_it_is_still_judged() -> None:
    made = spec({"properties": {"city": TEXT, "notes": TEXT, "x": TEXT}, "x-minimum-necessary": ["city", "notes"]}, name="get_weather", description="Forecast.")
    assert made.params["/notes"].need.use is Use.CONTENT
    assert "DI" not in made.params["/notes"].need.categories


def test_a_named_identifier_stays_whole() -> None:
    made = spec({"properties": {"city": TEXT, "email": TEXT, "x": TEXT}, "x-minimum-necessary": ["city", "email"]}, name="get_weather", description="Forecast.")
    assert made.params["/email"].need == Need(Use.SUBJECT)


def test_naming_a_location_does_not_make_weather_need_the_street() -> None:
    made = spec({"properties": {"location": TEXT, "x": TEXT}, "x-minimum-necessary": ["location"]}, name="get_weather", description="Forecast.")
    assert made.params["/location"].need == Need(Use.PAYLOAD, "city")


def test_an_untrusted_schema_may_tighten() -> None:
    made = spec({"properties": {"location": {**TEXT, "x-privacy": {"precision": "country"}}, "b": TEXT}, "x-minimum-necessary": ["location"]}, trusted=False)
    assert made.params["/location"].need.precision == "country"
    assert made.params["/b"].need.use is Use.BALLAST


def test_an_untrusted_schema_may_not_loosen() -> None:
    properties = {"location": {**TEXT, "x-privacy": {"precision": "exact"}}, "notes": TEXT, "x": TEXT}
    made = spec({"properties": properties, "x-minimum-necessary": ["location", "notes"]}, trusted=False, name="get_weather", description="Forecast.")
    assert made.params["/location"].need == Need(Use.PAYLOAD, "city")
    assert made.params["/notes"].need.use is Use.BALLAST


def test_a_schema_that_marks_all_its_fields_is_suspicious() -> None:
    assert spec({"properties": {"a": TEXT, "b": TEXT}, "x-minimum-necessary": ["a", "b"]}).suspicious
    assert spec({"properties": {"a": {**TEXT, "x-minimum-necessary": True}, "b": {**TEXT, "x-privacy": {"necessary": True}}}}).suspicious
    assert not spec({"properties": {"a": TEXT, "b": TEXT}, "x-minimum-necessary": ["a"]}).suspicious
    assert not spec({"properties": {"a": TEXT}, "x-minimum-necessary": ["a"]}).suspicious


def test_trust_may_rise_but_never_fall() -> None:
    made = spec({"properties": {"a": TEXT}, "x-trust": "local"})
    assert made.trust == "third_party_no_dpa"
    assert made.declared_trust == "local"
    thinking = spec({"properties": {"thought": TEXT}, "x-trust": "agent"}, name="think", description="Think aloud.")
    assert thinking.trust == "agent"
    assert spec({"properties": {"a": TEXT}, "x-trust": "friends"}).lint == ("`x-trust` names no known tier",)


def test_required_context_is_read() -> None:
    assert spec({"properties": {"task": TEXT}, "x-required-context": ["budget", "dates"]}).required_context == ("budget", "dates")
    assert spec({"properties": {"task": TEXT}, "x-required-context": 3}).lint
    assert spec({"properties": {"task": TEXT}}).required_context is None


@pytest.mark.parametrize("value", ["a", 3, {"a": 1}, [3], None, [["a"]]])
def test_nonsense_in_an_annotation_is_no_error(value: Any) -> None:
    spec({"properties": {"a": {**TEXT, "x-privacy": value, "x-minimum-necessary": value}}, "x-minimum-necessary": value, "x-trust": value})


def test_a_schema_of_nothing_but_annotations_takes_bounded_time() -> None:
    inner = {"type": "object", "properties": {f"p{i}": TEXT for i in range(30)}, "x-minimum-necessary": [f"p{i}" for i in range(30)]}
    names = {f"o{i}": inner for i in range(60)}
    began = time.perf_counter()
    made = spec({"properties": names, "x-minimum-necessary": [f"/o{i}/p{j}" for i in range(60) for j in range(30)] * 5})
    assert made.annotated
    assert time.perf_counter() - began < 3
