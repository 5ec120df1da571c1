"""`check` of one call: what would leave, what it cost, and why, for a person (values shown) or as JSON.

Must not be in here: lines (`lines.py`), places left alone and the knowledge behind decisions (`explain.py`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from llmproxy.commands.calls import Case
from llmproxy.commands.lines import decision_said
from llmproxy.commands.session import decide_input, policy_of
from llmproxy.wording import REASONS
from minimize.model import Decision, MinimizedCall
from minimize.paths import Document

_SHOWN = 120
"""Characters of a value that a table shows."""
_GONE = "-"


def run(source: Path | None, config: Path | None, policy: str | None, key: str | None, *, as_json: bool, judge: bool = True) -> int:
    """Minimise the call of an input and print what was done. Exit code 1 if a call is blocked."""
    case, decided = decide_input(source, policy_of(config, policy, key), config, judge=judge)
    if as_json:
        sys.stdout.write(json.dumps(_as_json(case, decided), ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace").decode() + "\n")
    else:
        for done in decided:
            show(done)
    return int(any(d.blocked for d in decided))


def _as_json(case: Case, decided: list[MinimizedCall]) -> Any:
    said = []
    for given, done in zip(case.calls, decided, strict=True):
        arguments: Any = done.arguments if given.as_text or done.blocked else json.loads(done.arguments)
        said.append(
            {
                "name": done.call.name,
                "arguments": None if done.blocked else arguments,
                **({"blocked": done.blocked.value} if done.blocked else {}),
                "changed": done.changed,
                "mode": done.mode.value,
                "kind": done.kind,
                "trust": done.trust,
                "cost_before": done.cost_before.value,
                "cost_after": done.cost_after.value,
                "valid_before": done.valid_before,
                "valid_after": done.valid_after,
                "needs_confirmation": done.needs_confirmation,
                "failure": done.failure.value if done.failure else None,
                "flags": list(done.flags),
                "decisions": [entry for d in done.decisions for entry in decision_said(d)],
            }
        )
    return said[0] if len(said) == 1 else said


def show(done: MinimizedCall) -> None:
    """Print one decided call as a table, with costs and the sentences behind the reasons."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False, markup=False)
    console.print(Text(f"{done.call.name}  (kind {done.kind}, trust {done.trust}, mode {done.mode.value})", "bold"))
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in ("place", "found", "done", "before", "after", "reason"):
        table.add_column(title, overflow="fold", no_wrap=title in ("done", "reason"))
    before, after = _read(done.call.arguments), _read(done.arguments)
    for decision in done.decisions:
        table.add_row(*(Text(cell) for cell in _row(decision, before, after, done)))
    if done.decisions:
        console.print(table)
    for reason in dict.fromkeys(d.reason for d in done.decisions):
        console.print(f"  {reason.value}: {REASONS[reason]}", soft_wrap=True)
    console.print(f"privacy cost {done.cost_before.value:g} -> {done.cost_after.value:g}; {_verdict(done)}")
    if done.blocked is None:
        console.print(Text(done.arguments), soft_wrap=True)


def _verdict(done: MinimizedCall) -> str:
    if done.blocked:
        return f"blocked ({done.blocked.value}): {REASONS[done.blocked]}"
    words = ["changed" if done.changed else "unchanged"]
    if done.valid_after is not None:
        words.append("valid" if done.valid_after else "not valid against its schema")
    if done.needs_confirmation:
        words.append("needs confirmation")
    return ", ".join((*words, *done.flags))


def _row(decision: Decision, before: Document | None, after: Document | None, done: MinimizedCall) -> tuple[str, ...]:
    what = ", ".join(dict.fromkeys(f"{f.category} {f.sub}" for f in decision.findings)) or "-"
    then = _GONE if done.blocked else _shown(after, decision.pointer)
    return (decision.pointer or "(all)", what, decision.disposition.value, _shown(before, decision.pointer), then, decision.reason.value)


def _read(arguments: str) -> Document | None:
    from minimize.errors import CallError

    try:
        return Document.parse(arguments)
    except CallError:
        return None


def _shown(document: Document | None, pointer: str) -> str:
    if document is None or not document.has(pointer):
        return _GONE
    value = document.value(pointer)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."
