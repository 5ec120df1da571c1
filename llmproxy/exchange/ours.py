"""Our own response headers (DESIGN, "What the client gets"). Must not be in here: values, decisions."""

from __future__ import annotations

from collections.abc import Iterable

from llmproxy.upstream.interface import HeaderList
from minimize.model import Disposition, MinimizedCall, Mode

EXCHANGE_ID = b"x-toolminimize-exchange-id"
MODE = b"x-toolminimize-mode"
CALLS = b"x-toolminimize-calls"
CHANGED = b"x-toolminimize-changed"
REVIEW = b"x-toolminimize-review"
COST_BEFORE = b"x-toolminimize-cost-before"
COST_AFTER = b"x-toolminimize-cost-after"

_MODES = {mode: mode.value.encode() for mode in Mode}


def of_exchange(exchange_id: str, mode: Mode) -> HeaderList:
    """Give what every answer carries, streams too."""
    return [(EXCHANGE_ID, exchange_id.encode()), (MODE, _MODES[mode])]


def of_calls(calls: Iterable[MinimizedCall]) -> HeaderList:
    """Give the counts and costs of a whole answer; the places flagged for review only where there are any."""
    count = changed = review = 0
    before = after = 0.0
    for call in calls:
        count += 1
        changed += call.changed
        before += call.cost_before.value
        after += call.cost_after.value
        review += sum(d.disposition is Disposition.REVIEW for d in call.decisions)
    lines = [(CALLS, b"%d" % count), (CHANGED, b"%d" % changed), (COST_BEFORE, _number(before)), (COST_AFTER, _number(after))]
    return [*lines, (REVIEW, b"%d" % review)] if review else lines


def _number(cost: float) -> bytes:
    return str(round(cost, 4)).encode()
