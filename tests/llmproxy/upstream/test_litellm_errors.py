import inspect

import pytest

from llmproxy.errors import FirstByteTimeout, ProviderFailed, UpstreamGarbage, UpstreamUnreachable
from llmproxy.upstream import litellm_door
from llmproxy.upstream.litellm_errors import TABLE, mapped


class Origin(Exception):
    def __init__(self, status_code: int, message: str | bytes, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status_code, self.message, self.headers = status_code, message, headers


class InternalServerError(Exception):
    pass


class Timeout(Exception):
    pass


class APIConnectionError(Exception):
    pass


def raised(outer: Exception, inner: Exception | None) -> Exception:
    outer.__context__ = inner
    return outer


def test_litellm_has_grown_no_exception_that_is_not_mapped() -> None:
    exceptions = litellm_door.load_now().exceptions
    grown = {n for n, c in vars(exceptions).items() if inspect.isclass(c) and issubclass(c, Exception) and c.__module__ == exceptions.__name__}
    assert grown - set(TABLE) == set()
    assert set(TABLE) - grown == set(), "the table names classes that are gone"


def test_the_providers_status_body_and_headers_come_back() -> None:
    error = mapped(raised(InternalServerError("litellm: ..."), Origin(529, '{"error": {"message": "overloaded"}}', {"retry-after": "7"})))
    assert (error.status, error.body(), list(error.headers)) == (529, b'{"error": {"message": "overloaded"}}', [(b"retry-after", b"7")])


def test_a_body_that_is_bytes() -> None:
    assert mapped(raised(InternalServerError(), Origin(429, b'{"error": {}}'))).body() == b'{"error": {}}'


def test_a_body_that_litellm_printed_as_bytes_is_read_back() -> None:
    error = mapped(raised(InternalServerError(), Origin(429, 'b\'{"error": {"message": "slow"}}\'')))
    assert error.body() == b'{"error": {"message": "slow"}}'


def test_a_body_of_another_form_becomes_an_openai_error_object() -> None:
    error = mapped(raised(InternalServerError(), Origin(500, '{"error": "model is loading"}')))
    assert isinstance(error, ProviderFailed)
    assert error.as_object()["error"]["message"] == "model is loading"


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        (Timeout(), FirstByteTimeout),
        (raised(APIConnectionError(), ConnectionRefusedError()), UpstreamUnreachable),
        (type("JSONSchemaValidationError", (Exception,), {})(), UpstreamGarbage),
        (ValueError("never seen"), ProviderFailed),
    ],
)
def test_what_no_provider_said(given: Exception, kind: type[Exception]) -> None:
    assert type(mapped(given)) is kind
    assert "never seen" not in str(mapped(given))
