"""What a store of answers can do. Must not be in here: what an answer is; keys are keyed hashes already, data hold no values."""

from __future__ import annotations

from typing import Protocol


class StoreFailed(Exception):
    """The store cannot be asked, or gives no answer in time. Says the kind of fault, never what is held."""


class Store(Protocol):
    """A store of answers. What is older than its time to live is not held any more. Every operation may raise `StoreFailed`."""

    async def get(self, key: bytes) -> bytes | None:
        """Give what is held under a key."""
        ...

    async def put(self, key: bytes, data: bytes) -> None:
        """Hold something under a key from now on."""
        ...

    async def purge(self, older_than_s: float = 0.0) -> int:
        """Forget what was put at least so many seconds ago (0: all); give how many that were."""
        ...

    async def close(self) -> None:
        """Let go of files and connections."""
        ...
