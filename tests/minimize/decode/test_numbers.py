"""Numbers written another way."""

import pytest

from minimize.decode import numbers
from minimize.decode.reading import read


def plain(step, text):
    return read("x", text, step(text), weak=False).text


@pytest.mark.parametrize(
    ("step", "text", "expected"),
    [
        (numbers.spaced, "2 0 2 5 5 5 0 1 4 2", "202-555-0142"),
        (numbers.spaced, "3-8-6-4-0-6-1-5-3", "386-40-6153"),
        (numbers.spaced, "4 4 7 7 0 0 9 0 0 4 6 1", "+44-7700900461"),
        (numbers.spaced, "41 11 11 11 11 11 11 11", "4111111111111111"),
        (numbers.broken, "386-4\n0-6153", "386-40-6153"),
        (numbers.words, "four one double one triple one nine", "41111119"),
        (numbers.words, "fifty five fifty five twenty three forty two", "55552342"),
        (numbers.words, "二〇二五五五〇一四二", "202-555-0142"),
    ],
)
def test_numbers_are_put_together(step, text, expected):
    assert plain(step, text) == expected


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (numbers.spaced, "12 34 56 78"),
        (numbers.spaced, "2026-05-12 10:30:15"),
        (numbers.words, "one two three four five six seven eight nine ten"),
        (numbers.words, "one or two of the three"),
    ],
)
def test_ordinary_numbers_stay(step, text):
    assert step(text) == []


@pytest.mark.parametrize("digits", ["123456789", "1010101010", "9876543210"])
def test_counting_and_bits_have_no_groups(digits):
    assert numbers.groups_of(digits) == ()
    assert numbers.grouped(digits) == digits
