"""The store in a file: shared by processes, kept over restarts, and never waited for."""

from __future__ import annotations

import sqlite3
import stat
import threading
from pathlib import Path

import pytest

from llmproxy.verdicts.file import FILE_NAME, SqliteStore
from llmproxy.verdicts.store import StoreFailed
from tests.llmproxy.verdicts import stores


def store(folder: Path, clock: stores.Clock | None = None, *, most: int = 9, timeout_s: float = 2.0) -> SqliteStore:
    return SqliteStore(folder / "data" / FILE_NAME, max_entries=most, ttl_s=60, timeout_s=timeout_s, clock=clock or stores.Clock())


async def test_it_holds_to_what_stores_hold_to(tmp_path: Path) -> None:
    clock = stores.Clock()
    found = [store(tmp_path / str(number), clock, most=5) for number in range(3)]
    await stores.gives_what_was_put_and_forgets_what_is_old(found[0], clock)
    await stores.lets_go_after(60, found[1], clock)
    await stores.holds_no_more_than(5, found[2], clock)
    for each in found:
        await each.close()


async def test_two_see_the_same_and_so_does_one_after_a_restart(tmp_path: Path) -> None:
    one, two = store(tmp_path), store(tmp_path)
    await one.put(b"a", b"1")
    await two.put(b"b", b"2")
    assert (await one.get(b"b"), await two.get(b"a")) == (b"2", b"1")
    assert await one.purge() == 2 and await two.get(b"a") is None
    await two.put(b"c", b"3")
    await one.close()
    await two.close()
    again = store(tmp_path)
    assert await again.get(b"c") == b"3"
    await again.close()


async def test_nothing_is_made_before_there_is_something_to_keep(tmp_path: Path) -> None:
    found = store(tmp_path)
    assert await found.get(b"a") is None and await found.purge() == 0
    assert not (tmp_path / "data").exists() and threading.active_count() < 20
    await found.put(b"a", b"1")
    made = tmp_path / "data" / FILE_NAME
    assert stat.S_IMODE(made.stat().st_mode) == 0o600 and stat.S_IMODE(made.parent.stat().st_mode) == 0o700
    await found.close()
    await found.close()


async def test_old_ones_leave_the_file_too(tmp_path: Path) -> None:
    clock = stores.Clock()
    found = store(tmp_path, clock, most=1)
    await found.put(b"a", b"1")
    clock.now += 100
    await found.put(b"b", b"2")
    await found.close()
    with sqlite3.connect(tmp_path / "data" / FILE_NAME) as held:
        assert held.execute("SELECT key FROM verdicts").fetchall() == [(b"b",)]


@pytest.mark.parametrize("fault", ["no database", "folder", "locked"])
async def test_a_file_that_cannot_be_used_is_a_fault_in_time(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "data" / FILE_NAME
    path.parent.mkdir()
    if fault == "no database":
        path.write_bytes(b"something else altogether " * 100)
    elif fault == "folder":
        path.mkdir()
    found = store(tmp_path, timeout_s=0.05)
    if fault == "locked":
        await found.put(b"a", b"1")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreFailed):
        await found.put(b"a", b"2")
    if fault == "locked":
        other.close()
        await found.put(b"a", b"2")
        assert await found.get(b"a") == b"2"
    await found.close()
