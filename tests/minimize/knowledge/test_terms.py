"""Words of lexicons in texts."""

from minimize.knowledge.terms import Section, TermSet
from minimize.knowledge.text import View

SET = TermSet([Section("s", "H", "condition", 0.9)], [("diabet*", 0), ("*klinik", 0), ("^als", 0), ("flu", 0), ("糖尿病", 0)])


def found(text):
    return sorted(text[hit.start : hit.end] for hit in SET.find(View(text)))


def test_whole_words_stems_and_endings():
    assert found("Diabetiker in der Augenklinik") == ["Augenklinik", "Diabetiker"]
    assert found("the flu") == ["flu"]
    assert found("influence") == []


def test_capitals_only():
    assert found("ALS and als") == ["ALS"]


def test_scripts_without_spaces():
    assert found("父亲有糖尿病吗") == ["糖尿病"]
