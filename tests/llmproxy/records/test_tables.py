from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import sqlalchemy as sa

from llmproxy.records import audit, tables
from tests.llmproxy.records.made import decided, record


def test_sqlite_writes_ahead_and_waits(tmp_path: Path) -> None:
    engine = tables.open_engine(f"sqlite:///{tmp_path}/records.sqlite3")
    with engine.connect() as connection:
        assert connection.execute(sa.text("pragma journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("pragma busy_timeout")).scalar() == 10_000
    engine.dispose()
    tables.open_engine(f"sqlite:///{tmp_path}/records.sqlite3").dispose()  # a second start finds its tables


def test_processes_that_start_at_once_share_the_tables(tmp_path: Path) -> None:
    for number in range(5):
        with ThreadPoolExecutor(8) as pool:
            engines = list(pool.map(lambda _, n=number: tables.open_engine(f"sqlite:///{tmp_path}/{n}.sqlite3"), range(8)))  # type: ignore[misc]
        for engine in engines:
            engine.dispose()


def test_rows_fill_the_tables_and_nothing_else() -> None:
    one = record(1, decided())
    assert set(audit.exchange_row(one, b"s", {})) == set(tables.EXCHANGES.c.keys())
    assert set(audit.call_row(one, 0, b"s")) == set(tables.CALLS.c.keys()) - {"outcome", "verdict"}
    assert set(audit.decision_rows(one, 0, b"s")[0]) == set(tables.DECISIONS.c.keys())


def test_the_tables_can_be_made_on_postgresql() -> None:
    from sqlalchemy.dialects import postgresql

    for table in tables.METADATA.sorted_tables:
        assert "CREATE TABLE" in str(sa.schema.CreateTable(table).compile(dialect=postgresql.dialect()))  # type: ignore[no-untyped-call]
