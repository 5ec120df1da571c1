"""Sums of a session: they only grow, count an item once for each operator, and stay small."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimize.session.book import MAX_ITEMS, MAX_OPERATORS, Book
from minimize.session.outgoing import Item, Outgoing

MAIL = Item("m1", 4.0, True, "")
ILL = Item("h1", 4.0, False, "")
BORN, ZIP, WORK = Item("b", 3.0, False, "dob"), Item("z", 3.0, False, "postcode"), Item("w", 3.0, False, "employer")


def out(operator: str, *items: Item) -> Outgoing:
    return Outgoing(operator, items, "")


def spent(*outs: Outgoing, linkability: float = 0.5) -> float:
    book = Book()
    for each in outs:
        book.charge(each, linkability)
    return book.spent()


def test_an_item_counts_once_for_each_operator() -> None:
    assert spent(out("a", ILL), out("a", ILL)) == 4.0
    assert spent(out("a", ILL), out("b", ILL)) == 8.0


def test_what_can_be_joined_to_a_person_counts_more_in_any_order() -> None:
    assert spent(out("a", ILL), out("a", MAIL)) == spent(out("a", MAIL), out("a", ILL)) == spent(out("a", ILL, MAIL)) == 12.0
    assert spent(out("a", ILL), out("a", MAIL), linkability=0.0) == 8.0


def test_operators_who_were_given_the_same_identifier_are_taken_together() -> None:
    apart = spent(out("a", MAIL, ILL), out("b", Item("m2", 4.0, True, ""), BORN))
    joined = spent(out("a", MAIL, ILL), out("b", MAIL, BORN))
    assert (apart, joined) == (8 * 1.5 + 7 * 1.5, 15 * 2.0)


def test_traits_tell_a_person_when_there_are_three() -> None:
    assert spent(out("a", BORN, ZIP)) == 6.0
    assert spent(out("a", BORN, ZIP), out("a", WORK)) == 13.5


def test_a_window_forgets() -> None:
    book = Book()
    book.charge(out("a", ILL), 0.0, now=1000.0, window_s=800.0)
    book.charge(out("a", MAIL), 0.0, now=1500.0, window_s=800.0)
    assert book.spent(1500.0, 800.0) == 8.0
    assert book.spent(1850.0, 800.0) == 4.0
    assert book.spent(5000.0, 800.0) == 0.0
    book.charge(out("a", ILL), 0.0, now=5000.0, window_s=800.0)
    assert book.spent(5000.0, 800.0) == 4.0


def test_it_stays_small_and_forgetting_never_makes_it_cheaper() -> None:
    book = Book()
    for number in range(2_000):
        name = f"{number:08d}".ljust(24, "x")
        book.charge(out(name, Item(name, 1.0, number % 2 == 0, "")), 0.5)
    assert len(book.written()) < 120_000
    assert book.spent() >= 2_000
    assert len(book._items) == MAX_ITEMS
    assert sum(len(group.operators) for group in book._groups) <= MAX_OPERATORS + 1


def test_written_and_read_it_says_the_same() -> None:
    book = Book()
    book.charge(out("a", MAIL, BORN), 0.5, now=10.0, window_s=80.0)
    again = Book.read(book.written())
    assert again.written() == book.written()
    assert Book.read(None).spent() == 0.0


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"v": 2}', b'{"v": 1, "spent": null, "slices": [], "items": [], "groups": []}'])
def test_what_is_no_book_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        Book.read(data)


ITEMS = st.builds(Item, st.sampled_from(["", "a", "b", "c", "d", "e"]), st.floats(0.0, 8.0), st.booleans(), st.sampled_from(["", "dob", "postcode", "age"]))
OUTS = st.builds(Outgoing, st.sampled_from(["x", "y", "z"]), st.lists(ITEMS, max_size=5).map(tuple), st.just(""))


@settings(max_examples=150, deadline=None)
@given(st.lists(OUTS, max_size=12), st.floats(0.0, 3.0), st.sampled_from([0.0, 100.0]))
def test_what_was_spent_only_grows(outs: list[Outgoing], linkability: float, window: float) -> None:
    book = Book()
    before = 0.0
    for each in outs:
        book.charge(each, linkability, 5.0, window)
        now = book.spent(5.0, window)
        assert now >= before >= 0.0
        before = now


@settings(max_examples=100, deadline=None)
@given(st.lists(OUTS, max_size=8), st.floats(0.0, 3.0))
def test_saying_it_again_costs_nothing_but_for_what_is_not_told_apart(outs: list[Outgoing], linkability: float) -> None:
    told = [Outgoing(o.operator, tuple(i for i in o.items if i.mark), "") for o in outs]
    book = Book()
    for each in told:
        book.charge(each, linkability)
    once = book.spent()
    for each in told:
        book.charge(each, linkability)
    assert book.spent() == once
