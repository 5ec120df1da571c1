"""What left in one session, or went to one operator about one person: sums and keyed hashes, of bounded size.

Each item counts once for each operator. What an operator can join to a person counts more: `linkability` times its weight, for every
operator that the person is told to. Operators to whom the same identifying item went are taken together, for they could join what they have.
Sums only grow; with a window, they are forgotten when it has gone by. Must not be in here: values, storage, limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import orjson

from minimize.session.outgoing import Item, Outgoing

MAX_ITEMS: Final = 512
"""Items that are remembered; the oldest are forgotten, and count again if they leave again."""
MAX_OPERATORS: Final = 64
"""Operators that are told apart; all others are taken together, as if they joined what they have."""
MAX_MARKS: Final = 32
"""Identifying items of one group of operators that are remembered."""
SLICES: Final = 8
"""Parts of a window that are forgotten one by one."""
ENOUGH_TRAITS: Final = 3
"""Different traits that together tell who somebody is."""
_OTHERS: Final = "*"
VERSION: Final = 1


class Group:
    """Operators that could join what they have, and what that is."""

    __slots__ = ("marks", "operators", "traits", "weight")

    def __init__(self, weight: float = 0.0, operators: Iterable[str] = (), marks: Iterable[str] = (), traits: Iterable[str] = ()) -> None:
        self.weight = weight
        self.operators = list(operators)
        self.marks = list(marks)
        self.traits = list(traits)

    def cost(self, linkability: float) -> float:
        """Give what the group's items cost: more by each operator, once it can be told whose they are."""
        known = bool(self.marks) or len(self.traits) >= ENOUGH_TRAITS
        return self.weight * (1.0 + linkability * len(self.operators) * known)

    def add(self, item: Item) -> None:
        """Take one more item in."""
        self.weight += item.weight
        if item.identifies and item.mark and item.mark not in self.marks:
            self.marks = [*self.marks, item.mark][-MAX_MARKS:]
        if item.trait and item.trait not in self.traits:
            self.traits.append(item.trait)


class Book:
    """One account. `charge` changes it; make a `copy` to try."""

    __slots__ = ("_groups", "_items", "_slices", "_spent")

    def __init__(self) -> None:
        self._spent = 0.0
        self._slices: dict[int, float] = {}
        self._items: dict[str, int] = {}
        self._groups: list[Group] = []

    def spent(self, now: float = 0.0, window_s: float = 0.0) -> float:
        """Give the sum; with a window, of what fell into it."""
        if not window_s:
            return self._spent
        oldest = _slice(now, window_s) - SLICES
        return sum([amount for number, amount in self._slices.items() if number > oldest])

    def charge(self, out: Outgoing, linkability: float, now: float = 0.0, window_s: float = 0.0) -> None:
        """Add what a call lets out. Items that the operator has already cost nothing more."""
        number = _slice(now, window_s)
        if window_s:
            self._forget(number - SLICES)
        fresh: list[Item] = []
        for item in out.items:
            known = out.operator[:8] + item.mark[:14]
            if item.mark and known in self._items:
                self._items[known] = self._items.pop(known) if not window_s else number
                continue
            if item.mark:
                self._items[known] = number
            fresh.append(item)
        while len(self._items) > MAX_ITEMS:
            del self._items[next(iter(self._items))]
        if not fresh:
            return
        before = self._cost(linkability)
        group = self._group(out.operator, [item.mark for item in out.items if item.identifies and item.mark])
        for item in fresh:
            group.add(item)
        amount = max(0.0, self._cost(linkability) - before)
        self._spent += amount
        if window_s:
            self._slices[number] = self._slices.get(number, 0.0) + amount

    def _cost(self, linkability: float) -> float:
        return sum([group.cost(linkability) for group in self._groups])

    def _forget(self, oldest: int) -> None:
        self._slices = {number: amount for number, amount in self._slices.items() if number > oldest}
        self._items = {mark: number for mark, number in self._items.items() if number > oldest}
        if not self._slices:
            self._groups = []

    def _group(self, operator: str, marks: list[str]) -> Group:
        """The group of an operator, joined with all that were given one of these items."""
        if sum([len(group.operators) for group in self._groups]) >= MAX_OPERATORS and not any(operator in group.operators for group in self._groups):
            operator = _OTHERS
        one: Group | None = None
        rest: list[Group] = []
        for group in self._groups:
            if operator not in group.operators and not any(mark in group.marks for mark in marks):
                rest.append(group)
            elif one is None:
                one = group
            else:
                one = _joined(one, group)
        if one is None:
            one = Group()
        if operator not in one.operators:
            one.operators.append(operator)
        self._groups = [*rest, one]
        return one

    def copy(self) -> Book:
        """Give a book that says the same."""
        book = Book()
        book._spent, book._slices, book._items = self._spent, dict(self._slices), dict(self._items)
        book._groups = [Group(group.weight, group.operators, group.marks, group.traits) for group in self._groups]
        return book

    def written(self) -> bytes:
        """Give it as bytes for a store."""
        groups = [[group.weight, group.operators, group.marks, group.traits] for group in self._groups]
        said = {"v": VERSION, "spent": self._spent, "slices": list(self._slices.items()), "items": list(self._items.items()), "groups": groups}
        return orjson.dumps(said)

    @classmethod
    def read(cls, data: bytes | None) -> Book:
        """Read what `written` gave; an empty book for None. ValueError for anything else: what was spent must not be forgotten by mistake."""
        book = cls()
        if data is None:
            return book
        try:
            said: Mapping[str, Any] = orjson.loads(data)
            if said["v"] != VERSION:
                raise ValueError("a book of another version")
            book._spent = float(said["spent"])
            book._slices = {int(number): float(amount) for number, amount in said["slices"]}
            book._items = {str(mark): int(number) for mark, number in said["items"]}
            book._groups = [Group(float(weight), operators, marks, traits) for weight, operators, marks, traits in said["groups"]]
        except (KeyError, TypeError):
            raise ValueError("no book") from None
        return book


def _slice(now: float, window_s: float) -> int:
    return int(now * SLICES / window_s) if window_s else 0


def _joined(one: Group, other: Group) -> Group:
    marks = list(dict.fromkeys((*one.marks, *other.marks)))[-MAX_MARKS:]
    return Group(one.weight + other.weight, dict.fromkeys((*one.operators, *other.operators)), marks, dict.fromkeys((*one.traits, *other.traits)))
