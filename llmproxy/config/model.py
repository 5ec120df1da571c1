"""The types of the configuration, frozen, and the error that a wrong one raises.

Must not be in here: reading (`read.py`, `load.py`), declarations with their help (`declared.py`), behaviour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from llmproxy.config.keys import KeyRing
from minimize.model import Policy


class ConfigError(Exception):
    """The configuration says what cannot be read or enforced; one line, `file:line: reason`, never a secret."""


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """One entry of `model_list`, in LiteLLM's form; several of one name are tried in order."""

    model_name: str
    """What clients ask for; `*` (or a pattern that ends in `*`) takes what no other entry names."""
    litellm_params: Mapping[str, Any] = field(repr=False)
    """`model` (`provider/name`), `api_base`, `api_key` and whatever else LiteLLM takes; `os.environ/NAME` is resolved."""
    model_info: Mapping[str, Any] = field(default_factory=dict)
    supported_endpoints: tuple[str, ...] | None = None
    """From `model_info`: the doors that this upstream speaks (`/v1/chat/completions`, ...); None: not said."""


@dataclass(frozen=True, slots=True)
class BackendEntry:
    """A detector that is plugged in, as the configuration names it."""

    name: str
    type: str
    """A built-in backend, or an entry point of the group `toolminimize.backends`."""
    mode: str = "confirm"
    min_confidence: float = 0.9
    max_length: int = 500
    timeout_s: float = 0.05
    options: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What the backend's factory is called with."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Sizes, in bytes."""

    max_body_bytes: int = 20_000_000
    hold_limit_bytes: int = 8_000_000


@dataclass(frozen=True, slots=True)
class Timeouts:
    """How long an upstream may take, in seconds."""

    connect_s: float = 10.0
    first_byte_s: float = 300.0
    between_chunks_s: float = 120.0


@dataclass(frozen=True, slots=True)
class SessionStore:
    """Where sessions are kept, for policies that count them."""

    url: str = field(default="", repr=False)
    """Of a Redis server; empty: in this process."""
    timeout_s: float = 0.5
    max_entries: int = 10_000
    """In this process."""


@dataclass(frozen=True, slots=True)
class VerdictStore:
    """Where the answers of judges are kept, for policies that ask a model."""

    kind: str = "sqlite"
    """`memory`, `sqlite` or `redis`."""
    url: str = field(default="", repr=False)
    """Of a Redis server."""
    timeout_s: float = 0.25
    max_entries: int = 20_000
    """In this process, or in the file."""
    ttl_s: float = 2_592_000.0


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that an operator can say, read and checked."""

    data_dir: Path
    database_url: str = field(repr=False)
    secret: bytes = field(repr=False)
    """Key of the keyed hashes; replicas share it."""
    keys: KeyRing
    policies: Mapping[str, Policy]
    """By name; always holds `default`."""
    model_list: tuple[ModelEntry, ...] = ()
    backends: tuple[BackendEntry, ...] = ()
    """Detectors beside the packaged ones, in order."""
    registry: tuple[str, ...] = ()
    """Annotations of public tools beside the packaged ones: paths, absolute, or names of entry points; a later one wins."""
    provider_keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    """LiteLLM's provider name -> key from the environment. For a matched key, or for any client on loopback."""
    passthrough_keys: bool = True
    """Whether a client's own token, when no key matches, is sent on to the provider."""
    limits: Limits = Limits()
    timeouts: Timeouts = Timeouts()
    session_store: SessionStore = SessionStore()
    verdict_store: VerdictStore = VerdictStore()
    ping_s: float = 5.0
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    path: Path | None = None
    """The file that was read; None: there is none."""
    warnings: tuple[str, ...] = ()
    """What the operator should know, one line each, no secrets."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a policy may name, from the packaged knowledge."""

    categories: frozenset[str]
    tiers: frozenset[str]
    kinds: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    """Roles of parameters, and the names for groups of them that argument rules know."""
