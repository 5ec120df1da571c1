"""Prose in a field that promises a story about the user is an item whatever it says."""

from __future__ import annotations

import base64

import pytest

from minimize.detectors.roles import USER_CONTEXT, narrative, tells


@pytest.mark.parametrize(
    "text",
    [
        "plays the oboe at night",
        "Qvortrup blimdest varu",
        "живе сам на горищі",
        "昨日から眠れない状態",
        "นอนไม่หลับมาหลายคืน",
        '{"cart": 3, "notes": ["cannot sleep since spring"]}',
        base64.b64encode(b"lives alone above the bakery and sleeps badly").decode(),
    ],
)
def test_prose_tells(text: str) -> None:
    assert tells(text, "always")


@pytest.mark.parametrize(
    "text",
    [
        "calm", "A-1029", "usr_88213 ses_20291", "https://shop.example/a/b", "src/net/retry.py", "2031-02-03", "42",
        '{"page": 2, "sort": "price"}', "晴れ", "[]", "  ",
    ],
)  # fmt: skip
def test_codes_and_single_words_do_not(text: str) -> None:
    assert not tells(text, "always")


def test_where_a_name_only_may_promise_it_takes_more_words() -> None:
    assert tells("window seat", "always")
    assert not tells("window seat", "maybe")


def test_the_whole_value_is_the_item() -> None:
    item = narrative("keeps bees on the roof", "user_story", "always")
    assert item is not None
    assert (item.start, item.end, item.category, item.sub, item.detector) == (0, 22, "Im", USER_CONTEXT, "role:user_story")
    assert narrative("calm", "user_story", "always") is None
