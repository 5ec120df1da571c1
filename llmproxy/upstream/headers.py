"""Which header lines travel on: to the upstream and back. Must not be in here: credentials' choice, our own response headers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from llmproxy.upstream.interface import Caller, Deployment, HeaderList

_HOP_BY_HOP = frozenset(
    {b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade"}
)
_STAY_HERE = _HOP_BY_HOP | frozenset(
    {b"host", b"content-length", b"content-type", b"content-encoding", b"accept", b"accept-encoding", b"expect"}
    | {b"authorization", b"api-key", b"x-api-key", b"x-goog-api-key", b"cookie", b"origin", b"referer"}
    | {b"forwarded", b"via", b"x-real-ip", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-forwarded-port"}
)
"""Headers of this hop, of this browser or of this client's credential; the credential that goes out is chosen elsewhere."""

_STAY_THERE = _HOP_BY_HOP | frozenset({b"content-length", b"content-encoding", b"server", b"date", b"set-cookie", b"alt-svc", b"strict-transport-security"})
"""Headers about the upstream's hop or host, not about its answer."""

_SECRET_PARTS = ("auth", "key", "token", "secret", "cookie", "credential")

OURS = b"x-toolminimize-"


def onward(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[str, str]]:
    """Give the client's header lines that travel to the upstream; names are lower-case already (ASGI)."""
    return [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in headers
        if name not in _STAY_HERE and not name.startswith((OURS, b"sec-", b"access-control-"))
    ]


def backward(raw: Sequence[tuple[bytes, bytes]]) -> HeaderList:
    """Give an upstream's header lines that travel to the client (`retry-after`, `x-ratelimit-*`, `x-request-id`, ...)."""
    return [(low, value) for name, value in raw if (low := name.lower()) not in _STAY_THERE and not low.startswith(OURS)]


def operators(deployment: Deployment, caller: Caller) -> Iterable[tuple[str, str]]:
    """Give the header lines that the entry adds; those that look like credentials only for callers whom the operator's keys serve."""
    for name, value in deployment.headers:
        if caller.provider_keys or not any(part in name.lower() for part in _SECRET_PARTS):
            yield name, value
