"""What the place belies is no finding."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace
from typing import Any

import pytest

from minimize.analyze.doubts import plausible
from minimize.model import Finding
from tests.minimize.analyze.world import KNOWLEDGE, case
from tests.minimize.operators.test_location import Known

WITH_PLACES: Any = SimpleNamespace(**{**vars(KNOWLEDGE), "gazetteer": Known()})


def person(pointer: str, start: int, end: int) -> Finding:
    return Finding(pointer, start, end, "DI", "person", "x", 1.0)


def left(arguments: dict[str, Any], *findings: Finding) -> tuple[Finding, ...]:
    at_hand = case(arguments)
    return plausible(at_hand.document, at_hand.sites, findings, WITH_PLACES)


@pytest.mark.sources
def test_a_town_called_like_a_person_is_none_in_a_field_for_places() -> None:
    apart, town, elsewhere = person("/location", 0, 12), person("/location", 24, 30), person("/query", 0, 6)
    arguments = {"location": "Ola Nordmann, 3 Elm St, Dayton", "query": "Dayton"}
    assert left(arguments, apart, town, elsewhere) == (apart, elsewhere)


@pytest.mark.sources
def test_a_country_at_the_end_of_a_name_is_none_of_it() -> None:
    finding = person("/query", 10, 30)
    assert left({"query": "rights in Austria Ola Nordmann"}, finding) == (dataclasses.replace(finding, start=18),)
    assert left({"query": "rights in Ola Nordmann Austria"}, finding) == (dataclasses.replace(finding, end=22),)
    assert left({"query": "rights in Austria"}, person("/query", 10, 17)) == ()


@pytest.mark.sources
def test_the_parties_of_a_published_case_are_no_secret() -> None:
    text = "privacy in Nordmann v. Hansen today by Ola Nordmann"
    assert left({"query": text}, person("/query", 11, 19), person("/query", 23, 29), person("/query", 39, 51)) == (person("/query", 39, 51),)


def test_our_own_stand_ins_are_never_found_again() -> None:
    assert left({"query": "Guest"}, person("/query", 0, 5)) == ()
    assert left({"query": "user@example.com"}, Finding("/query", 0, 16, "DI", "email", "x", 1.0)) == ()


@pytest.mark.sources
def test_a_rounded_coordinate_is_no_position() -> None:
    def gps(end: int) -> Finding:
        return Finding("/location", 0, end, "L", "gps", "x", 1.0)

    assert left({"location": 35.7}, gps(4)) == ()
    assert left({"location": 35.7081}, gps(7)) == (gps(7),)


@pytest.mark.sources
def test_keys_and_the_rest_stay() -> None:
    key = Finding("/query", 0, 3, "DI", "person", "x", 1.0, in_key=True)
    other = Finding("/query", 0, 3, "H", "condition", "x", 1.0)
    assert left({"query": "flu"}, key, other) == (key, other)


@pytest.mark.sources
def test_a_town_in_an_address_field_is_no_address() -> None:
    def address(end: int, detector: str = "field.address") -> Finding:
        return Finding("/location", 0, end, "L", "address", detector, 0.95, "street")

    assert left({"location": "Dayton"}, address(6)) == ()
    assert left({"location": "3 Elm St, Dayton"}, address(16)) == (address(16),)
    assert left({"location": "Dayton"}, address(6, "l.street_en")) == (address(6, "l.street_en"),)


@pytest.mark.sources
def test_a_town_with_an_unknown_region_is_no_person() -> None:
    assert left({"city": "Agios Stefanos, Fokida"}, person("/city", 0, 14)) == ()
    kept = person("/city", 0, 14)
    assert left({"city": "Agios Stefanos, 12 Elm St"}, kept) == (kept,)
    assert left({"city": "Agios Stefanos, Dayton"}, kept) == (kept,)


@pytest.mark.sources
def test_what_somebody_is_does_not_belong_to_the_name() -> None:
    finding = person("/query", 0, 19)
    assert left({"query": "welder Ola Nordmann"}, finding) == (dataclasses.replace(finding, start=7),)
    finding = person("/query", 0, 14)
    assert left({"query": "della Nordmann"}, finding) == (finding,)
