"""Whole texts and joined pieces."""

from __future__ import annotations

import time

import pytest

from minimize.whole import is_whole, joined


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("[" * 10_000 + "]" * 10_000, True),
        ("[" * 10_000 + "]" * 9_999, False),
        ("[" * 10_000 + '"]' * 1 + "]" * 9_999, False),
        ("[" * 10_000 + '"]\\"' * 50 + '"' + "]" * 10_000, False),
        ("[" * 10_000 + '"]\\"' + '"' + "]" * 10_000, True),
        ("]" + "[" * 10_000 + "]" * 9_999, False),
    ],
)
def test_depth_does_not_hide_a_cut(text: str, whole: bool) -> None:
    assert is_whole(text) is whole


@pytest.mark.parametrize(
    ("text", "whole"),
    [("{}", True), (' {"x": [1.10, NaN]}\n', True), ("", False), ("{", False), ('{"x": "\\', False), ("{}{}", False), ("nul", False), ("'x'", False)],
)
def test_whole_texts(text: str, whole: bool) -> None:
    assert is_whole(text) is whole


@pytest.mark.parametrize("text", ["[" * 200_000 + '"' + "\\" * 200_000, "9" * 400_000, '"' * 399_999])
def test_time_is_linear(text: str) -> None:
    start = time.process_time()
    is_whole(text)
    assert time.process_time() - start < 1


@pytest.mark.parametrize(
    ("pieces", "custom", "text"),
    [
        (["{}", '{"x":', "1}"], False, '{"x":1}'),
        (["null", "{}"], False, "{}"),
        (["{", "}"], False, "{}"),
        (["{} x"], True, "{} x"),
        (["a\ud83d", "\ude80b\ud83d"], False, "a\U0001f680b\ud83d"),
        ([], False, ""),
    ],
)
def test_joined(pieces: list[str], custom: bool, text: str) -> None:
    assert joined(pieces, custom) == text
