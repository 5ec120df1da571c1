"""Which tool a tool's answer comes from, by the id of the call that it answers.

Must not be in here: which tools are trusted. What cannot be told for sure has no name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def names_of(messages: Sequence[Any]) -> Mapping[str, str]:
    """Give the tool's name by call id, of all calls in a decoded `messages` list; an id of calls to different tools has none."""
    found: dict[str, str] = {}
    for message in messages:
        calls = message.get("tool_calls") if isinstance(message, dict) and message.get("role") == "assistant" else None
        for call in calls if isinstance(calls, list) else ():
            call_id, name = _named(call)
            if call_id:
                found[call_id] = name if found.get(call_id, name) == name else ""
    return found


def answering(message: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Give the name of the tool that a message of role `tool` answers for, or the empty string."""
    call_id = message.get("tool_call_id")
    return names.get(call_id, "") if isinstance(call_id, str) else ""


def _named(call: Any) -> tuple[str, str]:
    inner = call.get(call.get("type", "function")) if isinstance(call, dict) and isinstance(call.get("type", "function"), str) else None
    call_id, name = (call.get("id"), inner.get("name")) if isinstance(inner, dict) else (None, None)
    return (call_id, name) if isinstance(call_id, str) and isinstance(name, str) else ("", "")
