"""What judges said, kept by keyed hash so that the same ask is never paid for twice: in this process, in a file, or in Redis.

`cache` is what the judge's client uses, `packed` writes an answer without its values, `store` says what a store can do, `memory`, `file`
(SQLite) and `shared` (Redis) do it. Must not be in here: asking (`llmproxy.judge_client`), what verdicts do.
"""

from __future__ import annotations

from llmproxy.verdicts.cache import Verdicts
from llmproxy.verdicts.store import Store, StoreFailed

__all__ = ["Store", "StoreFailed", "Verdicts"]
