from __future__ import annotations

import pytest
import sqlalchemy as sa

from llmproxy.records.figures import alarm, report, tools, write
from llmproxy.records.tables import METADATA
from minimize.model import Reason
from tests.llmproxy.records.made import decided, record

SECRET = b"a secret of the installation"


@pytest.fixture
def connection() -> sa.Connection:
    engine = sa.create_engine("sqlite://")
    METADATA.create_all(engine)
    return engine.connect()


def test_completion_and_outcomes_of_a_tool(connection: sa.Connection) -> None:
    calls = [
        decided(call_id="a"),
        decided(call_id="b", changed=False),
        decided(call_id="c", valid_after=False, changed=False),
        decided(call_id="d", blocked=Reason.NO_VALID_REWRITE, changed=False),
        decided(call_id="e", valid_after=None, changed=False),
    ]
    told = [{"k": "desk", "c": "a", "o": "error"}, {"k": "desk", "c": "b", "o": "ok"}, {"k": "desk", "c": "e", "o": "unknown"}]
    write(connection, [record(1, *calls)], told, SECRET, {})
    (tool,) = tools(connection)
    assert tool["calls"] == 5 and tool["blocked"] == 1 and tool["tcr"] == 2 / 4
    assert tool["changed"] == {"calls": 1, "ok": 0, "error": 1, "unknown": 0}
    assert tool["unchanged"] == {"calls": 4, "ok": 1, "error": 0, "unknown": 1}
    assert tool["cost_before"] == 20.0 and tool["alarm"] is False


def test_a_tool_without_schema_has_no_rate(connection: sa.Connection) -> None:
    write(connection, [record(1, decided(valid_after=None))], [], SECRET, {})
    assert tools(connection)[0]["tcr"] is None


def test_an_exchange_without_calls_has_a_report(connection: sa.Connection) -> None:
    write(connection, [record(1)], [], SECRET, {})
    found = report(connection, "ex-1")
    assert found is not None and found["calls"] == []


@pytest.mark.parametrize(
    ("errors", "rewritten", "base_errors", "unchanged", "expected"),
    [
        (9, 9, 0, 100, False),  # too few
        (5, 10, 1, 100, True),
        (1, 10, 1, 10, False),
        (30, 100, 25, 100, False),  # within chance and under the gap
        (30, 100, 10, 100, True),
        (0, 100, 50, 100, False),  # better than before
        (100, 100, 100, 100, False),  # the tool is down
        (10, 20, 0, 0, True),  # always rewritten, half of it fails
        (9, 20, 0, 0, False),
        (10, 19, 0, 0, False),
    ],
)
def test_over_minimisation(errors: int, rewritten: int, base_errors: int, unchanged: int, expected: bool) -> None:
    assert alarm(errors, rewritten, base_errors, unchanged) is expected
