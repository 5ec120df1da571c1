"""Places are built from what the gazetteer knows; what it doesn't know can't leak at city level."""

from __future__ import annotations

import re

import pytest

from minimize.knowledge.model import PlaceSpan
from minimize.knowledge.phrases import load
from minimize.operators.location import apart, coarsen, round_literal, shorten_postcode

LEVELS = {
    "dayton": "city", "oh": "region", "york": "city", "leeds": "city", "durham": "city", "claypath": "neighbourhood", "dh1 5tx": "postcode", "graz": "city",
    "austria": "country", "salem, or": "city", "new york": "city", "ny": "region", "左京区": "city", "京都府": "region", "tx": "region", "houston": "city",
}  # fmt: skip


class Known:
    """A gazetteer of a few names."""

    def places(self, text: str) -> tuple[PlaceSpan, ...]:
        found = []
        for match in re.finditer("|".join(sorted(map(re.escape, LEVELS), key=len, reverse=True)), text.lower()):
            start, end = match.span()
            inside = text[start].isascii() and (text[start - 1 : start].isalnum() or text[end : end + 1].isalnum())
            if not inside:
                found.append(PlaceSpan(start, end, LEVELS[match.group()], text[start:end], ""))
        return tuple(found)


@pytest.mark.parametrize(
    ("text", "precision", "built"),
    [
        ("Elm Street Recovery Home, 12 York Avenue, Dayton, OH 45402", "city", "Dayton, OH"),
        ("Rosenhof, Feldgasse 7, 8010 Graz, Austria", "city", "Graz, Austria"),
        ("Rosenhof, Feldgasse 7, 8010 Graz, Austria", "country", "Austria"),
        ("3 Mill Lane, Claypath, Durham DH1 5TX", "postcode", "Claypath, Durham DH1 5TX"),
        ("3 Mill Lane, Claypath, Durham DH1 5TX", "neighbourhood", "Claypath, Durham"),
        ("3 Mill Lane, Claypath, Durham DH1 5TX", "city", "Durham"),
        ("3 Mill Lane, Zzyx Park, Durham DH1 5TX", "neighbourhood", "Zzyx Park, Durham"),
        ("Zzyx Park, Durham DH1 5TX", "city", "Durham"),
        ("京都府左京区吉田9-99-9", "city", "京都府左京区"),
        ("Hope Oncology Houston TX", "city", "Houston TX"),
        ("12 Side Road, Nowhereville", "city", "Nowhereville"),
        ("Hope House, 4 Pine St, Salem, OR 97301", "city", "Salem, OR"),
        ("12 Side Road, Nowhereville, OH 49999", "city", "Nowhereville, OH"),
        ("Hope House, 12 Side Road, NY 10027", "city", "New York, NY"),
        ("Bệnh viện Zz cơ sở Yy, Nowhereville", "city", "Nowhereville"),
        ("Maison Rose, 9 rue Haute, 69500 Zzyx", "postcode", "69500 Zzyx"),
        ("Maison Rose, 9 rue Haute, 69500 Zzyx", "city", "Zzyx"),
        ("48.208174, 16.373819", "city", "48.2, 16.4"),
        ("geo:48.208174,16.373819", "postcode", "geo:48.21,16.37"),
    ],
)
def test_built_from_what_is_known(text: str, precision: str, built: str) -> None:
    assert coarsen(text, precision, Known(), load()) == built


@pytest.mark.parametrize(
    "text",
    [
        "Dayton, OH",
        "downtown Dayton",
        "Leeds",
        "Graz, Austria",
        "45402",
        "Nowhereville",
        "New York City",
        "48.2,16.4",
        "京都府左京区",
        "Leeds Airport (Leeds)",
        "Graz Zzyx, Austria",
    ],
)
def test_what_is_no_finer_stays(text: str) -> None:
    assert coarsen(text, "city", Known(), load()) is None


def test_an_exact_need_is_left_alone() -> None:
    assert coarsen("12 York Avenue, Dayton, OH", "exact", Known(), load()) is None
    assert coarsen("12 York Avenue, Dayton, OH", "street", Known(), load()) is None


def test_building_is_idempotent() -> None:
    for text in ("Elm House, 12 York Avenue, Dayton, OH 45402", "Rosenhof, Feldgasse 7, 8010 Graz", "Hope Oncology Houston TX"):
        once = coarsen(text, "city", Known(), load())
        assert once is not None
        assert coarsen(once, "city", Known(), load()) is None


def test_a_private_span_does_not_stay_as_an_unknown_town() -> None:
    assert coarsen("Sunrise House, OH", "city", Known(), load(), [(0, 13)]) == "OH"


def test_a_facility_named_like_a_town_does_not_stay() -> None:
    assert coarsen("Leeds, Dayton, OH", "city", Known(), load()) is None
    assert coarsen("Leeds, Dayton, OH", "city", Known(), load(), facilities=[(0, 5)]) == "Dayton, OH"


def test_districts_by_their_form() -> None:
    assert coarsen("서울특별시 종로구 자하문로 9길 3 2동", "neighbourhood", Known(), load()) == "서울특별시 종로구"
    assert coarsen("서울특별시 종로구 자하문로 9길 3", "city", Known(), load()) == "서울특별시"


def test_what_stands_apart_in_an_address() -> None:
    text = "Ola Nordmann, 12 York Avenue, Leeds (Frau Kari)"
    assert apart(text, 0, 12, Known())
    assert not apart(text, 17, 28, Known())
    assert not apart(text, 30, 35, Known())
    assert apart(text, 42, 46, Known())
    assert not apart("Ola, NC", 0, 3, Known())
    assert not apart("Ola, Austria", 0, 3, Known())
    assert apart("Ola, Elm Street 3", 0, 3, Known())
    assert not apart("Elm Street 3, Florence", 14, 22, Known())
    assert apart("Elm Street 3, Ola Nordmann", 14, 26, Known())
    assert apart("Elm Street, Ola", 12, 15, Known())


@pytest.mark.parametrize(
    ("literal", "digits", "rounded"),
    [("47.213865", 1, "47.2"), ("-71.604328", 2, "-71.60"), ("47.2", 1, "47.2"), ("47", 1, "47"), ("47.96", 1, "48.0")],
)
def test_rounding_never_adds_digits(literal: str, digits: int, rounded: str) -> None:
    assert round_literal(literal, digits) == rounded


def test_postcodes_shorten() -> None:
    assert shorten_postcode("45402-1234", "postcode") == "45402"
    assert shorten_postcode("45402", "postcode") == "45402"
    assert shorten_postcode("DH1 5TX", "neighbourhood") == "DH1"
    assert shorten_postcode("DH1 5TX", "postcode") == "DH1 5TX"


def test_a_town_in_a_persons_name_counts_last() -> None:
    text = "Mary York Center, 3 Elm St, NY 10027"
    assert coarsen(text, "city", Known(), load(), names=[(0, 9)]) == "New York, NY"
    assert coarsen("Mary York Center", "city", Known(), load(), names=[(0, 9)]) == "York"


def test_a_house_number_is_no_postcode() -> None:
    assert coarsen("1275 York Avenue, Durham DH1 5TX", "postcode", Known(), load(), [(0, 16)]) == "Durham DH1 5TX"


def test_a_quarter_before_its_town_stays_where_it_is_needed() -> None:
    assert coarsen("Zzyx Park, Durham", "neighbourhood", Known(), load()) is None
    assert coarsen("台中市西屯區", "neighbourhood", Known(), load()) is None


def test_a_town_and_its_quarter_stay_where_a_quarter_is_wanted() -> None:
    places = Yokohama()
    assert coarsen("横浜・野毛", "postcode", places, load(), names=[(3, 5)]) is None
    assert coarsen("横浜・野毛", "city", places, load()) == "横浜"
    assert coarsen("横浜・心療内科", "postcode", places, load(), facilities=[(3, 7)]) == "横浜"
    assert coarsen("横浜 野毛桜子", "postcode", places, load(), names=[(3, 7)]) == "横浜"


def test_the_name_of_a_station_is_as_coarse_as_travel_goes() -> None:
    assert coarsen("Graz Hauptbahnhof", "city", Known(), load()) is None
    assert coarsen("Leeds Station Road 12", "city", Known(), load()) == "Leeds"
    assert coarsen("Leeds Station Rehab", "city", Known(), load(), facilities=[(6, 19)]) == "Leeds"


class Yokohama:
    """A gazetteer of one town."""

    def places(self, text: str) -> tuple[PlaceSpan, ...]:
        return (PlaceSpan(0, 2, "city", "横浜", "JP"),)
