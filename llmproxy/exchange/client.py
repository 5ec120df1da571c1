"""Who asks, and with what: the result of authentication, which the whole exchange works with.

DESIGN 5: the operator's provider keys serve a key of the ring, or any client on loopback; pass-through sends only the client's own token;
a token with our prefix, an unknown, revoked or expired one is never sent on. Must not be in here: HTTP, routes.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from llmproxy.config import Key, KeyRing, Settings
from llmproxy.config.keys import is_ours
from llmproxy.errors import Unauthorised
from llmproxy.upstream import Caller
from minimize.model import Policy

PLACEHOLDERS = frozenset(["", "none", "null", "dummy", "empty", "unused", "anything", "no-key", "not-needed", "sk-dummy", "sk-no-key-required", "sk-xxx"])
"""What people write where a client library insists on a key: no token of theirs."""

LOCAL = "local"
"""Name of the client on loopback that brings no token."""

ADMIN = "admin"

_REMEMBERED = 10_000
"""Clients that are remembered by their token; tokens come from outside, so there is a bound."""

CLIENT = "toolminimize.client"
"""Where in the ASGI scope the client stands."""


@dataclass(frozen=True, slots=True)
class Client:
    """An authenticated client."""

    name: str
    """The key's name, `local`, or a keyed fingerprint of the client's own token."""
    policy: Policy
    caller: Caller
    key: Key | None = None
    admin: bool = False

    def may_use(self, model: str) -> bool:
        """Tell whether the key allows a model name."""
        return self.key is None or self.key.allows(model)

    def may_read(self, key_name: object) -> bool:
        """Tell whether a report of this key's name may be read: one's own, or any for the admin."""
        return self.admin or self.name == key_name


class Doorkeeper:
    """Turns a token and an address into a `Client`."""

    def __init__(self, settings: Settings) -> None:
        self._ring: KeyRing = settings.keys
        self._policies = settings.policies
        self._passthrough = settings.passthrough_keys
        self._salt = secrets.token_bytes(32)
        self._seen: dict[bytes, Client] = {}
        self._local = Client(LOCAL, self._policies["default"], Caller(provider_keys=True))
        self._admin = Client(ADMIN, self._policies["default"], Caller(provider_keys=True), admin=True)

    def admit(self, token: str, *, loopback: bool) -> Client:
        """Give the client; `Unauthorised` where DESIGN 5 says so. `token` is empty when none was sent.

        Who was admitted by token is remembered under a salted hash. `hmac` lets other threads run on every call, which costs
        a request milliseconds when the audit's writer is at work; `blake2b` of a short text does not.
        """
        mark = hashlib.blake2b(token.encode("utf-8", "surrogatepass"), key=self._salt, digest_size=16).digest()
        client = self._seen.get(mark)
        if client is None:
            client = self._admit(token, loopback)
            if client.name != LOCAL:
                if len(self._seen) >= _REMEMBERED:
                    self._seen.clear()
                self._seen[mark] = client
        if client.key is not None and client.key.refusal() is not None:
            raise Unauthorised
        return client

    def _admit(self, token: str, loopback: bool) -> Client:
        key = self._ring.find(token) if token else None
        if key is not None:
            return Client(key.name, self._policies.get(key.policy) or self._policies["default"], Caller(provider_keys=True), key)
        if token and self._ring.is_admin(token):
            return self._admin
        if is_ours(token):
            raise Unauthorised
        placeholder = token.lower() in PLACEHOLDERS
        if loopback and (self._passthrough or not len(self._ring)) and (placeholder or not self._passthrough):
            return self._local
        if self._passthrough and not placeholder:
            return Client(self._ring.fingerprint(token), self._policies["default"], Caller(token=token))
        raise Unauthorised if token else Unauthorised("no API key provided", code="missing_api_key")
