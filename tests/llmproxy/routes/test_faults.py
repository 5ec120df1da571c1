import json

from starlette.exceptions import HTTPException
from starlette.requests import Request

from llmproxy.errors import Unauthorised
from llmproxy.routes.faults import http_error, proxy_error

REQUEST = Request({"type": "http", "headers": []})


async def test_our_errors_keep_their_status_and_headers() -> None:
    answer = await proxy_error(REQUEST, Unauthorised())
    assert answer.status_code == 401
    assert json.loads(answer.body)["error"]["code"] == "invalid_api_key"


async def test_starlettes_errors_get_our_form() -> None:
    found = {}
    for status in (404, 405, 415):
        answer = await http_error(REQUEST, HTTPException(status, headers={"allow": "POST"}))
        assert (answer.status_code, answer.headers["allow"]) == (status, "POST")
        found[status] = json.loads(answer.body)["error"]["code"]
    assert len(set(found.values())) == 3
