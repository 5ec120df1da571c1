"""Dates, ages and amounts at a coarser precision."""

from __future__ import annotations

import pytest

from minimize.operators.moments import coarsen_age_text, coarsen_number, coarsen_time


@pytest.mark.parametrize(
    ("text", "precision", "forms"),
    [
        ("2031-09-01T07:40:00-05:00", "date", ("2031-09-01", "2031-09-01T00:00:00-05:00")),
        ("2031-09-01T07:40:00Z", "month", ("2031-09", "2031-09-01", "2031-09-01T00:00:00Z")),
        ("1961-02-17", "year", ("1961", "1961-01-01")),
        ("2031-09-01", "date", ()),
        ("1961-01-01", "year", ()),
        ("next Friday", "date", ()),
        ("2031-09-01T07:40:00Z", "exact", ()),
    ],
)
def test_times(text: str, precision: str, forms: tuple[str, ...]) -> None:
    assert coarsen_time(text, precision) == forms


def test_ages_and_amounts() -> None:
    assert coarsen_number(57, "age", "band") == 50
    assert coarsen_number(50, "age", "band") is None
    assert coarsen_number(118_400, "amount", "band") == 100_000
    assert coarsen_number(7, "amount", "band") is None
    assert coarsen_number(float("nan"), "amount", "band") is None
    assert coarsen_number(True, "age", "band") is None
    assert coarsen_age_text("57", "band") == "50-59"
    assert coarsen_age_text("fifty", "band") is None
    assert coarsen_age_text("57", "exact") is None
