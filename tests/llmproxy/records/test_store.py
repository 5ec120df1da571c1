from __future__ import annotations

import dataclasses
import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from llmproxy.records import Records
from llmproxy.records import store as store_module
from llmproxy.records.store import RecordsError, preflight
from minimize.model import Reason
from tests.llmproxy.records.made import decided, record

SECRET = b"a secret of the installation"


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    store = Records(f"sqlite:///{tmp_path}/new/records.sqlite3", SECRET, {"registry": "7"})
    store.start()
    yield store
    store.close()


def count(path: Path, table: str) -> int:
    with sqlite3.connect(path) as connection:
        return int(connection.execute(f"select count(*) from {table}").fetchone()[0])


async def test_a_report_says_everything_but_values(records: Records) -> None:
    records.exchange(record(1, decided(), decided(blocked=Reason.NO_VALID_REWRITE, call_id="call_2"), not_read=("reasoning",)))
    report = await records.report("ex-1")
    assert report is not None
    assert (report["exchange_id"], report["key_name"], report["model"], report["stream"], report["status"]) == ("ex-1", "desk", "fast-model", False, 200)
    assert report["time"] == "2027-01-15T08:00:01.000+00:00"
    assert report["not_read"] == ["reasoning"] and report["versions"] == {"registry": "7"} and report["policy_hash"] == "0123456789abcdef"
    first, second = report["calls"]
    assert (first["tool"], first["kind"], first["trust"], first["cost_before"], first["cost_after"]) == (
        "get_forecast",
        "weather",
        "third_party_no_dpa",
        4.0,
        0.0,
    )
    assert (first["changed"], first["valid_after"], first["latency_ms"], first["outcome"], first["judge"]) == (True, True, 0.25, None, "off")
    assert second["blocked"] == "no_valid_rewrite"
    (decision,) = first["decisions"]
    assert decision["pointer"] == "/notes" and decision["rules"] == ["kind:weather"] and len(decision["value_hash"]) == 24
    assert "asthma" not in str(report) and "Ghent" not in str(report)


@pytest.mark.parametrize(("flags", "judge"), [(("undeclared_tool", "judge:budget"), "budget"), ((), "off")])
async def test_a_report_says_how_the_judge_fared(records: Records, flags: tuple[str, ...], judge: str) -> None:
    records.exchange(record(1, dataclasses.replace(decided(), flags=flags)))
    report = await records.report("ex-1")
    assert report is not None and report["calls"][0]["judge"] == judge
    assert await records.report("ex-2") is None


async def test_an_outcome_goes_to_the_latest_call_of_that_key_and_stays(records: Records) -> None:
    records.exchange(record(1, decided()))
    records.exchange(record(2, decided()))
    records.exchange(record(3, decided(), key_name="other"))
    records.outcome("desk", "call_1", "error")
    records.outcome("desk", "call_1", "ok")  # the client sends its history again with every request
    records.outcome("desk", "", "ok")
    found = [(await records.report(f"ex-{n}") or {})["calls"][0]["outcome"] for n in (1, 2, 3)]
    assert found == [None, "error", None]


async def test_an_outcome_never_goes_to_a_call_that_was_made_after_it(records: Records) -> None:
    records.exchange(record(1, decided()))
    records.outcome("desk", "call_1", "error")
    records.exchange(record(2, decided()))
    records.outcome("desk", "call_1", "ok")
    records.exchange(record(3, decided()))
    found = [(await records.report(f"ex-{n}") or {})["calls"][0]["outcome"] for n in (1, 2, 3)]
    assert found == ["error", "ok", None]


async def test_confirmation_is_recorded_where_it_was_asked_for(records: Records) -> None:
    records.exchange(record(1, decided(needs_confirmation=True), decided(call_id="call_2")))
    assert await records.confirm("ex-1", "call_1", "approve") is True
    assert await records.confirm("ex-1", "call_2", "approve") is False
    assert await records.confirm("ex-9", "call_1", "deny") is False
    report = await records.report("ex-1")
    assert report is not None and [c["verdict"] for c in report["calls"]] == ["approve", None]


async def test_figures_per_tool(records: Records) -> None:
    records.exchange(record(1, decided(), decided(name="other_tool", changed=False), time=time.time()))
    records.exchange(record(2, decided(name="long_ago"), time=1.0))
    first, second = await records.tools()
    assert {first["tool"], second["tool"]} == {"get_forecast", "other_tool"} and first["tcr"] == 1.0


def test_the_alarm_is_logged_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(store_module, "WATCH_EVERY_S", 0.0)
    store = Records(f"sqlite:///{tmp_path}/records.sqlite3", SECRET)
    store.start()
    for number in range(30):
        store.exchange(record(number, decided(call_id=f"call_{number}"), time=time.time()))
    for number in range(30):
        store.outcome("desk", f"call_{number}", "error")
        if number > 25:
            store.flush()
    assert store.tools_now()[0]["alarm"] is True
    store.close()
    assert caplog.text.count("over-minimisation: rewritten calls of tool `get_forecast`") == 1


def test_nothing_is_lost_at_a_normal_shutdown(tmp_path: Path) -> None:
    path = tmp_path / "records.sqlite3"
    store = Records(f"sqlite:///{path}", SECRET)
    store.start()
    for number in range(1000):
        store.exchange(record(number, decided(), decided()))
    store.close()
    store.close()
    assert (count(path, "exchanges"), count(path, "calls"), count(path, "decisions"), store.lost) == (1000, 2000, 2000, 0)


def test_the_request_path_only_queues(records: Records) -> None:
    call = decided()
    made = [record(number, call) for number in range(2000)]
    start = time.perf_counter()
    for one in made:
        records.exchange(one)
    assert (time.perf_counter() - start) / len(made) < 30e-6


def test_a_full_queue_counts_what_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "QUEUE_LIMIT", 3)
    store = Records(f"sqlite:///{tmp_path}/records.sqlite3", SECRET)
    for number in range(5):
        store.exchange(record(number))
    assert store.lost == 2
    store.start()
    store.close()
    assert count(tmp_path / "records.sqlite3", "exchanges") == 3


def test_a_store_that_fails_stops_no_traffic(records: Records, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "ATTEMPTS", 1)
    records.exchange(record(1, decided()))
    records.exchange(record(1, decided()))  # the same id twice
    assert records.flush() and records.lost == 2
    assert "IntegrityError" in caplog.text and "asthma" not in caplog.text
    records.exchange(record(2, decided()))
    assert records.report_now("ex-2") is not None


def test_a_store_that_cannot_be_opened_says_so_without_its_url(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for url in (f"sqlite:///{tmp_path}/file/hidden.sqlite3", "nonsense://someone:hidden@nowhere"):
        with pytest.raises(RecordsError) as refusal:
            Records(url, SECRET).start()
        assert "hidden" not in str(refusal.value) and "\n" not in str(refusal.value)
        with pytest.raises(RecordsError, match="the audit store cannot be opened") as refusal:
            preflight(url)
        assert "hidden" not in str(refusal.value) and "\n" not in str(refusal.value)
    preflight(f"sqlite:///{tmp_path}/new/records.sqlite3")


def test_a_driver_that_is_not_there_is_named() -> None:
    with pytest.raises(RecordsError, match="its driver is not installed"):
        preflight("mysql+pymysql://someone:hidden@nowhere/x")


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    store = Records(f"sqlite:///{tmp_path}/records.sqlite3", SECRET)
    store.start()
    store.exchange(record(1, decided()))
    store.flush()
    assert {p.name: stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()}.keys() >= {"records.sqlite3", "records.sqlite3-wal"}
    assert {stat.S_IMODE(p.stat().st_mode) for p in tmp_path.iterdir()} == {0o600}
    store.close()


def test_a_store_that_is_not_started_has_no_reports() -> None:
    with pytest.raises(RecordsError):
        Records("sqlite://", SECRET).report_now("ex-1")


def test_two_processes_may_share_a_file(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/records.sqlite3"
    one, two = Records(url, SECRET), Records(url, SECRET)
    one.start()
    two.start()
    for number in range(200):
        (one if number % 2 else two).exchange(record(number, decided()))
    one.close()
    two.close()
    assert (count(tmp_path / "records.sqlite3", "exchanges"), one.lost, two.lost) == (200, 0, 0)


@pytest.mark.skipif("TOOLMINIMIZE_TEST_POSTGRESQL" not in os.environ, reason="names no empty PostgreSQL database by URL")
async def test_postgresql_by_url() -> None:
    store = Records(os.environ["TOOLMINIMIZE_TEST_POSTGRESQL"], SECRET)
    store.start()
    exchange = f"ex-{time.time_ns()}"
    store.exchange(record(1, decided(needs_confirmation=True, call_id=exchange), exchange_id=exchange, time=time.time()))
    store.outcome("desk", exchange, "ok")
    assert await store.confirm(exchange, exchange, "approve") is True
    report = await store.report(exchange)
    assert report is not None and (report["calls"][0]["outcome"], report["calls"][0]["verdict"]) == ("ok", "approve")
    assert [t for t in await store.tools() if t["tool"] == "get_forecast"]
    store.close()


def test_a_file_that_is_no_database_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    (tmp_path / "records.sqlite3").write_text("hidden " * 300)
    for begin in (Records(f"sqlite:///{tmp_path}/records.sqlite3", SECRET).start, lambda: preflight(f"sqlite:///{tmp_path}/records.sqlite3")):
        with pytest.raises(RecordsError, match="the audit store cannot be opened: DatabaseError"):
            begin()


def test_a_store_that_fails_late_is_logged_and_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(url: str) -> None:
        raise RecordsError("the audit store cannot be opened: OperationalError")

    monkeypatch.setattr(store_module, "_open", fail)
    monkeypatch.setattr(store_module, "ATTEMPTS", 1)
    store = Records(f"sqlite:///{tmp_path}/records.sqlite3", SECRET)
    store.start()
    store.exchange(record(1, decided()))
    with pytest.raises(RecordsError):
        store.report_now("ex-1")
    store.close()
    assert store.lost == 1 and "cannot be opened: OperationalError" in caplog.text
