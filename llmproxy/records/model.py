"""What the audit store takes in. Values pass through here in memory only; `audit.py` leaves them behind.

Must not be in here: the store, rows, queries.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from minimize.model import MinimizedCall

Outcome = Literal["ok", "error", "unknown"]
"""What the tool's result said, as the next request brings it."""
Verdict = Literal["approve", "deny"]
"""A person's word on a call that asked for confirmation."""


@dataclass(frozen=True, slots=True)
class ExchangeRecord:
    """One exchange with an upstream, as the exchange hands it over."""

    exchange_id: str
    time: float
    """Seconds since the epoch, at the request."""
    key_name: str
    model: str
    stream: bool
    status: int
    """HTTP status that the client got."""
    calls: tuple[tuple[MinimizedCall, float], ...] = ()
    """Each call with the latency of our part, in milliseconds."""
    not_read: tuple[str, ...] = ()
    """Positions that the policy does not read (`reasoning`, `history`, `file`, ...)."""
    policy_hash: str = ""
