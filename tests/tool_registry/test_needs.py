"""Needs, read from their line of data and written again."""

from __future__ import annotations

import pytest

from tool_registry.errors import RegistryError
from tool_registry.model import Need, Use
from tool_registry.needs import CATEGORIES, need, written


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("payload city", Need(Use.PAYLOAD, "city")),
        ("setting", Need(Use.SETTING)),
        ("content exact *", Need(Use.CONTENT, "exact", frozenset({"*"}))),
        ("content city H F", Need(Use.CONTENT, "city", frozenset({"H", "F"}))),
        ("content exact -DI,C", Need(Use.CONTENT, "exact", CATEGORIES - {"DI", "C"})),
    ],
)
def test_a_need_is_read_from_its_words(text: str, made: Need) -> None:
    assert need(text) == made


@pytest.mark.parametrize("text", ["", "love", "payload galaxy", "content exact XX", "content exact -XX"])
def test_an_unknown_word_of_a_need_is_refused(text: str) -> None:
    with pytest.raises(RegistryError):
        need(text)


@pytest.mark.parametrize(
    "text", ["payload city", "setting", "content exact *", "content city F H", "content exact -C,DI", "content exact -C", "ballast", "payload none", "content"]
)
def test_what_is_written_is_read_as_the_same_need(text: str) -> None:
    assert written(need(text)) == text
    assert need(written(need(text))) == need(text)
