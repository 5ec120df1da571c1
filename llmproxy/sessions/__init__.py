"""Where sessions are kept, and how an exchange's calls are settled against them.

`store` says what a store can do, `memory` and `shared` (Redis) do it, `session` settles the calls of one exchange.
Must not be in here: sums and budgets (`minimize.session`), the failure mode (the pipeline's).
"""

from __future__ import annotations

from llmproxy.sessions.session import Session, Sessions
from llmproxy.sessions.store import Change, Kept, Store, StoreDown

__all__ = ["Change", "Kept", "Session", "Sessions", "Store", "StoreDown"]
