"""How sure runs of words are names."""

import pytest

from minimize.detectors.persons import persons
from minimize.detectors.place import Place
from minimize.detectors.scan import Scan
from minimize.knowledge.load import load


def confidence(text, field=""):
    knowledge = load()
    hits = persons(Scan([(text, Place(field, knowledge.fields.of(field)))]), knowledge)
    return hits[0].confidence if hits else 0.0


def test_two_known_names_say_more_than_one_and_context_more_than_none():
    assert confidence("Greta Lindholm") > confidence("Greta Xylopher") > confidence("Greta")
    assert confidence("call Greta") > confidence("Greta")


@pytest.mark.parametrize("text", ["Paris", "hotels in Greta", "May"])
def test_what_stands_alone_in_a_place_or_is_one_is_none(text):
    assert confidence(text) == 0.0


def test_a_family_name_of_its_own_decides_where_the_first_is_a_word_as_well():
    assert confidence("Andrei Dumitrescu") >= 0.5
    assert confidence("Andrei Something") < 0.5
