from fastapi.testclient import TestClient

from llmproxy.app import create_app
from tests.upstreams.minimizers import Cutting
from tests.upstreams.settings import settings


def test_alive_before_ready_and_ready_once_started() -> None:
    app = create_app(settings(), minimizer=Cutting())
    before = TestClient(app)
    assert (before.get("/healthz").status_code, before.get("/readyz").status_code) == (200, 503)
    with TestClient(app) as started:
        assert (started.get("/healthz").json(), started.get("/readyz").json()) == ({"status": "ok"}, {"status": "ready"})
    assert before.get("/readyz").status_code == 503
