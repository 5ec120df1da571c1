"""Sessions: how much has left already, and whether a call still fits.

`outgoing` says what a decided call would add, without a value; `book` adds up; `settle` decides between the call as it is, a stricter
one, and the failure mode. Clocks, hashes and what was kept so far come in as arguments; where it is kept is the caller's.
Must not be in here: storage, requests, who asks.
"""

from __future__ import annotations

from minimize.session.book import Book
from minimize.session.outgoing import Item, Outgoing, outgoing
from minimize.session.settle import Asked, Ledger, Settled, settle

__all__ = ["Asked", "Book", "Item", "Ledger", "Outgoing", "Settled", "outgoing", "settle"]
