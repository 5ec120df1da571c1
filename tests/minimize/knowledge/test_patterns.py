"""Rules: context, field evidence, prefilter."""

from minimize.knowledge.load import load
from minimize.knowledge.patterns import Alone, RuleSet
from minimize.knowledge.text import View


def subs(text, *evidence):
    view = View(text)
    return {hit.sub for hit in load().patterns.find(view, Alone(view, frozenset(evidence)))}


def test_nine_digits_are_an_id_by_their_field_only():
    assert "national_id" in subs("219099999", "national_id")
    assert "national_id" not in subs("219099999")


def test_context_words_make_a_number_an_item():
    assert "mrn" in subs("MRN 00617350")
    assert subs("total 00617350") == set()


def test_words_that_forbid():
    assert "national_id" in subs("386-40-6153")
    assert "national_id" not in subs("order 386-40-6153")


def test_a_rule_set_of_nothing_finds_nothing():
    view = View("386-40-6153")
    assert RuleSet([]).find(view, Alone(view)) == []


def test_what_may_not_stand_before_a_number_may_end_the_text_behind_it():
    rules = load().patterns
    for text in ("mail 386-40-6153 in that case", "reach 202-555-0142 re order"):
        view = View(text)
        assert [hit.category for hit in rules.find(view, Alone(view))] == ["DI"]
    view = View("case 386-40-6153")
    assert not [hit for hit in rules.find(view, Alone(view)) if hit.detector == "di.us_ssn"]
