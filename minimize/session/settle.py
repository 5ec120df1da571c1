"""Whether calls still fit into their session's budget: each as it is, or stricter, or not at all.

Must not be in here: storage, how a call is made stricter, what the failure mode is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from minimize.clauses import SessionPolicy
from minimize.session.book import Book
from minimize.session.outgoing import Outgoing

SESSION: Final = "session"
"""Key of the session's own book; the others have an operator's and a person's."""
_CENT: Final = 1e-9


class Settled(StrEnum):
    """What becomes of a call."""

    FITS = "fits"
    STRICTER = "stricter"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Asked:
    """One call that asks to leave."""

    out: Outgoing
    book: str
    """Key of the book of its operator and person; empty: there is none."""
    stricter: Callable[[], Outgoing | None]
    """What it would let out in its stricter form, decided when it is asked for; None: there is none."""
    leaves_anyway: bool = False
    """Goes on over the budget, too (shadow, `open`, `prompt`), so it counts."""


class Ledger:
    """The books of one session, as they were kept; `changed` are those that have to be written."""

    def __init__(self, policy: SessionPolicy, books: Mapping[str, Book], now: float) -> None:
        self._policy = policy
        self._books = dict(books)
        self._now = now
        self.changed: dict[str, Book] = {}

    def admits(self, out: Outgoing, key: str) -> bool:
        """Charge what a call lets out if that stays within all budgets; say whether it did."""
        tried = self._tried(out, key)
        policy = self._policy
        if policy.budget and SESSION in tried and tried[SESSION].spent() > policy.budget + _CENT:
            return False
        if policy.operator_budget and key in tried and tried[key].spent(self._now, policy.window_s) > policy.operator_budget + _CENT:
            return False
        self._keep(tried)
        return True

    def charge(self, out: Outgoing, key: str) -> None:
        """Charge what leaves, whatever the budgets."""
        self._keep(self._tried(out, key))

    def _tried(self, out: Outgoing, key: str) -> dict[str, Book]:
        tried: dict[str, Book] = {}
        if not out.items:
            return tried
        if self._policy.budget:
            tried[SESSION] = self._books[SESSION].copy()
            tried[SESSION].charge(out, self._policy.linkability)
        if self._policy.operator_budget and key:
            tried[key] = self._books[key].copy()
            tried[key].charge(out, 0.0, self._now, self._policy.window_s)
        return tried

    def _keep(self, tried: Mapping[str, Book]) -> None:
        self._books.update(tried)
        self.changed.update(tried)


def settle(calls: Sequence[Asked], ledger: Ledger) -> list[Settled]:
    """Settle calls in their order; what leaves is charged."""
    return [_settled(call, ledger) for call in calls]


def _settled(call: Asked, ledger: Ledger) -> Settled:
    if ledger.admits(call.out, call.book):
        return Settled.FITS
    less = call.stricter()
    if less is not None and ledger.admits(less, call.book):
        return Settled.STRICTER
    if call.leaves_anyway:
        ledger.charge(less or call.out, call.book)
    return Settled.OVER
