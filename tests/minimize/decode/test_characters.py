"""Disguises made for the eye."""

import pytest

from minimize.decode import characters
from minimize.decode.reading import read


def plain(step, text):
    return read("x", text, step(text), weak=False).text


@pytest.mark.parametrize(
    ("step", "text", "expected"),
    [
        (characters.invisible, "an\u200ba q\u0336", "ana q"),
        (characters.tags, "x\U000e0061\U000e0062", "xab"),
        (characters.override, "\u202ecba d\u202c", "\u202ed abc\u202c"),
        (characters.compatible, "ⓐ²\U0001d7d1", "a23"),
        (characters.compatible, "௧௨", "12"),
        (characters.homoglyphs, "dіаbеtеs", "diabetes"),
        (characters.spaced_letters, "M a r i a G o n", "Maria Gon"),
        (characters.spaced_letters, "d-i-a-b-e-t-e-s", "diabetes"),
        (characters.leet_mail, "4nn@3xampl3.c0m", "ann@example.com"),
        (characters.wrapped, "ann@exam\nple.com", "ann@example.com"),
        (characters.wrapped, "dia-\nbetes", "diabetes"),
    ],
)
def test_disguises_are_taken_off(step, text, expected):
    assert plain(step, text) == expected


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (characters.homoglyphs, "привет мир"),
        (characters.spaced_letters, "1 2 3 4 5 6 7"),
        (characters.wrapped, "write to ann@example.com\nthanks"),
        (characters.wrapped, "see you.\nann@example.com"),
        (characters.leet_mail, "ann@example.com"),
        (characters.compatible, "नमस्ते"),
    ],
)
def test_ordinary_texts_stay(step, text):
    assert step(text) == []


def test_leet_needs_a_known_word():
    assert [p[2] for p in characters.leet("c4nc3r", {"cancer"}.__contains__)] == ["a", "e"]
    assert [p[2] for p in characters.leet("1upus", {"lupus"}.__contains__)] == ["l"]
    assert characters.leet("c4nc3r", frozenset().__contains__) == []
