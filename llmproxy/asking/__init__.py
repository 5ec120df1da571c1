"""What bounds the asking of judges: how many asks a model gets at once, when it is left alone, what a key may ask for in a day.

`slots`, `breaker` and `budget` say it; `counters` (this process) and `shared` (Redis) count for the budget.
Must not be in here: the asks (`llmproxy.judge_client`).
"""

from __future__ import annotations

from llmproxy.asking.breaker import Breaker
from llmproxy.asking.budget import Budget
from llmproxy.asking.slots import NoSlot, Slots

__all__ = ["Breaker", "Budget", "NoSlot", "Slots"]
