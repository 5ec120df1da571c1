"""What a tool's result says of the call that led to it: ok, error, or unknown. The signs are data (`outcomes.toml`).

Must not be in here: storing, the text itself in anything that outlives the function.
"""

from __future__ import annotations

import json
import re
import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any

from llmproxy.records import Outcome

_WHOLE = 200_000
"""Longer results are judged by their beginning, as text."""
_HEAD = 2_000


class Signs:
    """The data, ready for use."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.failing_members = tuple(data["failing_members"])
        self.verdict_members = tuple(data["verdict_members"])
        self.status_members = tuple(data["status_members"])
        self.failing_words = frozenset(data["failing_words"])
        self.succeeding_words = frozenset(data["succeeding_words"])
        self.examples: dict[Outcome, list[str]] = data["examples"]
        beginnings = "|".join(re.escape(b) for b in sorted(data["failing_beginnings"], key=len, reverse=True))
        self.beginning = re.compile(rf"(?:{beginnings})(?!\w)", re.IGNORECASE)
        self.patterns = tuple(re.compile(p) for p in data["failing_patterns"])


@lru_cache(maxsize=1)
def signs() -> Signs:
    """Load the packaged signs, once."""
    return Signs(tomllib.loads(resources.files(__package__).joinpath("outcomes.toml").read_text("utf-8")))


def outcome(text: str) -> Outcome:
    """Judge a tool's result. A result without any sign of failure is `ok`; an empty one says nothing."""
    body = text.strip()
    if not body:
        return "unknown"
    if body[0] in "{[" and len(body) <= _WHOLE:
        try:
            return _of_value(json.loads(body), signs())
        except (ValueError, RecursionError):
            pass
    return "unknown" if body == "null" else _of_text(body, signs())


def _of_text(body: str, data: Signs) -> Outcome:
    head = body[:_HEAD]
    if data.beginning.match(head) or any(p.search(head) for p in data.patterns):
        return "error"
    return "ok"


def _of_value(value: Any, data: Signs) -> Outcome:
    if isinstance(value, dict):
        return _of_object(value, data)
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], dict):
        block = value[0]
        if block.get("type") == "text" and isinstance(block.get("text"), str):
            return _of_text(block["text"].strip(), data)
        return _of_object(block, data)
    return "ok"


def _of_object(value: dict[str, Any], data: Signs) -> Outcome:
    if any(value.get(name) for name in data.failing_members):
        return "error"
    for name in data.verdict_members:
        if isinstance(value.get(name), bool):
            return "ok" if value[name] else "error"
    for name in data.status_members:
        told = _of_status(value.get(name), data)
        if told is not None:
            return told
    return "ok"


def _of_status(value: object, data: Signs) -> Outcome | None:
    if isinstance(value, int) and not isinstance(value, bool) and 100 <= value <= 599:
        return "error" if value >= 400 else "ok"
    if isinstance(value, str):
        word = value.strip().lower()
        if word in data.failing_words:
            return "error"
        if word in data.succeeding_words:
            return "ok"
    return None
