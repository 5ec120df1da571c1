"""The server as a process: what it does with its sockets, alone and with several workers."""

from __future__ import annotations

import signal
import socket
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.llmproxy.serving import ProxyProcess


def _reloads(proxy: ProxyProcess) -> None:
    """Every process of it takes over what the file says when the signal comes, and none takes over what cannot be read."""
    config = proxy.directory / "config.yaml"
    config.write_text("keys: [{name: bot, key: tm-bot-token}]")
    proxy.signal(signal.SIGHUP)
    _answers(proxy, 401)
    config.write_text("policies: {default: {mode: nonsense}}")
    proxy.signal(signal.SIGHUP)
    until = time.monotonic() + 10
    while "not taken over" not in proxy.log and time.monotonic() < until:
        time.sleep(0.02)
    assert "config.yaml:1" in proxy.log
    _answers(proxy, 401)


def _answers(proxy: ProxyProcess, status: int) -> None:
    """Wait until only this status is given to those who ask without a key."""
    until, in_a_row = time.monotonic() + 10, 0
    while in_a_row < 20 and time.monotonic() < until:
        try:
            found = urllib.request.urlopen(f"{proxy.url}/v1/nothing", timeout=5).status
        except urllib.error.HTTPError as error:
            found = error.code
        in_a_row = in_a_row + 1 if found == status else 0
    assert in_a_row == 20


@pytest.mark.parametrize("workers", [1, 2])
def test_clients_that_come_at_once_are_all_served_and_a_signal_ends_it(workers: int) -> None:
    with ProxyProcess({}, "--workers", str(workers)) as proxy:
        with ThreadPoolExecutor(24) as pool:
            answers = list(pool.map(lambda _: urllib.request.urlopen(f"{proxy.url}/healthz", timeout=10).status, range(48)))
        assert answers == [200] * 48
        _reloads(proxy)
        assert proxy.stop() in (0, -signal.SIGTERM)
        with pytest.raises(OSError), socket.create_connection(("127.0.0.1", proxy.port), timeout=1):
            pass
