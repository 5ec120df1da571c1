"""The shapes between exchange and lanes. Must not be in here: a client library, an implementation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

HeaderList = list[tuple[bytes, bytes]]
"""Header lines as ASGI has them: lower-case name, value."""


@dataclass(frozen=True, slots=True)
class Deployment:
    """One place that a model name leads to."""

    model_name: str
    """What the client asked for."""
    provider: str
    """LiteLLM's name of the provider."""
    upstream_model: str
    """What is asked for there (with LiteLLM's prefix on the LiteLLM lane)."""
    lane: Literal["raw", "litellm"]
    base_url: str | None = None
    """Without a trailing slash; None on the LiteLLM lane: the provider's own."""
    api_key: str | None = field(default=None, repr=False)
    """The operator's key; only for callers with `provider_keys`."""
    headers: tuple[tuple[str, str], ...] = field(default=(), repr=False)
    """Header lines that the operator adds."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """Request fields that hold where the client says nothing."""
    params: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """What else the LiteLLM lane hands to LiteLLM (`api_version`, `aws_region_name`, ...)."""
    first_byte_s: float | None = None
    """Overrides `timeouts.first_byte_s`."""


@dataclass(frozen=True, slots=True)
class Caller:
    """With which credential a request may go out."""

    token: str | None = field(default=None, repr=False)
    """The client's own token, for pass-through; None where it must not be sent on."""
    provider_keys: bool = False
    """Whether the operator's keys serve this caller."""

    def credential(self, deployment: Deployment) -> str | None:
        """Give the token to send: the operator's for callers it serves, else the client's own, never both."""
        return deployment.api_key if self.provider_keys else self.token


class ChatBody(Protocol):
    """What a lane needs of a parsed request (`llmproxy.wire.request.ChatRequest` is one)."""

    @property
    def model(self) -> str: ...  # noqa: D102

    @property
    def stream(self) -> bool: ...  # noqa: D102

    def upstream_body(self, model: str | None) -> bytes:
        """Give the client's bytes with the model's name replaced and our extensions taken out."""
        ...


class Answer(Protocol):
    """An upstream's answer whose head has arrived, any status."""

    status: int
    headers: HeaderList
    """Without hop-by-hop headers, length and encoding of the body."""
    streamed: bool
    """The body is `text/event-stream`."""

    async def chunk(self, patience: float | None = None) -> bytes | None:
        """Give the next bytes as they come; `b""` at the end, None when nothing came within `patience` seconds.

        Raises `ChunkTimeout` or another `UpstreamError`.
        """
        ...

    async def read(self, limit: int) -> bytes:
        """Give the rest of the body; `UpstreamGarbage` when it is longer than `limit` bytes."""
        ...

    async def close(self) -> None:
        """Drop what has not been read and end the work for it upstream. Safe to call twice."""
        ...


class Lane(Protocol):
    """A way to an upstream."""

    async def open(self, deployment: Deployment, request: ChatBody, caller: Caller, headers: Sequence[tuple[bytes, bytes]]) -> Answer:
        """Send a request; return when the head (of a stream: the first bytes) has arrived, else raise an `UpstreamError`.

        `headers` are the client's; a lane decides which of them travel on.
        """
        ...

    async def close(self) -> None:
        """Close connections."""
        ...
