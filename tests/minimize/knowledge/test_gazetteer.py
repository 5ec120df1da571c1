"""Places in texts."""

import pytest

from minimize.knowledge.load import load


def names(text):
    return [(p.name, p.level, p.country) for p in load().gazetteer.places(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Omaha, NE 68104", [("Omaha, NE", "city", "US")]),
        ("weather in rotterdam", [("rotterdam", "city", "NL")]),
        ("Paris, France", [("Paris", "city", "FR"), ("France", "country", "FR")]),
        ("北京天气", [("北京", "city", "CN")]),
        ("서울 날씨", [("서울", "city", "KR")]),
        ("погода в Москва", [("Москва", "city", "RU")]),
    ],
)
def test_finds_places(text, expected):
    assert names(text) == expected


@pytest.mark.parametrize("text", ["nice reading in the bath", "it may snow in march", "buy milk and eggs", "Anna and Laura"])
def test_words_and_first_names_are_no_places(text):
    assert names(text) == []


def test_names_of_several_words_are_known():
    assert load().gazetteer.level("chiang mai") == "city"
    assert load().gazetteer.level("anna karlsson") == ""
