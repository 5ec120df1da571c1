"""PC: non-negative, monotone in items, S, E and N, additive over calls and items."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from minimize.score import privacy_cost

ITEM = st.tuples(st.integers(1, 4), st.floats(0.01, 1.0), st.integers(0, 1))
ITEMS = st.lists(ITEM, max_size=20)


@given(ITEMS)
def test_never_negative(items: list[tuple[int, float, int]]) -> None:
    assert privacy_cost(items) >= 0


@given(ITEMS, ITEM)
def test_monotone_in_items(items: list[tuple[int, float, int]], more: tuple[int, float, int]) -> None:
    assert privacy_cost([*items, more]) >= privacy_cost(items)


@given(st.lists(ITEM, min_size=1, max_size=20), st.data())
def test_monotone_in_each_factor(items: list[tuple[int, float, int]], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(items) - 1))
    s, e, n = items[at]
    for higher in ((data.draw(st.integers(s, 4)), e, n), (s, data.draw(st.floats(e, 1.0)), n), (s, e, data.draw(st.integers(n, 1)))):
        assert privacy_cost([*items[:at], higher, *items[at + 1 :]]) >= privacy_cost(items) - 1e-9


@given(ITEMS, ITEMS)
def test_additive(one: list[tuple[int, float, int]], other: list[tuple[int, float, int]]) -> None:
    assert abs(privacy_cost(one + other) - (privacy_cost(one) + privacy_cost(other))) < 1e-9


def test_zero_means_nothing_unnecessary() -> None:
    assert privacy_cost([(4, 1.0, 0), (3, 0.4, 0)]) == 0
    assert privacy_cost([(4, 1.0, 1), (3, 1.0, 1), (3, 1.0, 1)]) == 10.0
