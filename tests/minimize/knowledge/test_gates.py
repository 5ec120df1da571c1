"""Gates: which texts open the rules of a language."""

from minimize.knowledge.gates import Gates
from minimize.knowledge.load import load
from minimize.knowledge.patterns import Alone, RuleSet
from minimize.knowledge.text import View

ROW = {"id": "x.y", "category": "DI", "sub": "id", "regex": "[0-9]{3}", "view": "fold", "confidence": 0.9, "precision": "exact", "check": ""}
REST = {"near": "", "fields": [], "unless": "", "prefilter": "[0-9]{3}", "near_prefilter": ""}


def test_a_letter_a_word_or_a_piece_of_one_opens():
    gates = Gates({"polish": {"letters": "[ąę]", "words": ["jest", "nie"]}, "turkish": {"pieces": ["iyor"], "words": ["jest"]}})
    assert gates.opened(View("mówią")) == ["polish"]
    assert gates.opened(View("to jest 5")) == ["polish", "turkish"]
    assert gates.opened(View("Biniyorum")) == ["turkish"]
    assert gates.opened(View("the jester's café")) == []


def test_rules_behind_a_gate_wait_for_it():
    rules = RuleSet.of([], {"russian": {"letters": "[а-яё]"}}, lambda name: [{**ROW, **REST}] if name == "russian" else [])
    closed, opened = View("123"), View("дом 123")
    assert rules.find(closed, Alone(closed)) == []
    assert [(h.start, h.end) for h in rules.find(opened, Alone(opened))] == [(4, 7)]


def test_a_gate_without_letters_or_words_stays_shut():
    assert Gates({"x": {}}).opened(View("дом is jest")) == []


def test_every_gate_of_the_package_has_rules_behind_it():
    rules = load().patterns
    assert rules.gates.sizes
    assert all(rules.behind(name).rules for name in rules.gates.sizes)
