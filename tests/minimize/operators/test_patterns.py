"""Strings made for a pattern match it."""

from __future__ import annotations

import re

import pytest

from minimize.operators.patterns import sample


@pytest.mark.parametrize(
    "pattern",
    [
        r"^0\d{9}$",
        r"^\d{3}-\d{2}-\d{4}$",
        r"^[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d$",
        r"^\+[1-9]\d{7,14}$",
        r"^https://",
        r"^(foo|bar)+$",
        r"[^\d]x",
        r"^\w+@\w+\.com$",
        r"^.{3,5}$",
    ],
)
def test_made_strings_match_and_shift(pattern: str) -> None:
    first, second = sample(pattern), sample(pattern, 1)
    assert first is not None
    assert second is not None
    assert re.search(pattern, first)
    assert re.search(pattern, second)
    assert sample(pattern) == first


@pytest.mark.parametrize("pattern", ["(", r"^(?=b)a$", r"(a)\1"])
def test_what_cannot_be_made_is_none(pattern: str) -> None:
    assert sample(pattern) is None


def test_length_is_bounded() -> None:
    made = sample(r"a{100000}")
    assert made is None or len(made) <= 400
