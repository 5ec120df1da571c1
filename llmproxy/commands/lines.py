"""`check --jsonl`: cases in, minimised calls out, a line each; whoever compares calls before and after in bulk uses this.

    {"id", "messages", "tools", "tool_calls": [{"name", "arguments"}]}
    {"id", "tool_calls": [{"name", "arguments"}], "cost_before", "cost_after", "decisions": [...]}

A blocked call is {"name", "arguments": null, "blocked": reason}; a line that is no valid record {"id", "error"}.
Decisions hold no values.

Must not be in here: reading cases (`calls.py`), tables for people (`check.py`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from llmproxy.commands.calls import BadInput, CallIn, Case, id_of, read_case
from llmproxy.commands.session import Decide, deciding, each_line, policy_of
from minimize.model import Decision, MinimizedCall


def check_lines(source: Path | None, config: Path | None, policy: str | None, key: str | None, *, judge: bool = True) -> int:
    """Answer every line; exit code 1 if one was no valid record."""
    with deciding(policy_of(config, policy, key), config, judge=judge) as decide:
        return each_line(source, lambda text: answer(text, decide))


def answer(text: str, decide: Decide) -> tuple[str, bool]:
    """Give one line's answer, and whether the line was a valid record."""
    try:
        case = read_case(text)
    except BadInput as error:
        return json.dumps({"id": id_of(text), "error": str(error)}, ensure_ascii=False), False
    return written(case, decide(case)), True


def written(case: Case, decided: list[MinimizedCall]) -> str:
    """Write a case's answer. Arguments that came as an object leave as one, in the bytes that the proxy would send."""
    calls = ", ".join(_call(given, done) for given, done in zip(case.calls, decided, strict=True))
    before, after = (sum(getattr(d, name).value for d in decided) for name in ("cost_before", "cost_after"))
    decisions = [said for number, done in enumerate(decided) for d in done.decisions for said in decision_said(d, call=number)]
    rest = _dumps({"cost_before": before, "cost_after": after, "decisions": decisions})
    return f'{{"id": {_dumps(case.id)}, "tool_calls": [{calls}], {rest[1:]}'


def _call(given: CallIn, done: MinimizedCall) -> str:
    name = _dumps(done.call.name)
    if done.blocked is not None:
        return f'{{"name": {name}, "arguments": null, "blocked": {_dumps(done.blocked.value)}}}'
    arguments = _dumps(done.arguments) if given.as_text else done.arguments
    flag = ', "needs_confirmation": true' if done.needs_confirmation else ""
    return f'{{"name": {name}, "arguments": {arguments}{flag}}}'


def decision_said(decision: Decision, **also: Any) -> list[dict[str, Any]]:
    """Give a decision as plain data, an entry a finding (one without findings gives one entry); no values."""
    said = {
        **also,
        "pointer": decision.pointer,
        "disposition": decision.disposition.value,
        "reason": decision.reason.value,
        "rules": list(decision.rules),
    }
    if not decision.findings:
        return [said]
    return [
        {**said, "pointer": f.pointer, "category": f.category, "sub": f.sub, "detector": f.detector, "confidence": round(f.confidence, 3)}
        for f in decision.findings
    ]


_dumps: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False).encode
