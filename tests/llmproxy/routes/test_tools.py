from fastapi.testclient import TestClient

from llmproxy.app import create_app
from llmproxy.config import Key
from llmproxy.records import ExchangeRecord
from minimize.model import Mode, ToolCall
from tests.upstreams.minimizers import Cutting, made
from tests.upstreams.settings import settings


def test_figures_are_for_the_admin() -> None:
    app = create_app(settings(keys=[(Key("a"), "tm-a")], admin="tm-admin"), minimizer=Cutting())
    with TestClient(app) as browser:
        import time

        call = made(ToolCall("get_weather", "{}", call_id="c"), Mode.ENFORCE, "{}", cuts=False, blocked=None)
        app.state.toolminimize.records.exchange(ExchangeRecord("ex-1", time.time(), "a", "m", False, 200, ((call, 0.1),)))
        assert browser.get("/v1/minimize/tools", headers={"authorization": "Bearer tm-a"}).status_code == 403
        told = browser.get("/v1/minimize/tools", headers={"authorization": "Bearer tm-admin"}).json()["tools"]
        assert [t["tool"] for t in told] == ["get_weather"]


def test_without_keys_they_are_for_this_machine() -> None:
    with TestClient(create_app(settings(), minimizer=Cutting()), client=("127.0.0.1", 1)) as browser:
        assert browser.get("/v1/minimize/tools").json() == {"tools": []}
        assert browser.get("/v1/minimize/tools", headers={"authorization": "Bearer sk-somebody"}).status_code == 403
