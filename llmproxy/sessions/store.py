"""What a store of sessions can do: give some books at once, and take them back if nobody was faster.

Must not be in here: what stands in a book. Keys are keyed hashes already, data hold no values.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class StoreDown(Exception):
    """The store cannot be asked, or gives no answer in time."""


class Kept(NamedTuple):
    """What a store holds under a key."""

    version: int = 0
    """0: nothing, or nothing any more."""
    data: bytes | None = None


class Change(NamedTuple):
    """What is to be held from now on, if `version` is still what is held."""

    key: str
    version: int
    data: bytes
    ttl_s: float


class Store(Protocol):
    """A store of sessions. Every operation raises `StoreDown` rather than to guess."""

    async def load(self, keys: Sequence[str]) -> list[Kept]:
        """Give what is held under the keys, in their order."""
        ...

    async def swap(self, changes: Sequence[Change]) -> bool:
        """Take all changes, or none where one's version is not held any more; say which."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
