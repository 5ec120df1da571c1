"""`detect --jsonl`: texts in, what was found in them out, a line each; offsets count code points, values are not repeated.

    {"id", "tool", "field", "text"}      `tool` and `field` (the argument's name) are evidence; both may be missing
    {"id", "spans": [{"start", "end", "category", "sub", "confidence", "detector"}]}

Must not be in here: detection.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from llmproxy.commands.session import backends_of, each_line, policy_of
from minimize.classify import classify_text
from minimize.knowledge.load import load
from minimize.knowledge.model import Knowledge
from minimize.model import STAGES


def detect_lines(source: Path | None, config: Path | None, policy: str | None, key: str | None) -> int:
    """Answer every line; exit code 1 if one was no valid record.

    The policy says which stages run; findings below a category's `confirm` are left out.
    """
    chosen = policy_of(config, policy, key)
    bounds = {category: band.confirm for category, band in chosen.confidence.items()}
    backends = backends_of(config)
    knowledge = replace(load(), backends=backends) if backends else load()
    return each_line(source, lambda text: answer(text, knowledge, bounds, chosen.stages))


def answer(text: str, knowledge: Knowledge, bounds: Mapping[str, float], stages: tuple[str, ...] = STAGES) -> tuple[str, bool]:
    """Give one line's answer, and whether the line was a valid record."""
    try:
        record = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        record = None
    said = _said(record, knowledge, bounds, stages)
    return json.dumps(said, ensure_ascii=False), "error" not in said


def _said(record: Any, knowledge: Knowledge, bounds: Mapping[str, float], stages: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(record, dict):
        return {"id": None, "error": "no JSON object"}
    identity, text = record.get("id"), record.get("text")
    tool, field = record.get("tool") or "", record.get("field") or ""
    if not isinstance(text, str):
        return {"id": identity, "error": "no `text`"}
    if not isinstance(tool, str) or not isinstance(field, str):
        return {"id": identity, "error": "`tool` or `field` is of the wrong type"}
    found = classify_text(text, field=field, tool=tool, knowledge=knowledge, stages=stages)
    return {"id": identity, "spans": [span for span in found if span["confidence"] >= bounds.get(span["category"], 0.0)]}
