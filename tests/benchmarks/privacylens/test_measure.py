"""What is left and what is kept."""

from __future__ import annotations

import dataclasses

from benchmarks.privacylens.compose import Message
from benchmarks.privacylens.measure import fated, measure
from benchmarks.privacylens.oracle import Oracle
from minimize import Policy
from minimize.model import JudgePolicy


def test_an_item_is_left_by_half_of_its_own_words_and_a_fact_word_for_word(composed: list[Message]) -> None:
    message = composed[0]
    told = [fate.there for fate in fated(message, "The water butts were   repaired last week. Oskar has stones. New trays stand behind the shed (tramadol).")]
    assert told == [False, True, False, True, False, True]
    assert not any(fate.there for fate in fated(message, ""))


def test_an_item_without_words_of_its_own_does_not_count(composed: list[Message]) -> None:
    held = dataclasses.replace(composed[1], items=(dataclasses.replace(composed[1].items[0], text="The water butts."),))
    assert [fate.form for fate in fated(held, "")] == ["fact"] * 3


def test_judges_are_measured_through_the_real_path(composed: list[Message]) -> None:
    off = measure(composed, Policy(), Oracle)
    assert (off.messages, off.blocked, off.invalid) == (3, 0, 0) and all(fate.there for fate in off.of(facts=True))
    oracle = measure(composed, Policy(content_aware="llm", judge=JudgePolicy("oracle", discover=True)), Oracle)
    assert oracle.changed == 3 and not any(fate.there for fate in oracle.of(facts=False))
