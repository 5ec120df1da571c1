import subprocess
import sys

import pytest
from starlette.testclient import TestClient

from llmproxy.app import ROUTES, create_app
from llmproxy.routes import reports
from llmproxy.routes.later import endpoint
from tests.upstreams.minimizers import Cutting
from tests.upstreams.settings import settings


def browser(**parts: object) -> TestClient:
    return TestClient(create_app(settings(passthrough_keys=True), minimizer=Cutting(), **parts), client=("127.0.0.1", 1), raise_server_exceptions=False)


def test_every_entry_of_the_table_names_a_function_that_says_what_it_does() -> None:
    assert all(endpoint(name).__doc__ for _, _, name in ROUTES)


def test_serving_chats_needs_no_fastapi() -> None:
    probe = "import sys, llmproxy.app; print(sorted({'fastapi', 'pydantic', 'sqlalchemy'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", probe], capture_output=True, check=True, timeout=60).stdout == b"[]\n"


def test_it_describes_its_routes() -> None:
    with browser() as client:
        described = client.get("/openapi.json").json()
    assert set(described["paths"]) == {path.replace(":path", "") for _, path, _ in ROUTES}


def test_a_wrong_field_is_named_and_not_quoted() -> None:
    with browser() as client:
        answer = client.post("/v1/minimize/reports/ex-1/confirm", json={"call_id": "c", "verdict": "quokka"})
    assert (answer.status_code, answer.json()["error"]["param"]) == (400, "verdict")
    assert "quokka" not in answer.text


def test_a_fault_is_told_as_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(request: object, exchange_id: str) -> None:
        raise RuntimeError("quokka")

    monkeypatch.setattr(reports, "_readable", fail)
    with browser() as client:
        answer = client.get("/v1/minimize/reports/ex-1")
    assert (answer.status_code, answer.json()["error"]["type"]) == (500, "server_error")
    assert "quokka" not in answer.text
