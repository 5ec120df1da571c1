"""The prefilter finds what its patterns would find one by one, whatever set they stand in."""

from __future__ import annotations

import random

import re2

from minimize.knowledge.load import load
from minimize.knowledge.prefilter import GROUP, Prefilter

TEXTS = ("", "born 1984-05-12 in Graz", "ann@example.com", "IBAN GB33BUKB20201555555555", "東京都", "no data here at all", "a" * 300 + " 555-0142 " + "1" * 300)


def test_it_gives_the_indices_of_what_matches() -> None:
    prefilter = Prefilter(["b+", "[0-9]{3}", "a"])
    assert sorted(prefilter.match("xxa 123")) == [1, 2]
    assert prefilter.match("zzz") == []
    assert Prefilter([]).match("anything") == []


def test_many_sets_answer_as_each_pattern_alone() -> None:
    rng = random.Random(3)
    patterns = ["".join(rng.choice("ab0") for _ in range(3)) for _ in range(3 * GROUP + 1)]
    prefilter = Prefilter(patterns)
    for _ in range(200):
        text = "".join(rng.choice("ab0 ") for _ in range(rng.randrange(40)))
        assert sorted(prefilter.match(text)) == [i for i, p in enumerate(patterns) if p in text]


def test_the_packaged_rules_answer_as_each_alone() -> None:
    patterns = [rule.prefilter for rule in load().patterns.rules]
    prefilter = Prefilter(patterns)
    for text in TEXTS:
        assert sorted(prefilter.match(text)) == [i for i, p in enumerate(patterns) if re2.search(p, text)]
