"""LiteLLM's exceptions as ours. A table by class name, so that this file needs no LiteLLM; a test fails when LiteLLM grows a class.

LiteLLM loses an unusual status (529 becomes 500) and the provider's body; both hang on the exception that it was mapped from.
Must not be in here: the import of LiteLLM, logging (messages may quote prompts; they go to the client that sent them, nowhere else).
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from llmproxy.errors import FirstByteTimeout, ProviderFailed, ProxyError, UpstreamGarbage, UpstreamUnreachable
from llmproxy.upstream.headers import backward
from llmproxy.upstream.interface import HeaderList

TABLE: Mapping[str, tuple[int, str, str]] = {
    "AuthenticationError": (401, "invalid_request_error", "invalid_api_key"),
    "CallerCredentialAuthenticationError": (401, "invalid_request_error", "invalid_api_key"),
    "PermissionDeniedError": (403, "invalid_request_error", "permission_denied"),
    "PaymentRequiredError": (402, "insufficient_quota", "insufficient_quota"),
    "NotFoundError": (404, "invalid_request_error", "not_found"),
    "BadRequestError": (400, "invalid_request_error", "invalid_request"),
    "InvalidRequestError": (400, "invalid_request_error", "invalid_request"),
    "UnsupportedParamsError": (400, "invalid_request_error", "unsupported_parameter"),
    "UnsupportedEndpointError": (400, "invalid_request_error", "unsupported_endpoint"),
    "EndpointNotSupportedByModelError": (400, "invalid_request_error", "unsupported_endpoint"),
    "MalformedRequestFieldError": (400, "invalid_request_error", "invalid_request"),
    "ImageFetchError": (400, "invalid_request_error", "image_fetch_failed"),
    "VectorStoreSearchError": (400, "invalid_request_error", "invalid_request"),
    "LiteLLMUnknownProvider": (404, "invalid_request_error", "model_not_found"),
    "ModelNotMappedError": (404, "invalid_request_error", "model_not_found"),
    "ContextWindowExceededError": (400, "invalid_request_error", "context_length_exceeded"),
    "ContentPolicyViolationError": (400, "invalid_request_error", "content_policy_violation"),
    "RejectedRequestError": (400, "invalid_request_error", "rejected"),
    "UnprocessableEntityError": (422, "invalid_request_error", "unprocessable"),
    "RateLimitError": (429, "rate_limit_error", "rate_limit_exceeded"),
    "CallerCredentialRateLimitError": (429, "rate_limit_error", "rate_limit_exceeded"),
    "BudgetExceededError": (429, "insufficient_quota", "insufficient_quota"),
    "InternalServerError": (500, "server_error", "upstream_error"),
    "APIError": (500, "server_error", "upstream_error"),
    "OpenAIError": (500, "server_error", "upstream_error"),
    "MockException": (500, "server_error", "upstream_error"),
    "BadGatewayError": (502, "server_error", "upstream_error"),
    "ServiceUnavailableError": (503, "server_error", "upstream_overloaded"),
    "MidStreamFallbackError": (502, "upstream_error", "upstream_broke_off"),
    "Timeout": (504, "upstream_error", "upstream_first_byte_timeout"),
    "APIConnectionError": (502, "upstream_error", "upstream_unreachable"),
    "APIResponseValidationError": (502, "upstream_error", "upstream_invalid_response"),
    "JSONSchemaValidationError": (502, "upstream_error", "upstream_invalid_response"),
    "GuardrailRaisedException": (400, "invalid_request_error", "rejected"),
    "BlockedPiiEntityError": (400, "invalid_request_error", "rejected"),
    "ModifyResponseException": (400, "invalid_request_error", "rejected"),
    "SensitiveDataRouteException": (400, "invalid_request_error", "rejected"),
}
"""Class name -> (status, OpenAI error type, code). A subclass that is not named is what its nearest named base is."""

_OWN = {
    "Timeout": FirstByteTimeout,
    "APIResponseValidationError": UpstreamGarbage,
    "JSONSchemaValidationError": UpstreamGarbage,
}
"""Where nothing of a provider's answer is worth keeping."""


def mapped(error: BaseException) -> ProxyError:
    """Turn what LiteLLM raised into our error, with the provider's own status, body and headers where they can be found."""
    name = next((cls.__name__ for cls in type(error).__mro__ if cls.__name__ in TABLE), "")
    if name in _OWN:
        return _OWN[name]()
    status, kind, code = TABLE.get(name, (502, "upstream_error", "upstream_error"))
    origin = next(_origins(error), None)
    if origin is None:
        if name in ("APIConnectionError", "InternalServerError", "") and _is_network(error):
            return UpstreamUnreachable()
        return ProviderFailed(status, kind, code)
    body = _body(origin)
    told = _status(origin) or status
    return ProviderFailed(told, kind, code, _message(body), original=_openai_shaped(body), headers=_headers(error, origin))


def unsupported(error: BaseException, fields: Iterable[str]) -> frozenset[str]:
    """Give those of a request's fields that LiteLLM refuses for a provider; empty for any other error."""
    if not any(cls.__name__ == "UnsupportedParamsError" for cls in type(error).__mro__):
        return frozenset()
    told = str(error)
    return frozenset(field for field in fields if f"'{field}'" in told)


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = error
    for _ in range(12):
        if seen is None:
            return
        yield seen
        seen = seen.__cause__ or seen.__context__


def _origins(error: BaseException) -> Iterator[BaseException]:
    """Give the provider's own exceptions below LiteLLM's: they carry a status and the body as `message` or `response`."""
    for link in _chain(error):
        if type(link).__name__ not in TABLE and isinstance(getattr(link, "status_code", None), int) and not getattr(link, "status_code_is_synthesized", False):
            yield link
    if getattr(getattr(error, "response", None), "content", None):
        yield error


def _is_network(error: BaseException) -> bool:
    return any(isinstance(link, OSError) or "Connect" in type(link).__name__ or "Disconnect" in type(link).__name__ for link in _chain(error))


def _status(origin: BaseException) -> int | None:
    status = getattr(origin, "status_code", None)
    return status if isinstance(status, int) and 400 <= status <= 599 else None


def _body(origin: BaseException) -> bytes:
    content = getattr(getattr(origin, "response", None), "content", b"")
    if isinstance(content, bytes) and content:
        return content
    text = getattr(origin, "message", "")
    if not isinstance(text, str):
        return text if isinstance(text, bytes) else b""
    if text.startswith(("b'", 'b"')):
        try:
            literal = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return b""
        return literal if isinstance(literal, bytes) else b""
    return text.encode("utf-8", "replace")


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _message(body: bytes) -> str:
    value = _parsed(body)
    if isinstance(value, dict):
        told = value.get("error", value.get("message"))
        told = told.get("message") if isinstance(told, dict) else told
        return told if isinstance(told, str) else ""
    return ""


def _openai_shaped(body: bytes) -> bytes | None:
    """Give the body as it is when an OpenAI client can read it: an object whose `error` is an object."""
    value = _parsed(body)
    return body if isinstance(value, dict) and isinstance(value.get("error"), dict) else None


def _headers(*errors: BaseException) -> HeaderList:
    for error in errors:
        for name in ("litellm_response_headers", "headers"):
            found = getattr(error, name, None)
            if found:
                lines = [(str(k).encode("latin-1", "replace"), str(v).encode("latin-1", "replace")) for k, v in dict(found).items()]
                return [(k, v) for k, v in backward(lines) if k != b"content-type"]
    return []
