"""N at schema level: precision-aware, and by the use of the place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from minimize.model import Finding
from minimize.needs import Site, Sites, finer, necessity
from tool_registry.model import Annotation, Kind, Need, Param, Role, ToolSpec, Use


def found(category: str, sub: str, precision: str = "exact") -> Finding:
    return Finding("/x", 0, 5, category, sub, "test", 1.0, precision)


def site(use: Use, precision: str = "exact", categories: str = "", ladder: str = "identity", named: bool | None = None) -> Site:
    return Site(("x",), "role", ladder, Need(use, precision, frozenset(categories.split())), 1.0, named, True, ())


STREET, TOWN, NAME, CLINIC = found("L", "address", "street"), found("L", "city", "city"), found("DI", "person"), found("H", "facility")
ZIP = found("L", "postcode", "postcode")


def test_a_city_forecast_needs_the_city_only() -> None:
    place = site(Use.PAYLOAD, "city", "L", "location")
    assert [necessity(f, place, [STREET, TOWN, CLINIC, ZIP]) for f in (STREET, TOWN, CLINIC, ZIP, NAME)] == [1, 0, 1, 1, 1]


def test_a_router_needs_the_address_and_a_facility_only_where_no_street_stands() -> None:
    place = site(Use.PAYLOAD, "street", "L", "location")
    assert necessity(STREET, place, [STREET, CLINIC]) == 0
    assert necessity(CLINIC, place, [STREET, CLINIC]) == 1
    assert necessity(CLINIC, place, [CLINIC]) == 0


def test_an_address_keeps_care_of_whom() -> None:
    line = replace(site(Use.PAYLOAD, "exact", "", "location"), role="address")
    assert necessity(NAME, line, []) == 0
    assert necessity(found("DI", "email"), line, []) == 1


def test_a_diary_needs_no_clinics_name_but_any_other_place() -> None:
    place = site(Use.PAYLOAD, "exact", "L", "location")
    assert [necessity(f, place, [f]) for f in (CLINIC, STREET, TOWN)] == [1, 0, 0]


@pytest.mark.parametrize("use", [Use.SETTING, Use.SUBJECT, Use.EXECUTED])
def test_what_is_not_edited_has_no_unnecessary_items(use: Use) -> None:
    assert necessity(NAME, site(use)) == 0


def test_ballast_is_unnecessary_but_a_town_in_it_is_no_psd() -> None:
    assert necessity(NAME, site(Use.BALLAST)) == 1
    assert necessity(TOWN, site(Use.BALLAST)) == 0


def test_content_by_category() -> None:
    assert necessity(NAME, site(Use.CONTENT, "city", "H F")) == 1
    assert necessity(found("H", "condition"), site(Use.CONTENT, "city", "H F")) == 0
    assert necessity(NAME, site(Use.CONTENT, "exact", "*")) == 0
    assert necessity(STREET, site(Use.CONTENT, "city", "H")) == 1
    assert necessity(TOWN, site(Use.CONTENT, "city", "H")) == 0
    assert necessity(TOWN, site(Use.CONTENT, "none", "H")) == 1


def test_outside_the_declared_minimum_everything_is_unnecessary() -> None:
    assert necessity(NAME, site(Use.SUBJECT, named=False)) == 1


def test_ladders() -> None:
    assert finer("street", "city", "location")
    assert not finer("city", "city", "location")
    assert not finer("country", "city", "location")
    assert finer("unheard of", "city", "location")


class Roles:
    """A registry of two roles."""

    roles: dict[str, Role] = {  # noqa: RUF012
        "location": Role("location", "location", Need(Use.PAYLOAD, "city", frozenset({"L"}))),
        "notes": Role("notes", "identity", Need(Use.BALLAST)),
        "title": Role("title", "identity", Need(Use.LABEL)),
    }

    def role_of_key(self, key: str, kind: Kind) -> tuple[Role, float]:
        return self.roles.get(key, self.roles["notes"]), 0.5


def sites(annotation: Annotation | None, role: str = "location", **more: Any) -> Sites:
    kind = Kind("weather", "Weather", {})
    param = Param("/x", role, Roles.roles[role].default, True, False, 1.0, annotation)
    spec = ToolSpec("get", kind, 1.0, "third_party_no_dpa", {"/x": param}, {}, direct={("x",): param}, **more)
    return Sites(spec, Roles())  # type: ignore[arg-type]


def test_a_label_of_another_ladder_moves_the_place_there() -> None:
    got = sites(Annotation(True, "postcode")).of(("x",))
    assert (got.ladder, got.named) == ("location", True)
    assert sites(Annotation(None, "date")).of(("x",)).ladder == "time"


def test_not_named_is_outside_with_all_that_is_below() -> None:
    outside = sites(Annotation(False))
    assert outside.of(("x",)).named is False
    assert outside.of(("x", "y")).named is False


def test_keys_that_nobody_declared_get_a_role_by_their_name() -> None:
    assert sites(None).of(("title",)).need.use is Use.LABEL
    assert sites(None).of(("x", "0")).role == "location"


def test_required_context_keeps_its_fields_only() -> None:
    place = sites(None, "title", required_context=("person",)).of(("x",))
    assert necessity(NAME, place) == 0
    assert necessity(found("H", "condition"), place) == 1


def test_only_short_values_without_anything_private_are_remembered() -> None:
    place = sites(None)
    town = found("L", "city", precision="city")
    place.remember("Graz", 4, (town,))
    place.remember("Ann", 3, (NAME,))
    place.remember("long", 65, ())
    assert place.clean("Graz") == (town,)
    assert place.clean("Ann") is None
    assert place.clean("long") is None


def test_by_the_schema_alone_what_is_required_stays_and_what_is_optional_can_go() -> None:
    kind = Kind("weather", "Weather", {})
    needed = Param("/x", "notes", Roles.roles["notes"].default, True, False, 1.0, None)
    spare = Param("/y", "location", Roles.roles["location"].default, False, False, 1.0, Annotation(necessary=True))
    spec = ToolSpec("get", kind, 1.0, "third_party_no_dpa", {"/x": needed, "/y": spare}, {}, direct={("x",): needed, ("y",): spare})
    schema = Sites(spec, Roles(), stages=("schema",))  # type: ignore[arg-type]
    assert schema.of(("x",)).need.use is Use.SETTING
    assert schema.of(("y",)).need.use is Use.BALLAST
    assert schema.of(("y",)).named is True
    assert schema.of(("z",)).need.use is Use.BALLAST
    meaning = Sites(spec, Roles(), stages=("semantic",)).of(("y",))  # type: ignore[arg-type]
    assert (meaning.need.use, meaning.named) == (Use.PAYLOAD, None)
    neither = Sites(spec, Roles(), stages=())  # type: ignore[arg-type]
    assert neither.of(("y",)).need.use is Use.SETTING
    assert neither.hiding(frozenset()).of(("y",)).need.use is Use.SETTING


def test_what_an_annotation_of_a_public_tool_says_holds_whatever_the_schema_demands() -> None:
    told = Param("/x", "notes", Need(Use.BALLAST), True, False, 1.0, None, "tool.shop.order")
    spec = ToolSpec("order", Kind("order", "Order", {}), 1.0, "third_party_no_dpa", {"/x": told}, {}, direct={("x",): told}, published="tool.shop.order")
    assert Sites(spec, Roles(), stages=("semantic",)).of(("x",)).need.use is Use.BALLAST  # type: ignore[arg-type]
