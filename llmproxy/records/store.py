"""The store's door: the exchange puts records into a queue and goes on; one thread writes them in batches.

    exchange(), outcome() -> bounded queue -> writer thread -> one transaction a batch

Nothing is lost at a normal shutdown: `close()` writes what is queued. A full queue or a store that fails does not stop
traffic; what was not recorded is counted in `lost` and logged without values.

Must not be in here: what a row holds (`audit.py`), SQL of figures (`figures.py`).
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import logging
import os
import queue
import sqlite3
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from llmproxy.records.audit import plain_name
from llmproxy.records.model import ExchangeRecord, Outcome, Verdict

if TYPE_CHECKING:
    import sqlalchemy as sa

    from llmproxy.config import Settings

log = logging.getLogger("toolminimize.records")

QUEUE_LIMIT = 20_000
BATCH = 100
BATCH_WAIT_S = 0.1
"""How long the writer lets a batch grow; a report or `close()` cuts it short."""
ATTEMPTS = 3
WATCH_EVERY_S = 60.0
WATCH_WINDOW_S = 7 * 86_400.0
"""How often, after new outcomes, and over which time the over-minimisation alarm is looked at."""


_FILE = "sqlite:///"


class RecordsError(Exception):
    """The store cannot be opened. One line; the URL may hold a password and is not in it."""


@dataclass(frozen=True, slots=True)
class _Outcome:
    key_name: str
    call_id: str
    outcome: Outcome


class Records:
    """The audit store of one process. Thread-safe; start it after a fork."""

    def __init__(self, database_url: str, secret: bytes, versions: Mapping[str, str] | None = None) -> None:
        self._url = database_url
        self._secret = secret
        self._versions = dict(versions or {})
        self._queue: queue.SimpleQueue[ExchangeRecord | _Outcome | threading.Event | None] = queue.SimpleQueue()
        self._hurry = threading.Event()
        self._engine: sa.Engine | None = None
        self._tried = threading.Event()
        """Set once the writer has opened the store, or failed to."""
        self._thread: threading.Thread | None = None
        self._watched = 0.0
        self._alarms: frozenset[str] = frozenset()
        self.lost = 0
        """Records that could not be kept: the queue was full, or the store failed."""

    @classmethod
    def of(cls, settings: Settings, versions: Mapping[str, str] | None = None) -> Records:
        """Build the store of an installation; `versions` are those of the knowledge data."""
        return cls(settings.database_url, settings.secret, versions)

    def start(self) -> None:
        """Open the store and start the writer. Raises `RecordsError`.

        Of an SQLite file only what could go wrong is tried here, in a few milliseconds: SQLAlchemy, which takes half a second to
        import, is left to the writer, while the queue is open. Another store is opened here: call it off the loop.
        """
        if self._thread is not None:
            return
        if self._url.startswith(_FILE):
            preflight(self._url)
        else:
            self._engine = _open(self._url)
        self._thread = threading.Thread(target=self._run, name="toolminimize-records", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def exchange(self, record: ExchangeRecord) -> None:
        """Queue the record of an exchange; never waits."""
        self._put(record)

    def outcome(self, key_name: str, call_id: str, outcome: Outcome) -> None:
        """Queue what a tool's result said of the latest call of that id that the key made; the first word stays."""
        if call_id:
            self._put(_Outcome(key_name, call_id, outcome))

    async def report(self, exchange_id: str) -> dict[str, Any] | None:
        """Give the audit record of an exchange, everything queued before included; None where there is none."""
        return await asyncio.to_thread(self.report_now, exchange_id)

    async def confirm(self, exchange_id: str, call_id: str, verdict: Verdict) -> bool:
        """Record a person's word on a call that asked for confirmation; False where there is no such call."""
        return await asyncio.to_thread(self.confirm_now, exchange_id, call_id, verdict)

    async def tools(self) -> list[dict[str, Any]]:
        """Give live figures per tool of the last week: calls, TCR, outcomes of changed and unchanged calls, alarm."""
        return await asyncio.to_thread(self.tools_now)

    def report_now(self, exchange_id: str) -> dict[str, Any] | None:
        """Do what `report` does, in the caller's thread."""
        from llmproxy.records.figures import report

        self.flush()
        with self._opened().connect() as connection:
            return report(connection, exchange_id)

    def confirm_now(self, exchange_id: str, call_id: str, verdict: Verdict) -> bool:
        """Do what `confirm` does, in the caller's thread."""
        from llmproxy.records.figures import confirm

        self.flush()
        with self._opened().begin() as connection:
            return confirm(connection, exchange_id, plain_name(call_id, self._secret), verdict)

    def tools_now(self) -> list[dict[str, Any]]:
        """Do what `tools` does, in the caller's thread."""
        from llmproxy.records.figures import tools

        self.flush()
        with self._opened().connect() as connection:
            return tools(connection, time.time() - WATCH_WINDOW_S)

    def flush(self, timeout_s: float = 10.0) -> bool:
        """Wait until everything queued so far is written; False where the time ran out."""
        if self._thread is None or not self._thread.is_alive():
            return False
        written = threading.Event()
        self._queue.put(written)
        self._hurry.set()
        return written.wait(timeout_s)

    def close(self) -> None:
        """Write what is queued, stop the writer, close the store. Safe to call twice."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        atexit.unregister(self.close)
        self._queue.put(None)
        self._hurry.set()
        thread.join(30)
        if self._engine is not None:
            self._engine.dispose()

    def _put(self, item: ExchangeRecord | _Outcome) -> None:
        if self._queue.qsize() >= QUEUE_LIMIT:
            self._lose(1, "the queue is full")
            return
        self._queue.put(item)

    def _lose(self, count: int, why: str) -> None:
        if self.lost == 0 or (self.lost + count) // 1000 > self.lost // 1000:
            log.error("audit: %d records could not be kept so far: %s", self.lost + count, why)
        self.lost += count

    def _opened(self) -> sa.Engine:
        if self._engine is None and self._thread is not None:
            self._tried.wait(30)
        if self._engine is None:
            raise RecordsError("the audit store is not open")
        return self._engine

    def _run(self) -> None:
        if self._engine is None:
            try:
                self._engine = _open(self._url)
            except RecordsError as error:
                log.error("audit: %s", error)
        self._tried.set()
        gc.freeze()  # what the import has made stays for good
        running = True
        while running:
            items: list[ExchangeRecord | _Outcome | threading.Event | None] = [self._queue.get()]
            if not isinstance(items[0], threading.Event) and items[0] is not None:
                self._hurry.wait(BATCH_WAIT_S)
            self._hurry.clear()
            while len(items) < BATCH and items[-1] is not None:
                try:
                    items.append(self._queue.get_nowait())
                except queue.Empty:
                    break
            running = items[-1] is not None
            for records, outcomes in runs(items):
                self._write(records, outcomes)
            for item in items:
                if isinstance(item, threading.Event):
                    item.set()

    def _watch(self) -> None:
        """Log the tools whose rewritten calls have begun to fail; never more often than every `WATCH_EVERY_S`."""
        from llmproxy.records.figures import tools

        now = time.monotonic()
        if self._watched and now - self._watched < WATCH_EVERY_S:
            return
        self._watched = now
        with self._opened().connect() as connection:
            alarms = frozenset(t["tool"] for t in tools(connection, time.time() - WATCH_WINDOW_S) if t["alarm"])
        for tool in sorted(alarms - self._alarms):
            log.warning("over-minimisation: rewritten calls of tool `%s` fail more often than unchanged ones", tool)
        self._alarms = alarms

    def _write(self, records: Sequence[ExchangeRecord], outcomes: Sequence[_Outcome]) -> None:
        from llmproxy.records.figures import write

        told = [{"k": o.key_name, "c": plain_name(o.call_id, self._secret), "o": o.outcome} for o in outcomes]
        for attempt in range(ATTEMPTS):
            try:
                with self._opened().begin() as connection:
                    write(connection, records, told, self._secret, self._versions)
                if told:
                    self._watch()
                return
            except Exception as error:  # the store's drivers raise what they like; a record must not stop the writer
                if attempt + 1 == ATTEMPTS:
                    self._lose(len(records), type(error).__name__)
                else:
                    time.sleep(0.05 * (attempt + 1))


def runs(items: Sequence[object]) -> list[tuple[list[ExchangeRecord], list[_Outcome]]]:
    """Group a batch into as few (records, then outcomes) as keep its order where that matters.

    Some upstreams number calls anew in every answer: an outcome that was queued before a record with the same call id
    belongs to an earlier call of that id.
    """
    found: list[tuple[list[ExchangeRecord], list[_Outcome]]] = []
    told: set[str] = set()
    for item in items:
        if isinstance(item, ExchangeRecord):
            if not found or any(call.call.call_id in told for call, _ in item.calls):
                found.append(([], []))
                told = set()
            found[-1][0].append(item)
        elif isinstance(item, _Outcome):
            if not found:
                found.append(([], []))
            found[-1][1].append(item)
            told.add(item.call_id)
    return found


def preflight(url: str) -> None:
    """Raise `RecordsError` where the store cannot be opened, before a server is started. Needs no SQLAlchemy for an SQLite file."""
    if not url.startswith(_FILE):
        _open(url).dispose()
        return
    try:
        _touch(url)
        if path := _path(url):
            connection = sqlite3.connect(path, timeout=10)
            try:
                connection.execute("PRAGMA schema_version").fetchone()
            finally:
                connection.close()
    except OSError as error:
        raise RecordsError(f"the audit store cannot be opened: {(error.strerror or 'failed').lower()}") from None
    except sqlite3.Error as error:
        raise RecordsError(f"the audit store cannot be opened: {type(error).__name__}") from None


def _open(url: str) -> sa.Engine:
    from llmproxy.records.tables import open_engine

    try:
        _touch(url)
        return open_engine(url)
    except ImportError:
        raise RecordsError("the audit store cannot be opened: its driver is not installed (PostgreSQL: the extra `postgres`)") from None
    except Exception as error:  # any driver's error; its text may hold the URL
        raise RecordsError(f"the audit store cannot be opened: {type(error).__name__}") from None


def _touch(url: str) -> None:
    """Make an SQLite file that only the owner can read; SQLite gives its other files the same mode."""
    if path := _path(url):
        Path(path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _path(url: str) -> str:
    """Give the file of an SQLite URL, empty for a database in memory."""
    path = url.removeprefix(_FILE).partition("?")[0] if url.startswith(_FILE) else ""
    return "" if path == ":memory:" else path
