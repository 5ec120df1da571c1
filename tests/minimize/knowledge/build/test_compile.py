"""Packing of the hand-written knowledge."""

from pathlib import Path

import pytest

from minimize.errors import KnowledgeError
from minimize.knowledge.build import compile as module
from minimize.knowledge.build.compile import read_yaml


def test_examples_are_marked():
    assert module.example("a <<b c>> d") == {"text": "a b c d", "spans": [(2, 5)], "field": ""}
    assert module.example("[[<x>]] y", "f") == {"text": "<x> y", "spans": [(0, 3)], "field": "f"}


def test_every_rule_has_examples_and_a_source():
    rules = list(module.rules())
    assert len(rules) > 200
    assert all(rule["match"] and rule["avoid"] and rule["source"] for rule in rules)


def test_short_words_in_capitals_stay_so():
    assert module._term("IVG") == "^ivg"
    assert module._term("Hôpital *") == "hopital"


def test_packing_is_reproducible():
    assert module.pack() == module.pack()


def test_a_word_that_yaml_takes_for_a_truth_value_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "words.yaml"
    path.write_text("words: {en: [the, on, at]}\n", encoding="utf-8")
    with pytest.raises(KnowledgeError, match=r"words\.yaml: a list holds a word"):
        read_yaml(path)
    path.write_text("words: {en: [the, 'on', at], core: false}\n", encoding="utf-8")
    assert read_yaml(path)["words"]["en"] == ["the", "on", "at"]
