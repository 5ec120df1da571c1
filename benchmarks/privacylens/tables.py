"""The tables that are printed. Must not be in here: figures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.table import Table

from benchmarks.detection.tables import share
from benchmarks.privacylens.measure import Fate, Result


def overview(runs: Sequence[tuple[str, Result]]) -> Table:
    """One row a judge."""
    table = Table("judge", "sensitive items left", "facts kept", "messages", "changed", "blocked", "invalid")
    for name, result in runs:
        table.add_row(
            name, *_shares(result.of(facts=False), result.of(facts=True)), *map(str, (result.messages, result.changed, result.blocked, result.invalid))
        )
    return table


def by_kind(name: str, result: Result) -> Table:
    """One row a topic, then one a form."""
    table = Table(f"{name}: by kind", "sensitive items left", "facts kept")
    for topic in sorted({fate.topic for fate in result.fates}):
        table.add_row(topic, *_shares(_only(result.of(facts=False), lambda f: f.topic, topic), _only(result.of(facts=True), lambda f: f.topic, topic)))
    table.add_section()
    for form in sorted({fate.form for fate in result.of(facts=False)}):
        table.add_row(f"as {form}", _shares(_only(result.of(facts=False), lambda f: f.form, form), [])[0], "")
    return table


def _only(fates: Sequence[Fate], of: Callable[[Fate], str], value: str) -> list[Fate]:
    return [fate for fate in fates if of(fate) == value]


def _shares(items: Sequence[Fate], facts: Sequence[Fate]) -> tuple[str, str]:
    return share(sum(fate.there for fate in items), len(items)), share(sum(fate.there for fate in facts), len(facts))
