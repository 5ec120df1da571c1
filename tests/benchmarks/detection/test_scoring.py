import pytest

from benchmarks.detection.records import Gold, Record
from benchmarks.detection.scoring import Span, by_category, by_class, f_beta, wilson

CLASSES = {"PERSON": "PERSON", "AGE": "AGE"}
UNPAIRED = {"TITLE": frozenset({"PERSON"}), "ORGANIZATION": frozenset()}


def test_the_wilson_interval_of_nothing_says_nothing_and_of_all_still_doubts():
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(10, 10)
    assert (round(low, 3), high) == (0.722, 1.0)
    assert wilson(5, 10)[0] == pytest.approx(0.2366, abs=1e-3)


def test_f2_weighs_recall():
    assert f_beta(0.685, 0.603) == pytest.approx(0.618, abs=1e-3)
    assert f_beta(0.0, 0.0) == 0.0


def test_half_a_span_is_enough_and_less_is_not():
    record = Record("0123456789", golds=(Gold(0, 4, "H"),))
    assert by_category([record], [[Span(2, 4, "DI", "", "x")]]).recall() == 1.0
    missed = by_category([record], [[Span(3, 6, "DI", "", "x")]])
    assert (missed.recall(), missed.precision()) == (0.0, 0.0)
    assert missed.losses == [("H", "0123", "0123456789")]
    assert missed.false == [("DI x", "345", "0123456789")]


def test_confusion_says_what_a_span_was_taken_for():
    record = Record("abcdef", golds=(Gold(0, 3, "H"), Gold(4, 6, "QI")))
    assert by_category([record], [[Span(0, 3, "R", "", "x")]]).confusion == {("H", "R"): 1, ("QI", "-"): 1}


def test_debatable_spans_are_neither_missed_nor_false_and_make_no_text_dirty():
    record = Record("abcdef", golds=(Gold(0, 3, "R", optional=True),), benign=True)
    tally = by_category([record], [[Span(0, 3, "R", "", "x")]])
    assert (sum(tally.labelled.values()), tally.precision(), tally.benign, tally.benign_flagged) == (0, 1.0, 1, 0)
    assert by_category([record], [[Span(4, 6, "R", "", "x")]]).benign_rate() == 1.0


def test_foreign_types_count_only_as_what_they_are():
    record = Record("Ann is 41 years old", golds=(Gold(0, 3, "PERSON"), Gold(7, 9, "AGE")))
    wrong = by_class([record], [[Span(0, 3, "QI", "AGE", "a"), Span(7, 19, "QI", "AGE", "a")]], CLASSES, UNPAIRED)
    assert (wrong.found["PERSON"], wrong.found["AGE"], wrong.right["AGE"], wrong.flags["AGE"]) == (0, 1, 1, 2)


def test_types_without_a_partner_forgive_what_the_table_says_and_nothing_else():
    record = Record("Dr. Quill & Sons", golds=(Gold(0, 3, "TITLE"), Gold(4, 16, "ORGANIZATION")))
    assert sum(by_class([record], [[Span(0, 3, "DI", "PERSON", "p"), Span(4, 9, "H", "", "no partner")]], CLASSES, UNPAIRED).flags.values()) == 0
    assert by_class([record], [[Span(4, 9, "DI", "PERSON", "p")]], CLASSES, UNPAIRED).precision() == 0.0
