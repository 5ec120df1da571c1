from fastapi.testclient import TestClient

from llmproxy.app import create_app
from llmproxy.config import Key
from tests.upstreams.minimizers import Cutting
from tests.upstreams.openai_wire import speaking
from tests.upstreams.server import Upstream
from tests.upstreams.settings import entry, settings
from tests.upstreams.speech import Speech


def test_a_key_sees_what_it_may_use() -> None:
    with Upstream(speaking(Speech("hi"))) as upstream:
        base = upstream.url + "/v1"
        configured = settings(entry("own", "openai/x", base), entry("*", "openai/*", base), keys=[(Key("a", models=("fake-*",)), "tm-a"), (Key("b"), "tm-b")])
        with TestClient(create_app(configured, minimizer=Cutting())) as browser:
            a, b = {"authorization": "Bearer tm-a"}, {"authorization": "Bearer tm-b"}
            assert [m["id"] for m in browser.get("/v1/models", headers=a).json()["data"]] == ["fake-1", "fake-2"]
            assert [m["id"] for m in browser.get("/v1/models", headers=b).json()["data"]] == ["own", "fake-1", "fake-2"]
            assert browser.get("/v1/models/own", headers=b).json()["id"] == "own"
            refused = browser.get("/v1/models/own", headers=a)
            assert (refused.status_code, refused.json()["error"]["code"]) == (404, "model_not_found")
            assert browser.get("/v1/models").status_code == 401
