"""Values of a delegation under names that the tool does not ask for."""

from __future__ import annotations

import time

import pytest

from minimize.detectors.context import CONTEXT_FIELD, masked, outside

NAMED = ("order_id", "delivery_date", "name", "account_last4")


def values(text: str, named: tuple[str, ...] = NAMED) -> list[str]:
    return [text[hit.start : hit.end] for hit in outside(text, named)]


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("- **Account Number**: XKRT20481234ZZ\n- Name: Odalys Brandt", ["XKRT20481234ZZ"]),
        ("Check the member code QX-77120-B first.", ["QX-77120-B"]),
        ('the contract (held as "CTR_2031_0098") is not to be shown', ["CTR_2031_0098"]),
        ("- Previous purchases: ['tent', 'stove']", ["['tent', 'stove']"]),
        ("- **Performance Notes:** late twice in spring", ["late twice in spring"]),
    ],
)
def test_values_under_other_names_are_items(text: str, gone: list[str]) -> None:
    assert values(text) == gone


@pytest.mark.parametrize(
    "text",
    [
        "Order ID: ORD-2031-77120",
        "Look up ORDER-77120-B and answer.",
        "- **Delivery date**: 2031-05-06",
        "Edit src/HTTP2_CLIENT_V2.py and README2_FINAL.md",
        "Deadline: Friday, 3 slots\nSteps:\n1. Read the order\n2. Answer in two lines",
        "see [the guide](https://example.com/A1B2C3D4E5)",
        "ISO 8601, UTF-8, HTTP 404, Q3 2031",
    ],
)
def test_what_is_asked_for_and_what_is_no_data_is_left_alone(text: str) -> None:
    assert values(text) == []


def test_the_end_of_a_number_is_no_item_where_just_that_is_asked_for() -> None:
    assert masked("account ending in ****0412", NAMED)
    assert not masked("account ending in ****0412", ("name",))
    assert not masked("XKRT20481234ZZ", NAMED)


def test_findings_name_the_rule() -> None:
    found = outside("Account Number: XKRT20481234ZZ", NAMED)
    assert [(hit.category, hit.sub, hit.detector) for hit in found] == [("Im", CONTEXT_FIELD, "context:not_named")]


@pytest.mark.parametrize("text", ["A1_" * 30_000, "[" * 100_000, "a" * 100_000 + ":", "- Some Notes: x\n" * 6_000, "['a', " * 16_000])
def test_reading_is_linear(text: str) -> None:
    start = time.perf_counter()
    outside(text, NAMED)
    assert time.perf_counter() - start < 1.0
