"""From outcomes to a plan: which calls of a choice stay, change or go, and what the client is told instead.

The one place where a `MinimizedCall` is accepted. Whole and streamed answers carry out the same plan.
Must not be in here: bytes of the wire, the envelope's shape.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from llmproxy.errors import CallBlocked
from llmproxy.wire.thoughts import Secrets, secrets_of
from minimize.model import MinimizedCall, OnBlock, Reason
from minimize.stream import AssembledCall

Outcome = MinimizedCall | None
"""None is accepted for an incomplete call only: it cannot be released anyway."""

Show = Callable[[str], str]
"""Pointer -> the form of it that may be shown."""

WITHHELD_ONE: Final = "A tool call was withheld by the privacy policy of this proxy."
WITHHELD_MANY: Final = "{} tool calls were withheld by the privacy policy of this proxy."
CALLING_REASONS: Final = frozenset({"tool_calls", "function_call"})
"""Finish reasons that would be untrue once no call is left."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of one call: taken out, given other arguments, or (neither) left as it came."""

    call: AssembledCall
    taken_out: bool = False
    arguments: str | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes of a choice's calls."""

    fates: Mapping[int, Fate]
    """By the call's ordinal."""
    refused: bool = False
    """A call is blocked and the policy says `on_block: error`: nothing of this choice is released."""
    indices: Mapping[int, int] = field(default_factory=dict)
    """The call's ordinal -> its new index; only where an index changes."""
    none_left: bool = False
    withheld: str = ""
    """What the assistant says about the calls that were taken out."""
    note: str = ""
    """JSON text of the `toolminimize` object, or nothing."""
    secrets: Secrets = field(default_factory=Secrets)
    """What held reasoning must not repeat."""
    cut: Secrets = field(default_factory=Secrets)
    """What other fields of the envelope must not repeat."""

    @property
    def touched(self) -> bool:
        """Whether any call differs from what came."""
        return any(fate.taken_out or fate.arguments is not None for fate in self.fates.values())


def make_plan(
    calls: Sequence[AssembledCall],
    outcomes: Sequence[Outcome],
    *,
    on_block: OnBlock,
    report: Mapping[str, Any] | None,
    show: Show = str,
    thoughts: bool = False,
    extras: bool = False,
) -> Plan:
    """Work out the plan; with `thoughts` also what held reasoning must not repeat, with `extras` what other fields must not.

    `show` gives the form of a pointer that may be shown, since object keys can be private.
    Raises ValueError when the outcomes are not those of the calls, in their order.
    """
    if len(calls) != len(outcomes):
        raise ValueError("there has to be one outcome for each call")
    fates = {call.ordinal: _fate(call, outcome) for call, outcome in zip(calls, outcomes, strict=True)}
    gone = sum(fate.taken_out for fate in fates.values())
    if gone and on_block is OnBlock.ERROR:
        return Plan(fates, refused=True)
    secrets = secrets_of(calls, outcomes) if thoughts or extras else Secrets()
    return Plan(
        fates,
        indices=_without_gaps(fates, gone > 0),
        none_left=gone == len(fates) > 0,
        withheld="" if not gone else WITHHELD_ONE if gone == 1 else WITHHELD_MANY.format(gone),
        note=_note(calls, outcomes, report, show),
        secrets=secrets if thoughts else Secrets(),
        cut=secrets if extras else Secrets(),
    )


def _fate(call: AssembledCall, outcome: Outcome) -> Fate:
    if outcome is None:
        if call.complete:
            raise ValueError("a complete call needs an outcome")
        return Fate(call, taken_out=True)
    if not isinstance(outcome, MinimizedCall):
        raise TypeError("only a `MinimizedCall` can be sent")
    if (outcome.call.name, outcome.call.arguments) != (call.name, call.arguments):
        raise ValueError("the outcome belongs to another call")
    if outcome.blocked is not None or not call.complete:
        return Fate(call, taken_out=True)
    return Fate(call, arguments=None if outcome.arguments == call.arguments else outcome.arguments)


def refusal(outcomes: Sequence[Outcome]) -> CallBlocked:
    """Give the error for a choice that is refused: it names the reason code of the first call that was held back, no value."""
    reasons = (Reason.INCOMPLETE_CALL if outcome is None else outcome.blocked for outcome in outcomes)
    why = next((reason for reason in reasons if reason is not None), Reason.INCOMPLETE_CALL)
    return CallBlocked(f"{CallBlocked.default} (`{why.value}`)")


def _without_gaps(fates: Mapping[int, Fate], gone: bool) -> dict[int, int]:
    """Number the calls that stay from 0 when some go, or when a provider gave several one index: clients would run them together."""
    left = sorted((f.call for f in fates.values() if not f.taken_out and f.call.index is not None), key=lambda call: call.position)
    if not gone and len({call.index for call in left}) == len(left):
        return {}
    return {call.ordinal: rank for rank, call in enumerate(left) if rank != call.index}


def _note(calls: Sequence[AssembledCall], outcomes: Sequence[Outcome], report: Mapping[str, Any] | None, show: Show) -> str:
    asked = [item for call, outcome in zip(calls, outcomes, strict=True) if outcome is not None for item in confirmations(call, outcome, show)]
    if report is None and not asked:
        return ""
    return json.dumps({**(report or {}), "confirm": asked})


def confirmations(call: AssembledCall, outcome: MinimizedCall, show: Show = str) -> list[dict[str, str]]:
    """Give what the user is asked to confirm of a call: `{call_id, pointer, category, reason}`, no values."""
    if not outcome.needs_confirmation or outcome.blocked is not None:
        return []
    asked: dict[tuple[str, str], dict[str, str]] = {}
    for decision in outcome.decisions:
        if decision.reason.asks:
            for category in sorted({f.category for f in decision.findings}) or [""]:
                asked[decision.pointer, category] = {"pointer": show(decision.pointer), "category": category, "reason": decision.reason.value}
    if not asked:
        why = outcome.failure or Reason.NEEDS_CONFIRMATION
        asked["", ""] = {"pointer": "", "category": "", "reason": why.value}
    return [{"call_id": call.call_id, **item} for item in asked.values()]


def said_after(text: str, before: bool) -> str:
    """Give the text about withheld calls as it follows on what the assistant said before."""
    return f"\n\n{text}" if before else text
