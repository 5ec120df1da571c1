import inspect
import json

import pytest

from llmproxy import errors

ALL = [c for _, c in inspect.getmembers(errors, inspect.isclass) if issubclass(c, errors.ProxyError) and c not in (errors.ProviderFailed,)]


@pytest.mark.parametrize("kind", ALL)
def test_each_is_an_openai_error_object(kind: type[errors.ProxyError]) -> None:
    error = kind()
    told = json.loads(error.body())["error"]
    assert set(told) == {"message", "type", "param", "code"}
    assert told["message"] == error.default
    assert 400 <= error.status < 600


@pytest.mark.parametrize("kind", [*ALL, errors.ProviderFailed])
def test_each_stands_in_the_list_at_the_top(kind: type[errors.ProxyError]) -> None:
    assert kind.__name__ in (errors.__doc__ or "")


def test_a_providers_own_body_wins() -> None:
    assert errors.ProviderFailed(529, "server_error", "x", original=b'{"error":{}}').body() == b'{"error":{}}'
    assert json.loads(errors.ProviderFailed(529, "server_error", "x").body())["error"]["code"] == "x"


def test_a_missing_lane_is_not_worth_a_retry() -> None:
    assert (b"x-should-retry", b"false") in errors.LaneMissing().headers
