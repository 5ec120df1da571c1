"""The lexicon of names."""

import pytest

from minimize.knowledge.lexicon import COMMON, FAMILY, GIVEN, Lexicon
from minimize.knowledge.load import load


@pytest.mark.parametrize("name", ["priya", "oluwaseun", "mateusz", "siobhan", "xiu", "иван", "fatima"])
def test_given_names_of_many_cultures(name):
    assert load().lexicon.flags(name) & GIVEN


@pytest.mark.parametrize("name", ["okafor", "kowalczyk", "hernandez", "yamamoto", "nguyen", "王", "김"])
def test_family_names_of_many_cultures(name):
    assert load().lexicon.flags(name) & FAMILY


@pytest.mark.parametrize("name", ["will", "grace", "april", "hunter"])
def test_names_that_are_words_are_marked(name):
    assert load().lexicon.flags(name) & COMMON


def test_unpacking():
    made = Lexicon.of({"words": {"3": "ana\nrui"}, "common": "the\nof", "public": "ada lovelace"})
    assert made.flags("rui") == 3
    assert made.flags("the") == 0
    assert "of" in made.common
