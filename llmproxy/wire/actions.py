"""What the wire asks the exchange to do. Types only; no bytes are made or read here."""

from __future__ import annotations

from dataclasses import dataclass

from llmproxy.errors import UpstreamGarbage
from minimize.stream import AssembledCall

__all__ = ["Action", "Decide", "Refuse", "Send", "UpstreamGarbage"]


@dataclass(frozen=True, slots=True)
class Send:
    """Write `data` to the client now."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Decide:
    """Minimise these calls and hand the outcomes, one a call in this order, to `resolve(choice, outcomes)`.

    Calls with `complete` false cannot be released, whatever their outcome says; hand in a blocked `MinimizedCall`
    (`Reason.INCOMPLETE_CALL`) for the record.
    """

    choice: int
    calls: tuple[AssembledCall, ...]


@dataclass(frozen=True, slots=True)
class Refuse:
    """The answer ends here: send `data` (a stream) or answer with it as the body (a whole answer), cancel the upstream."""

    code: str
    """`tool_call_blocked`, `hold_limit_exceeded`, `event_too_large` or `upstream_invalid_response`."""
    message: str
    """One line in general terms, without values."""
    data: bytes
    """In a stream an SSE event with the OpenAI error object; for a whole answer the JSON body `{"error": {...}}`."""


Action = Send | Decide | Refuse
