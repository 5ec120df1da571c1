"""What stands around a run of words."""

import pytest

from minimize.detectors.persons_around import Around
from minimize.detectors.place import Place
from minimize.detectors.scan import Scan
from minimize.knowledge.load import load


def around(text):
    return Around(Scan([(text, Place())]), load().people, [], [], frozenset())


def at(text, word):
    return text.index(word), text.index(word) + len(word)


@pytest.mark.parametrize(
    ("text", "level"), [("my name is Xo", 3), ("the patient Xo", 2), ("dinner with Xo", 2), ("from Xo", 1), ("the colour Xo", 0), ("Xo", 0)]
)
def test_what_introduces(text, level):
    assert around(text).introduces(at(text, "Xo")[0]) == level


@pytest.mark.parametrize(("text", "level"), [("Xo lives here", 2), ("Xo's wife", 2), ("Xo said no", 1), ("Xo, can you", 1), ("Xo is blue", 0)])
def test_what_follows(text, level):
    assert around(text).follows(2) == level


def test_somebody_is_addressed():
    text = "please message xo about it"
    assert around(text).addressed(at(text, "xo")[0])
    assert around(text).ends_address(at(text, "xo")[1])
    assert not around("search for xo").addressed(11)


def test_organisations_behind_and_before():
    text = "Anna Hospital"
    assert around(text).organisation(4, 5, 13) == 2
    assert around("anna as guardian").organisation(4, 5, 7) == 0
    assert around("San Anna").saint(4)
    assert not around("an Anna").saint(3)


def test_numbers_around_make_a_street():
    assert around("5850 Jana Nerudy 12").numbered(5, 16, lone=False)
    assert around("Jana Nerudy 894").numbered(0, 11, lone=False)
    assert not around("Jana Nerudy 1987").numbered(0, 11, lone=False)
    assert not around("2026 Jana Nerudy").numbered(5, 16, lone=False)


def test_own_names():
    text = "they call me xo"
    assert not around("this is optional").named(8)
    assert around(text).named(at(text, "xo")[0])


def test_a_title_in_which_all_words_have_capitals():
    assert around("Notes Of The Anna Show").title_case(0)
    assert not around("notes of the Anna show").title_case(0)
