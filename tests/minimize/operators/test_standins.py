"""Stand-ins fit the schema's limits, come from reserved ranges, and are never the original."""

from __future__ import annotations

import pytest

from minimize.knowledge.phrases import load
from minimize.operators.standins import acts_on, fit, number_standins, text_standins

PHRASES = load()


def first(value: str, role: str, language: str = "en", **place: object) -> str | None:
    return next(text_standins(value, role, language, PHRASES, place), None)


def test_reserved_ranges() -> None:
    assert first("ola@firma.example", "email", format="email") == "user@example.com"
    assert first("198.51.100.63", "ip", format="ipv4") == "192.0.2.1"
    assert first("+12065550188", "phone") == "+12025550100"
    assert first("+12025550100", "phone") == "+12025550101"


def test_a_date_keeps_its_year_first() -> None:
    assert first("1961-02-17", "birth_date", format="date") == "1961-01-01"
    assert first("1961-01-01", "birth_date", format="date") == "2000-01-01"


def test_a_pattern_is_met() -> None:
    assert "0000000000" in list(text_standins("0491570156", "phone", "en", PHRASES, {"pattern": r"^0\d{9}$"}))


def test_words_in_the_language_within_the_lengths() -> None:
    assert first("geheim", "reason", "de") == "Persönliche Gründe"
    assert first("secret story", "reason", "en", max_length=10) == "Personal"
    made = first("x", "anything", "en", min_length=40)
    assert made is not None
    assert len(made) >= 40


def test_an_enum_gives_its_neutral_member_or_nothing() -> None:
    assert first("widowed", "status", enum=("married", "widowed", "other")) == "other"
    assert first("widowed", "status", enum=("married", "widowed")) is None


@pytest.mark.parametrize("role", ["recipient", "payee", "login"])
def test_never_for_whom_the_call_acts_on(role: str) -> None:
    assert acts_on(role)
    assert not acts_on("person_name")


def test_lengths() -> None:
    assert fit("abc", None, 2) == "ab"
    assert fit("", 3, None) is None
    assert fit("None given", 25, 25) == "None given None given Non"


def test_numbers_stay_in_range_and_differ() -> None:
    assert list(number_standins(5, {"minimum": 1, "maximum": 9}, True)) == [1, 0, 1, 9, 10]
    assert 0 not in list(number_standins(0, {}, True))
