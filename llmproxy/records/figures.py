"""What is written to and read from the store: inserts, a report, live figures per tool.

Over-minimisation: the tools' answers to rewritten calls fail more often than those to unchanged ones. The alarm needs
enough of both and a difference beyond chance; where a tool's calls are always rewritten, a high rate alone.

Must not be in here: threads, the queue, values.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from llmproxy.records.audit import call_row, decision_rows, exchange_row
from llmproxy.records.model import ExchangeRecord
from llmproxy.records.tables import CALLS, DECISIONS, EXCHANGES

MIN_REWRITTEN = 10
MIN_UNCHANGED = 10
MIN_GAP = 0.1
"""By how much the error rate of rewritten calls must exceed that of unchanged ones."""
Z_BOUND = 1.645
"""One-sided 95 % of the two-proportion test."""
ALONE_RATE = 0.5
ALONE_COUNT = 20
"""Without unchanged calls to compare with: this error rate over at least so many rewritten ones."""
ROWS_A_STATEMENT = (32, 8, 1)
"""Rows that one insert holds, the most first. With the columns of the widest table 32 rows stay below the 999 values that older SQLite takes."""
_JSON_COLUMNS = ("flags", "rules", "not_read", "versions")


def write(
    connection: sa.Connection, records: Sequence[ExchangeRecord], outcomes: Sequence[Mapping[str, str]], secret: bytes, versions: Mapping[str, str]
) -> None:
    """Write a batch: exchanges, their calls and decisions, then outcomes (`k` key name, `c` call id, `o` outcome)."""
    positions = [(record, position) for record in records for position in range(len(record.calls))]
    for table, rows in (
        (EXCHANGES, [exchange_row(record, secret, versions) for record in records]),
        (CALLS, [call_row(record, position, secret) for record, position in positions]),
        (DECISIONS, [row for record, position in positions for row in decision_rows(record, position, secret)]),
    ):
        if rows:
            _insert(connection, table, rows)
    if outcomes:
        connection.execute(_outcome_statement(), [dict(o) for o in outcomes])


def _insert(connection: sa.Connection, table: sa.Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Hand rows (all with the same members) to the driver, where its text allows that many in one statement.

    SQLAlchemy's own way costs 20 us a row more. A driver that runs a statement lets other threads go on meanwhile; done row by row, the server's
    loop and the writer hand the interpreter to and fro, which costs a request more than the writing itself.
    """
    columns = tuple(rows[0])
    one, names = _insert_text(table, connection.dialect, columns, 1)
    if names is None:
        connection.exec_driver_sql(one, [dict(row) for row in rows])
        return
    at = 0
    for size in ROWS_A_STATEMENT:
        while len(rows) - at >= size:
            values = tuple([row[name] for row in rows[at : at + size] for name in names])
            connection.exec_driver_sql(_insert_text(table, connection.dialect, columns, size)[0], values)
            at += size


@lru_cache(maxsize=64)
def _insert_text(table: sa.Table, dialect: sa.Dialect, columns: tuple[str, ...], rows: int) -> tuple[str, tuple[str, ...] | None]:
    """Give the text of an insert of so many rows for a dialect, and the order of a row's values where the driver takes them by position (`?`)."""
    compiled = sa.insert(table).compile(dialect=dialect, column_keys=list(columns))
    names = tuple(getattr(compiled, "positiontup", None) or ())
    head, word, values = str(compiled).partition(" VALUES ")
    return head + word + ", ".join([values] * rows), names or None


def _outcome_statement() -> sa.Update:
    inner = CALLS.alias("latest")
    latest = (
        sa.select(inner.c.exchange_id)
        .join(EXCHANGES, EXCHANGES.c.exchange_id == inner.c.exchange_id)
        .where(inner.c.call_id == sa.bindparam("c"), EXCHANGES.c.key_name == sa.bindparam("k"))
        .order_by(EXCHANGES.c.time.desc())
        .limit(1)
        .scalar_subquery()
    )
    return (
        sa.update(CALLS).where(CALLS.c.call_id == sa.bindparam("c"), CALLS.c.outcome.is_(None), CALLS.c.exchange_id == latest).values(outcome=sa.bindparam("o"))
    )


def report(connection: sa.Connection, exchange_id: str) -> dict[str, Any] | None:
    """Give an exchange's audit record, calls and decisions nested in order; None where there is none."""
    exchange = connection.execute(sa.select(EXCHANGES).where(EXCHANGES.c.exchange_id == exchange_id)).mappings().first()
    if exchange is None:
        return None
    decisions: dict[int, list[dict[str, Any]]] = {}
    rows = connection.execute(sa.select(DECISIONS).where(DECISIONS.c.exchange_id == exchange_id).order_by(DECISIONS.c.position, DECISIONS.c.number))
    for row in rows.mappings():
        decisions.setdefault(row["position"], []).append(_plain(row, "exchange_id", "position", "number"))
    calls = connection.execute(sa.select(CALLS).where(CALLS.c.exchange_id == exchange_id).order_by(CALLS.c.position)).mappings()
    found = _plain(exchange)
    found["time"] = datetime.fromtimestamp(found["time"], UTC).isoformat(timespec="milliseconds")
    found["calls"] = [{**_plain(call, "exchange_id"), "judge": _judged(call["flags"]), "decisions": decisions.get(call["position"], [])} for call in calls]
    return found


def _judged(flags: str) -> str:
    """How the judge of a call fared, `off` where none was asked."""
    return next((str(flag).removeprefix("judge:") for flag in json.loads(flags) if str(flag).startswith("judge:")), "off")


def _plain(row: Mapping[Any, Any], *without: str) -> dict[str, Any]:
    return {k: json.loads(v) if k in _JSON_COLUMNS else v for k, v in row.items() if k not in without}


def confirm(connection: sa.Connection, exchange_id: str, call_id: str, verdict: str) -> bool:
    """Record a verdict; False where no such call asked for confirmation."""
    which = (CALLS.c.exchange_id == exchange_id) & (CALLS.c.call_id == call_id) & CALLS.c.needs_confirmation
    return connection.execute(sa.update(CALLS).where(which).values(verdict=verdict)).rowcount > 0


def tools(connection: sa.Connection, since: float = 0.0) -> list[dict[str, Any]]:
    """Give the figures per tool, most called first; `since` in seconds since the epoch.

    `tcr`: share of calls whose arguments are valid against the schema as forwarded (None without a schema; blocked calls
    count as not completed). `ok`, `error`, `unknown` are outcomes, by `changed` and `unchanged`. `alarm`: over-minimisation.
    """
    blocked = sa.case((CALLS.c.blocked.is_not(None), 1), else_=0)
    valid = sa.case((CALLS.c.blocked.is_(None) & CALLS.c.valid_after.is_(True), 1), else_=0)
    judged = sa.case((CALLS.c.valid_after.is_not(None) | CALLS.c.blocked.is_not(None), 1), else_=0)
    rows = connection.execute(
        sa.select(
            CALLS.c.tool,
            CALLS.c.changed,
            CALLS.c.outcome,
            sa.func.count().label("calls"),
            sa.func.sum(blocked).label("blocked"),
            sa.func.sum(valid).label("valid"),
            sa.func.sum(judged).label("judged"),
            sa.func.sum(CALLS.c.cost_before).label("cost_before"),
            sa.func.sum(CALLS.c.cost_after).label("cost_after"),
        )
        .join(EXCHANGES, EXCHANGES.c.exchange_id == CALLS.c.exchange_id)
        .where(EXCHANGES.c.time >= since)
        .group_by(CALLS.c.tool, CALLS.c.changed, CALLS.c.outcome)
    ).mappings()
    found: dict[str, dict[str, Any]] = {}
    for row in rows:
        tool = found.setdefault(row["tool"], _nothing(row["tool"]))
        for name in ("calls", "blocked", "valid", "judged", "cost_before", "cost_after"):
            tool[name] += row[name]
        side = tool["changed" if row["changed"] else "unchanged"]
        side["calls"] += row["calls"]
        if row["outcome"] is not None:
            side[row["outcome"]] = side.get(row["outcome"], 0) + row["calls"]
    return sorted((_finished(t) for t in found.values()), key=lambda t: (-t["calls"], t["tool"]))


def _nothing(tool: str) -> dict[str, Any]:
    sides = {side: {"calls": 0, "ok": 0, "error": 0, "unknown": 0} for side in ("changed", "unchanged")}
    return {"tool": tool, "calls": 0, "blocked": 0, "valid": 0, "judged": 0, "cost_before": 0.0, "cost_after": 0.0, **sides}


def _finished(tool: dict[str, Any]) -> dict[str, Any]:
    valid, judged = tool.pop("valid"), tool.pop("judged")
    tool["tcr"] = valid / judged if judged else None
    changed, unchanged = tool["changed"], tool["unchanged"]
    tool["alarm"] = alarm(changed["error"], changed["ok"] + changed["error"], unchanged["error"], unchanged["ok"] + unchanged["error"])
    return tool


def alarm(errors: int, rewritten: int, base_errors: int, unchanged: int) -> bool:
    """Tell whether rewritten calls (`errors` of `rewritten`) fail more often than unchanged ones beyond chance."""
    if rewritten < MIN_REWRITTEN:
        return False
    rate = errors / rewritten
    if unchanged < MIN_UNCHANGED:
        return rewritten >= ALONE_COUNT and rate >= ALONE_RATE
    base = base_errors / unchanged
    pooled = (errors + base_errors) / (rewritten + unchanged)
    spread = math.sqrt(pooled * (1 - pooled) * (1 / rewritten + 1 / unchanged))
    return rate - base >= MIN_GAP and spread > 0 and (rate - base) / spread >= Z_BOUND
