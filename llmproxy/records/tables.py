"""The tables of the audit store (SQLAlchemy Core) and the engine. Imported late: SQLAlchemy costs half a second.

Must not be in here: what goes into the tables, threads.
"""

from __future__ import annotations

import time
from typing import Any

import sqlalchemy as sa

METADATA = sa.MetaData()
_ATTEMPTS = 5

EXCHANGES = sa.Table(
    "exchanges",
    METADATA,
    sa.Column("exchange_id", sa.String(64), primary_key=True),
    sa.Column("time", sa.Float, nullable=False, index=True),
    sa.Column("key_name", sa.Text, nullable=False),
    sa.Column("model", sa.Text, nullable=False),
    sa.Column("stream", sa.Boolean, nullable=False),
    sa.Column("status", sa.Integer, nullable=False),
    sa.Column("policy_hash", sa.Text, nullable=False),
    sa.Column("not_read", sa.Text, nullable=False),
    sa.Column("versions", sa.Text, nullable=False),
)

CALLS = sa.Table(
    "calls",
    METADATA,
    sa.Column("exchange_id", sa.String(64), primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("call_id", sa.Text, nullable=False, index=True),
    sa.Column("tool", sa.Text, nullable=False, index=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("trust", sa.Text, nullable=False),
    sa.Column("mode", sa.Text, nullable=False),
    sa.Column("changed", sa.Boolean, nullable=False),
    sa.Column("blocked", sa.Text),
    sa.Column("failure", sa.Text),
    sa.Column("needs_confirmation", sa.Boolean, nullable=False),
    sa.Column("valid_before", sa.Boolean),
    sa.Column("valid_after", sa.Boolean),
    sa.Column("cost_before", sa.Float, nullable=False),
    sa.Column("cost_after", sa.Float, nullable=False),
    sa.Column("items_before", sa.Integer, nullable=False),
    sa.Column("items_after", sa.Integer, nullable=False),
    sa.Column("extension_before", sa.Float, nullable=False),
    sa.Column("extension_after", sa.Float, nullable=False),
    sa.Column("latency_ms", sa.Float, nullable=False),
    sa.Column("flags", sa.Text, nullable=False),
    sa.Column("outcome", sa.Text),
    sa.Column("verdict", sa.Text),
)

DECISIONS = sa.Table(
    "decisions",
    METADATA,
    sa.Column("exchange_id", sa.String(64), primary_key=True),
    sa.Column("position", sa.Integer, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("pointer", sa.Text, nullable=False),
    sa.Column("category", sa.Text),
    sa.Column("sub", sa.Text),
    sa.Column("detector", sa.Text),
    sa.Column("confidence", sa.Float, nullable=False),
    sa.Column("disposition", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("precision", sa.Text),
    sa.Column("value_hash", sa.Text),
)


def open_engine(url: str) -> sa.Engine:
    """Open the store and make what tables are missing. SQLite gets a write-ahead log and waits for other processes' locks."""
    if url.startswith(("postgres://", "postgresql://")):
        url = "postgresql+psycopg://" + url.partition("://")[2]
    engine = sa.create_engine(url)
    if engine.dialect.name == "sqlite":
        sa.event.listen(engine, "connect", _sqlite_settings)
    for attempt in range(_ATTEMPTS):
        try:
            METADATA.create_all(engine)
            break
        except sa.exc.DBAPIError:  # several processes that start at once race for the tables; who loses finds them there
            if attempt + 1 == _ATTEMPTS:
                raise
            time.sleep(0.1 * (attempt + 1))
    return engine


def _sqlite_settings(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("busy_timeout=10000", "journal_mode=WAL", "synchronous=NORMAL"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
