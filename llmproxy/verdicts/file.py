"""Answers in an SQLite file, for all processes of this machine that name the same data directory; they outlast a restart.

One thread does all work with the file, which is opened (and made, readable for its owner only) when something is first put into it.
Must not be in here: what to do when the file cannot be used; it is `StoreFailed`, always.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from llmproxy.verdicts.store import StoreFailed

FILE_NAME: Final = "verdicts.sqlite3"
_SWEEP: Final = 64
"""After so many answers old and surplus ones are taken out."""
_TABLE: Final = "CREATE TABLE IF NOT EXISTS verdicts (key BLOB PRIMARY KEY, at REAL NOT NULL, data BLOB NOT NULL) WITHOUT ROWID"
_ORDER: Final = "CREATE INDEX IF NOT EXISTS verdicts_at ON verdicts (at)"

T = TypeVar("T")


class SqliteStore:
    """A store in a file."""

    def __init__(self, path: Path, *, max_entries: int, ttl_s: float, timeout_s: float = 0.25, clock: Callable[[], float] = time.time) -> None:
        self._path = path
        self._max_entries = max_entries
        self._ttl_s = ttl_s
        self._timeout_s = timeout_s
        self._clock = clock
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="verdicts")  # its thread is made when there is work
        self._connection: sqlite3.Connection | None = None
        self._puts = 0
        self._closed = False

    async def get(self, key: bytes) -> bytes | None:
        """Give what is held under a key."""

        def work() -> bytes | None:
            if self._connection is None and not self._path.exists():
                return None
            found = self._opened().execute("SELECT data FROM verdicts WHERE key = ? AND at > ?", (key, self._clock() - self._ttl_s)).fetchone()
            return bytes(found[0]) if found is not None else None

        return await self._in_thread(work)

    async def put(self, key: bytes, data: bytes) -> None:
        """Hold something under a key from now on."""

        def work() -> None:
            self._opened().execute("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?)", (key, self._clock(), data))
            if self._puts % max(1, min(_SWEEP, self._max_entries // 10)) == 0:
                self._sweep()
            self._puts += 1

        await self._in_thread(work)

    async def purge(self, older_than_s: float = 0.0) -> int:
        """Forget what was put at least so many seconds ago; give how many that were. Waits longer than a call would."""

        def work() -> int:
            if self._connection is None and not self._path.exists():
                return 0
            connection = self._opened()
            gone = connection.execute("DELETE FROM verdicts WHERE at <= ?", (self._clock() - older_than_s,)).rowcount
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return gone

        return await self._in_thread(work, 20 * self._timeout_s)

    async def close(self) -> None:
        """Close the file."""

        def work() -> None:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

        if self._closed:
            return
        self._closed = True
        try:
            await self._in_thread(work, 5.0)
        finally:
            self._worker.shutdown(wait=False)

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self._path, os.O_CREAT | os.O_RDWR, 0o600))  # SQLite gives its other files the same mode
            connection = sqlite3.connect(self._path, timeout=self._timeout_s, isolation_level=None)
            try:
                for line in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA secure_delete = ON", _TABLE, _ORDER):
                    connection.execute(line)
            except sqlite3.Error:
                connection.close()
                raise
            self._connection = connection
        return self._connection

    def _sweep(self) -> None:
        connection = self._opened()
        connection.execute("DELETE FROM verdicts WHERE at <= ?", (self._clock() - self._ttl_s,))
        surplus = connection.execute("SELECT count(*) FROM verdicts").fetchone()[0] - self._max_entries
        if surplus > 0:
            connection.execute("DELETE FROM verdicts WHERE key IN (SELECT key FROM verdicts ORDER BY at LIMIT ?)", (surplus,))

    async def _in_thread(self, work: Callable[[], T], timeout_s: float = 0.0) -> T:
        try:
            async with asyncio.timeout(timeout_s or 2 * self._timeout_s):  # what waits for a lock has said so before
                return await asyncio.get_running_loop().run_in_executor(self._worker, work)
        except (sqlite3.Error, OSError, RuntimeError) as error:  # a time-out is an OSError, a worker that was shut down a RuntimeError
            raise StoreFailed(type(error).__name__) from None
