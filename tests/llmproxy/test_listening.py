"""The listening sockets of the proxy."""

from __future__ import annotations

import asyncio
import socket

import pytest
import uvloop

from llmproxy import listening
from llmproxy.listening import COPIES, listen


def _close(sockets: list[socket.socket]) -> None:
    for made in sockets:
        made.close()


def test_each_address_has_its_copies() -> None:
    sockets = listen("127.0.0.1", 0)
    try:
        assert len(sockets) == COPIES
        assert len({made.getsockname() for made in sockets}) == 1
        assert len({made.fileno() for made in sockets}) == COPIES
    finally:
        _close(sockets)


def test_a_port_that_is_taken_is_an_error_and_leaves_nothing_open() -> None:
    first = listen("127.0.0.1", 0)
    first[0].listen()
    try:
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", first[0].getsockname()[1])
    finally:
        _close(first)


def test_an_address_of_a_name_that_this_machine_lacks_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    known = socket.getaddrinfo

    def with_another(host: str | None, port: int, **how: int) -> list[object]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", port)), *known(host, port, **how)]

    monkeypatch.setattr(listening.socket, "getaddrinfo", with_another)
    sockets = listen("127.0.0.1", 0)
    try:
        assert {made.getsockname()[0] for made in sockets} == {"127.0.0.1"}
    finally:
        _close(sockets)


def test_an_address_that_this_machine_lacks_is_an_error() -> None:
    with pytest.raises(OSError):
        listen("192.0.2.1", 0)


def test_many_clients_that_come_at_once_are_let_in_within_few_turns_of_the_loop() -> None:
    """One that waits in the queue behind a busy loop is not served one turn later than the one before it."""
    clients = 48

    async def turns() -> int:
        loop = asyncio.get_running_loop()
        sockets = listen("127.0.0.1", 0)
        met: list[int] = []
        turn = 0

        class Met(asyncio.Protocol):
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                met.append(turn)
                transport.close()

        servers = [await loop.create_server(Met, sock=made, backlog=clients * 2) for made in sockets]
        calling = [socket.create_connection(sockets[0].getsockname()) for _ in range(clients)]  # the kernel takes them in; the loop has not turned yet
        while len(met) < clients and turn < 10 * clients:
            turn += 1
            await asyncio.sleep(0)
        for made in calling:
            made.close()
        for server in servers:
            server.close()
        return max(met)

    assert uvloop.run(turns()) <= clients // COPIES + 5
