"""Who asks: a bearer token and an address become a `Client` in the scope, or 401. Health checks need none.

Must not be in here: what a client may do (`llmproxy.exchange.client`).
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from llmproxy.errors import Forbidden
from llmproxy.exchange.client import CLIENT, Doorkeeper

PROTECTED = "/v1/"
_RELAYED = (b"x-forwarded-for", b"forwarded", b"x-real-ip")


class Authentication:
    """Admits requests below `/v1/`."""

    def __init__(self, app: ASGIApp, doorkeeper: Doorkeeper) -> None:
        self._app = app
        self._doorkeeper = doorkeeper

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on with a client in the scope, or raise `Unauthorised`."""
        if scope["type"] == "http" and scope["path"].startswith(PROTECTED):
            token, relayed, origin = "", False, b""
            for name, value in scope["headers"]:
                if name == b"authorization":
                    token = bearer(value)
                elif name == b"origin":
                    origin = value
                elif name in _RELAYED:
                    relayed = True
            loopback = not relayed and is_loopback(scope.get("client"))
            if origin and loopback and not _local_origin(origin):
                # A web page in the user's browser is on loopback too; the operator's keys are not for it.
                raise Forbidden("requests of web pages from other origins are not served")
            scope[CLIENT] = self._doorkeeper.admit(token, loopback=loopback)
        await self._app(scope, receive, send)


def bearer(header: bytes) -> str:
    """Give the token of an `Authorization` header, or the empty string."""
    scheme, _, token = header.decode("latin-1").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


def is_loopback(address: tuple[str, int] | None) -> bool:
    """Tell whether a peer's address is this machine's own; a Unix socket (no address) is not."""
    if not address:
        return False
    if address[0] == "127.0.0.1":
        return True
    try:
        ip = ipaddress.ip_address(address[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_loopback


def _local_origin(origin: bytes) -> bool:
    return urlsplit(origin.decode("latin-1")).hostname in ("localhost", "127.0.0.1", "::1")
