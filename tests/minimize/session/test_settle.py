"""A call fits, fits when it says less, or does not fit."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from minimize.clauses import SessionPolicy
from minimize.session.book import Book
from minimize.session.outgoing import Item, Outgoing
from minimize.session.settle import SESSION, Asked, Ledger, Settled, settle


def out(*marks: str, weight: float = 4.0) -> Outgoing:
    return Outgoing("op", tuple(Item(mark, weight, False, "") for mark in marks), "")


def ledger(book: Book | None = None, **policy: float) -> Ledger:
    return Ledger(SessionPolicy(**policy), {SESSION: book or Book(), "b": Book()}, 0.0)  # type: ignore[arg-type]


def asked(first: Outgoing, second: Outgoing | None = None, book: str = "", anyway: bool = False) -> Asked:
    return Asked(first, book, lambda: second, anyway)


def test_each_call_is_settled_after_those_before_it() -> None:
    books = ledger(budget=8.0)
    assert settle([asked(out("a")), asked(out("b", "c"), out("b")), asked(out("d"), out("d")), asked(out("a"))], books) == [
        Settled.FITS,
        Settled.STRICTER,
        Settled.OVER,
        Settled.FITS,
    ]
    assert books.changed[SESSION].spent() == 8.0


def test_what_leaves_anyway_counts() -> None:
    books = ledger(budget=4.0)
    assert settle([asked(out("a", "b"), anyway=True)], books) == [Settled.OVER]
    assert books.changed[SESSION].spent() == 8.0


def test_what_does_not_leave_changes_nothing() -> None:
    books = ledger(budget=4.0)
    assert settle([asked(out("a", "b"))], books) == [Settled.OVER]
    assert books.changed == {}


def test_the_stricter_form_is_decided_only_where_it_is_needed() -> None:
    def never() -> Outgoing | None:
        raise AssertionError

    assert settle([Asked(out("a"), "", never)], ledger(budget=4.0)) == [Settled.FITS]


def test_both_budgets_hold() -> None:
    books = ledger(budget=100.0, operator_budget=4.0)
    assert settle([asked(out("a"), book="b"), asked(out("c"), book="b"), asked(out("c"))], books) == [Settled.FITS, Settled.OVER, Settled.FITS]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.sets(st.sampled_from("abcdefgh")), st.sets(st.sampled_from("abcdefgh"))), max_size=10), st.floats(0.5, 40.0))
def test_what_is_let_through_never_exceeds_the_budget(calls: list[tuple[set[str], set[str]]], budget: float) -> None:
    books = ledger(budget=budget)
    settle([asked(out(*sorted(first)), out(*sorted(first & second))) for first, second in calls], books)
    spent = books.changed[SESSION].spent() if SESSION in books.changed else 0.0
    assert 0.0 <= spent <= budget + 1e-6
