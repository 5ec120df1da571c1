"""One request from end to end: read, forward, hand the tool calls to the minimiser, answer, record.

Must not be in here: routes, the choice of upstream, wire formats, what is private.
"""

from __future__ import annotations

from llmproxy.exchange.client import Client
from llmproxy.exchange.exchange import Exchange

__all__ = ["Client", "Exchange"]
