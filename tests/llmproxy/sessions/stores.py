"""For the tests of this folder: what every store holds to, and a real Redis where one is installed, on a port of its own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

from llmproxy.sessions.store import Change, Kept, Store

SERVER = shutil.which("redis-server")


@contextmanager
def redis_server() -> Iterator[str]:
    """Run a Redis on a free port of this machine, without persistence; give its URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert SERVER is not None
    server = subprocess.Popen([SERVER, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], stdout=subprocess.DEVNULL)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), 0.1).close()
                break
            except OSError:
                time.sleep(0.02)
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait(10)


async def only_who_knows_what_is_held_may_change_it(store: Store) -> None:
    """Check that a store takes changes by version, all or none."""
    assert await store.load(["a", "b"]) == [Kept(), Kept()]
    assert await store.swap([Change("a", 0, b"1", 10)])
    (held,) = await store.load(["a"])
    assert held.data == b"1"
    assert not await store.swap([Change("a", 0, b"2", 10)])
    assert not await store.swap([Change("b", 0, b"x", 10), Change("a", 99, b"2", 10)])
    assert await store.load(["b"]) == [Kept()]
    assert await store.swap([Change("a", held.version, b"2", 10)])
