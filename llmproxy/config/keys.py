"""API keys of the proxy: who asks, and under which policy. Tokens are held hashed only.

Must not be in here: reading the file, what a route does with a refused key.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache

PREFIX = "tm-"
"""Tokens that begin so are ours: never sent on to a provider, known or not."""

RESERVED = frozenset({"local", "admin"})
RESERVED_PREFIX = "client-"
"""Names of clients that have no entry in `keys`; an entry of such a name could read their reports."""


def keyed_hash(secret: bytes, value: str) -> bytes:
    """Give keyed BLAKE2b (RFC 7693) of a text under the installation's secret, 32 bytes; lone surrogates are allowed.

    Unlike an HMAC of OpenSSL it does not let other threads run meanwhile, which under load costs much more than the hash.
    """
    return hashlib.blake2b(value.encode("utf-8", "surrogatepass"), key=_key(secret), digest_size=32).digest()


@lru_cache(maxsize=8)
def _key(secret: bytes) -> bytes:
    """Give a secret of any length as a key that BLAKE2b takes (1 to 64 bytes)."""
    return hashlib.blake2b(secret).digest()


@dataclass(frozen=True, slots=True)
class Key:
    """One API key, without its token."""

    name: str
    policy: str = "default"
    models: tuple[str, ...] | None = None
    """Allowed model names (`*` at the end as a wildcard); None: all."""
    expires: datetime | None = None
    revoked: bool = False

    def refusal(self, now: datetime | None = None) -> str | None:
        """Say why this key gets 401 (`revoked`, `expired`), or None where it holds; `now` with a time zone."""
        if self.revoked:
            return "revoked"
        if self.expires is not None and (now or datetime.now(UTC)) >= self.expires:
            return "expired"
        return None

    def allows(self, model: str) -> bool:
        """Tell whether the key may use a model name."""
        if self.models is None:
            return True
        return any(model == m or (m.endswith("*") and model.startswith(m[:-1])) for m in self.models)


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The keys by the keyed hash of their token."""

    secret: bytes = field(repr=False)
    entries: tuple[tuple[Key, bytes], ...] = field(default=(), repr=False)
    admin: bytes | None = field(default=None, repr=False)
    _by_digest: dict[bytes, tuple[Key, bytes]] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the digests."""
        self._by_digest.update({digest: (key, digest) for key, digest in self.entries})

    @classmethod
    def of(cls, secret: bytes, tokens: Iterable[tuple[Key, str]], admin: str | None = None) -> KeyRing:
        """Build a ring from keys and their tokens, which are hashed and forgotten."""
        entries = tuple((key, keyed_hash(secret, token)) for key, token in tokens)
        return cls(secret, entries, keyed_hash(secret, admin) if admin else None)

    def find(self, token: str) -> Key | None:
        """Give the key of a token, revoked and expired ones too (ask `Key.refusal`), or None.

        The time does not depend on how much of a token is right: what is looked up is its HMAC, which nobody
        without the secret can steer, and the last word is a constant-time comparison.
        """
        digest = keyed_hash(self.secret, token)
        key, known = self._by_digest.get(digest, (None, b""))
        return key if hmac.compare_digest(digest, known) else None

    def named(self, name: str) -> Key | None:
        """Give the key of a name, or None."""
        return next((key for key, _ in self.entries if key.name == name), None)

    def is_admin(self, token: str) -> bool:
        """Tell whether a token is the admin key; constant time."""
        return self.admin is not None and hmac.compare_digest(self.admin, keyed_hash(self.secret, token))

    def fingerprint(self, token: str) -> str:
        """Give a stable name for a client that brings its own token (`client-` and 16 hex digits), for the audit record."""
        return RESERVED_PREFIX + keyed_hash(self.secret, "client:" + token).hex()[:16]

    def __len__(self) -> int:
        """Give the number of keys."""
        return len(self.entries)


def is_ours(token: str) -> bool:
    """Tell whether a token carries our prefix: such a one is never sent on to a provider."""
    return token[: len(PREFIX)].lower() == PREFIX


def is_sendable(token: str) -> bool:
    """Tell whether a token can stand in an `Authorization: Bearer` header as it is."""
    return bool(token) and token.isascii() and token.isprintable() and " " not in token
