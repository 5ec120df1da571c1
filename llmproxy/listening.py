"""The listening sockets: every address of a host, each several times over. Must not be in here: the server."""

from __future__ import annotations

import errno
import socket
from typing import Any

COPIES = 16
"""Descriptors of one listening socket. A loop takes in one new connection a turn from each, and a turn takes as long as all requests that have come
in meanwhile: with a single one, the last of 64 clients that come at once would be let in after 64 turns."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Bind to the addresses of a host (`localhost` may have two) and give their sockets with their copies. Raises `OSError`.

    They are bound, which shows that the port is free; whoever serves them begins to listen.
    """
    infos = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    addresses = list(dict.fromkeys((info[0], info[4]) for info in infos))
    bound: list[socket.socket] = []
    failure: OSError | None = None
    for family, address in addresses:
        made = socket.socket(family, socket.SOCK_STREAM)
        try:
            _bind(made, family, address)
        except OSError as error:
            made.close()
            failure = error
            if error.errno != errno.EADDRNOTAVAIL:
                break
        else:
            bound.append(made)
    if failure is not None and (not bound or failure.errno != errno.EADDRNOTAVAIL):
        for made in bound:
            made.close()
        raise failure
    return [*bound, *(made.dup() for made in bound for _ in range(COPIES - 1))]


def _bind(made: socket.socket, family: int, address: tuple[Any, ...]) -> None:
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:
        made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    made.bind(address)
