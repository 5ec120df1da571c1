"""The audit store: what was decided and why, per exchange, without any value of the user's.

Must not be in here: decisions, HTTP, the values themselves.
"""

from __future__ import annotations

from llmproxy.records.model import ExchangeRecord, Outcome, Verdict
from llmproxy.records.store import Records

__all__ = ["ExchangeRecord", "Outcome", "Records", "Verdict"]
