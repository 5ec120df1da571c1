from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from llmproxy.app import create_app
from llmproxy.config import Key
from llmproxy.records import ExchangeRecord
from minimize.model import Mode, ToolCall
from tests.upstreams.minimizers import made
from tests.upstreams.settings import settings

KEYS = [(Key("a"), "tm-a"), (Key("b"), "tm-b")]
A, B, ADMIN = ({"authorization": f"Bearer tm-{name}"} for name in ("a", "b", "admin"))


@pytest.fixture
def browser() -> Iterator[TestClient]:
    from dataclasses import replace

    app = create_app(settings(keys=KEYS, admin="tm-admin"))
    with TestClient(app) as browser:
        asks = replace(made(ToolCall("f", "{}", call_id="call_1"), Mode.ENFORCE, "{}", cuts=False, blocked=None), needs_confirmation=True)
        app.state.toolminimize.records.exchange(ExchangeRecord("ex-1", 1.0, "a", "m", False, 200, ((asks, 0.1),)))
        yield browser


def test_one_reads_ones_own(browser: TestClient) -> None:
    assert browser.get("/v1/minimize/reports/ex-1", headers=A).json()["calls"][0]["call_id"] == "call_1"
    assert browser.get("/v1/minimize/reports/ex-1", headers=ADMIN).status_code == 200


@pytest.mark.parametrize("path", ["/v1/minimize/reports/ex-1", "/v1/minimize/reports/ex-2", "/v1/minimize/reports/" + "x" * 500])
def test_to_anybody_else_there_is_none(browser: TestClient, path: str) -> None:
    response = browser.get(path, headers=B)
    assert (response.status_code, response.json()["error"]["code"]) == (404, "report_not_found")


def test_a_verdict_is_recorded_once_asked_for(browser: TestClient) -> None:
    path = "/v1/minimize/reports/ex-1/confirm"
    assert browser.post(path, headers=A, json={"call_id": "call_1", "verdict": "deny"}).status_code == 200
    assert browser.get("/v1/minimize/reports/ex-1", headers=A).json()["calls"][0]["verdict"] == "deny"
    assert browser.post(path, headers=B, json={"call_id": "call_1", "verdict": "deny"}).status_code == 404
    assert browser.post(path, headers=A, json={"call_id": "call_9", "verdict": "deny"}).status_code == 404


@pytest.mark.parametrize("body", [{}, {"call_id": "call_1", "verdict": "perhaps: a value"}, {"call_id": "call_1", "verdict": "deny", "more": 1}])
def test_a_wrong_body_is_told_without_its_values(browser: TestClient, body: dict[str, str]) -> None:
    response = browser.post("/v1/minimize/reports/ex-1/confirm", headers=A, json=body)
    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid_request")
    assert "a value" not in response.text
