"""The server as a process: what it does with its sockets, alone and with several workers."""

from __future__ import annotations

import signal
import socket
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.llmproxy.serving import ProxyProcess


@pytest.mark.parametrize("workers", [1, 2])
def test_clients_that_come_at_once_are_all_served_and_a_signal_ends_it(workers: int) -> None:
    with ProxyProcess({}, "--workers", str(workers)) as proxy:
        with ThreadPoolExecutor(24) as pool:
            answers = list(pool.map(lambda _: urllib.request.urlopen(f"{proxy.url}/healthz", timeout=10).status, range(48)))
        assert answers == [200] * 48
        assert proxy.stop() in (0, -signal.SIGTERM)
        with pytest.raises(OSError), socket.create_connection(("127.0.0.1", proxy.port), timeout=1):
            pass
