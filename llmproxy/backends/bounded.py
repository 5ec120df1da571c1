"""A time budget around a backend: what is not there in time counts as nothing found, and the next text does not wait for it.

What a backend raises goes on to the caller, where it becomes the policy's failure mode. Must not be in here: backends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as Late

Item = tuple[int, int, str, str, float]
Find = Callable[[str], Sequence[Item]]


class Bounded:
    """`find` in a thread of its own, one text at a time. Safe to share between threads, and in a process that was forked."""

    def __init__(self, find: Find, seconds: float) -> None:
        """`seconds` is the most that one text may take."""
        self._find = find
        self._seconds = seconds
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._running: Future[Sequence[Item]] | None = None
        self.skipped = 0
        """Texts of which the answer did not come in time."""

    def __call__(self, text: str) -> Sequence[Item]:
        """Give the items of a text, or none if they are not there in time."""
        with self._lock:
            if self._running is not None and not self._running.done():
                self.skipped += 1  # still at work on a text that took too long
                return ()
            if self._pool is None:  # not before the first text: threads do not survive a fork
                self._pool = ThreadPoolExecutor(1, thread_name_prefix="backend")
            self._running = running = self._pool.submit(self._find, text)
            try:
                return running.result(self._seconds)
            except Late:
                if running.done():
                    raise  # the backend's own
                self.skipped += 1
                return ()
