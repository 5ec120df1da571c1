"""Decided calls for the tests of the store, made without the pipeline."""

from __future__ import annotations

from typing import Any

from llmproxy.records import ExchangeRecord
from minimize import model
from minimize.model import Cost, Decision, Disposition, Finding, MinimizedCall, Mode, Reason, ToolCall


def finding(pointer: str = "/notes", start: int = 0, end: int = 6, **more: Any) -> Finding:
    return Finding(pointer, start, end, more.pop("category", "H"), more.pop("sub", "condition"), "lexicon:conditions", 0.9, **more)


def decided(original: str = '{"city": "Ghent", "notes": "asthma"}', *findings: Finding, **more: Any) -> MinimizedCall:
    found = findings or (finding(),)
    call = ToolCall(
        more.pop("name", "get_forecast"), original, more.pop("schema", None), call_id=more.pop("call_id", "call_1"), custom=more.pop("custom", False)
    )
    said: dict[str, Any] = {
        "call": call,
        "arguments": '{"city": "Ghent"}',
        "decisions": (Decision("/notes", Disposition.REMOVE, Reason.BALLAST_FIELD, found, rules=("kind:weather",), role="notes"),),
        "findings": found,
        "cost_before": Cost(4.0, 1),
        "cost_after": Cost(0.0, 0),
        "mode": Mode.ENFORCE,
        "kind": "weather",
        "trust": "third_party_no_dpa",
        "changed": True,
        "valid_before": True,
        "valid_after": True,
    }
    return MinimizedCall(**{**said, **more}, _made_by=model._PIPELINE)


def record(number: int = 1, *calls: MinimizedCall, **more: Any) -> ExchangeRecord:
    said: dict[str, Any] = {
        "exchange_id": f"ex-{number}",
        "time": 1_800_000_000.0 + number,
        "key_name": "desk",
        "model": "fast-model",
        "stream": False,
        "status": 200,
        "calls": tuple((call, 0.25) for call in calls),
        "policy_hash": "0123456789abcdef",
    }
    return ExchangeRecord(**{**said, **more})
