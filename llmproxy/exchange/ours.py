"""Our own response headers (DESIGN, "What the client gets"). Must not be in here: values, decisions."""

from __future__ import annotations

from collections.abc import Iterable

from llmproxy.judge_client import ASKED, CACHED, UNHEARD
from llmproxy.upstream.interface import HeaderList
from minimize.model import Disposition, MinimizedCall, Mode

EXCHANGE_ID = b"x-toolminimize-exchange-id"
MODE = b"x-toolminimize-mode"
CALLS = b"x-toolminimize-calls"
CHANGED = b"x-toolminimize-changed"
REVIEW = b"x-toolminimize-review"
JUDGE = b"x-toolminimize-judge"
COST_BEFORE = b"x-toolminimize-cost-before"
COST_AFTER = b"x-toolminimize-cost-after"

_JUDGED = (*sorted(UNHEARD), ASKED, CACHED)
"""How judges fared, what the client should know first."""

_MODES = {mode: mode.value.encode() for mode in Mode}


def of_exchange(exchange_id: str, mode: Mode) -> HeaderList:
    """Give what every answer carries, streams too."""
    return [(EXCHANGE_ID, exchange_id.encode()), (MODE, _MODES[mode])]


def of_calls(calls: Iterable[MinimizedCall]) -> HeaderList:
    """Give the counts and costs of a whole answer; the places flagged for review, and how the judge fared, only where there is such a thing."""
    count = changed = review = 0
    before = after = 0.0
    flags: set[str] = set()
    for call in calls:
        count += 1
        changed += call.changed
        before += call.cost_before.value
        after += call.cost_after.value
        flags.update(call.flags)
        review += sum(d.disposition is Disposition.REVIEW for d in call.decisions)
    lines = [(CALLS, b"%d" % count), (CHANGED, b"%d" % changed), (COST_BEFORE, _number(before)), (COST_AFTER, _number(after))]
    if review:
        lines.append((REVIEW, b"%d" % review))
    judged = next((flag for flag in _JUDGED if flag in flags), None)
    return [*lines, (JUDGE, judged.removeprefix("judge:").encode())] if judged is not None else lines


def _number(cost: float) -> bytes:
    return str(round(cost, 4)).encode()
