"""Pointers: RFC 6901's escapes, patterns with `*`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimize.pointers import join, matches, split


@pytest.mark.parametrize(
    ("steps", "pointer"),
    [((), ""), (("",), "/"), (("a/b", "0"), "/a~1b/0"), (("m~n", ""), "/m~0n/"), (("~1",), "/~01"), (("Straße", "*"), "/Straße/*")],
)
def test_the_two_forms_of_a_pointer(steps: tuple[str, ...], pointer: str) -> None:
    assert join(steps) == pointer
    assert split(pointer) == steps


@given(st.lists(st.text()).map(tuple))
def test_any_steps_come_back(steps: tuple[str, ...]) -> None:
    assert split(join(steps)) == steps


def test_a_pointer_without_slash_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON pointer"):
        split("a/b")


@pytest.mark.parametrize(
    ("pattern", "pointer", "same", "below"),
    [
        ("", "", True, True),
        ("", "/a", False, True),
        ("/a", "/a", True, True),
        ("/a", "/ab", False, False),
        ("/a/*", "/a/0", True, True),
        ("/a/*", "/a", False, False),
        ("/a/*", "/a/0/b", False, True),
        ("/a/*/b", "/a/x~1y/b", True, True),
        ("/a/*/b", "/a/0/c", False, False),
        ("/*/b", "/a/b", True, True),
    ],
)
def test_a_pattern_and_the_places_that_it_names(pattern: str, pointer: str, same: bool, below: bool) -> None:
    assert matches(pattern, pointer) is same
    assert matches(pattern, pointer, prefix=True) is below
