"""A time budget around a backend: what is not there in time counts as nothing found, and the next text does not wait for it.

What a backend raises goes on to the caller, where it becomes the policy's failure mode. Must not be in here: backends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from queue import SimpleQueue

Item = tuple[int, int, str, str, float]
Find = Callable[[str], Sequence[Item]]
_Work = tuple[str, "Future[Sequence[Item]]"]


class Bounded:
    """`find` in a thread of its own, one text at a time. Safe to share between threads, and in a process that was forked before the first text."""

    def __init__(self, find: Find, seconds: float) -> None:
        """`seconds` is the most that one text may take, waiting for other threads' texts included."""
        self._find = find
        self._seconds = seconds
        self._lock = threading.Lock()
        self._queue: SimpleQueue[_Work] | None = None
        self._running: Future[Sequence[Item]] | None = None
        self.skipped = 0
        """Texts of which the answer did not come in time."""

    def __call__(self, text: str) -> Sequence[Item]:
        """Give the items of a text, or none if they are not there in time."""
        if not self._lock.acquire(timeout=self._seconds):
            return self._skip()
        try:
            if self._running is not None and not self._running.done():
                return self._skip()  # still at work on a text that took too long
            self._running = answer = self._begin(text)
            try:
                return answer.result(self._seconds)
            except Late:
                if answer.done():
                    raise  # the backend's own
                return self._skip()
        finally:
            self._lock.release()

    def _skip(self) -> Sequence[Item]:
        self.skipped += 1
        return ()

    def _begin(self, text: str) -> Future[Sequence[Item]]:
        if self._queue is None:  # not before the first text: threads do not survive a fork
            self._queue = SimpleQueue()
            threading.Thread(target=self._work, args=(self._queue,), name="backend", daemon=True).start()  # a hanging backend keeps no process alive
        answer: Future[Sequence[Item]] = Future()
        self._queue.put((text, answer))
        return answer

    def _work(self, queue: SimpleQueue[_Work]) -> None:
        while True:
            text, answer = queue.get()
            try:
                answer.set_result(self._find(text))
            except BaseException as error:
                answer.set_exception(error)
