"""What can go wrong between client and upstream, drawn as a list; each knows its status and its OpenAI error object.

    ProxyError                    500
      BadRequest                  400  the request cannot be read or forwarded
        BodyTooLarge              413
        UnsupportedParameter      400  the provider's lane cannot carry a field
      Unauthorised                401  no key, an unknown, revoked or expired one
      Forbidden                   403
      NotFound                    404  no such path or report
        ModelNotFound             404  no such model, or not for this key
      MethodNotAllowed            405
      CallBlocked                 422  the policy holds a tool call back
      UpstreamError               502  the peer did wrong
        UpstreamUnreachable       502
        UpstreamGarbage           502  its answer cannot be read
        ConnectTimeout            504
        FirstByteTimeout          504
        ChunkTimeout              504
        ProviderFailed            any  a provider's error that had to be translated; keeps its body where there is one
      LaneMissing                 501  the provider needs LiteLLM, which is not installed

Must not be in here: values of the user's, tokens, names of what was asked for. Messages are ours, lower case, one line.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

Headers = Sequence[tuple[bytes, bytes]]


class ProxyError(Exception):
    """Base of what a client is told. `headers` go out with it."""

    status = 500
    type = "server_error"
    code = "internal_error"
    default = "the proxy failed on this request"

    def __init__(self, message: str = "", *, code: str | None = None, param: str | None = None, headers: Headers = ()) -> None:
        super().__init__(message or self.default)
        self.message = message or self.default
        self.param = param
        self.headers: Headers = headers
        if code is not None:
            self.code = code

    def as_object(self) -> dict[str, Any]:
        """Give the OpenAI error object, `{"error": {"message", "type", "param", "code"}}`."""
        return {"error": {"message": self.message, "type": self.type, "param": self.param, "code": self.code}}

    def body(self) -> bytes:
        """Give the error object as JSON text."""
        return json.dumps(self.as_object(), separators=(",", ":")).encode()


class BadRequest(ProxyError):
    """The request cannot be read or forwarded."""

    status, type, code, default = 400, "invalid_request_error", "invalid_request", "the request cannot be read"


class BodyTooLarge(BadRequest):
    """The request's body is over `limits.max_body_bytes`."""

    status, code, default = 413, "request_too_large", "the request body is larger than this proxy accepts"


class UnsupportedParameter(BadRequest):
    """A field of the request cannot be carried to this provider."""

    code, default = "unsupported_parameter", "a parameter of the request is not supported for this provider"


class Unauthorised(ProxyError):
    """No key, or one that does not hold."""

    status, type, code, default = 401, "invalid_request_error", "invalid_api_key", "incorrect API key provided"


class Forbidden(ProxyError):
    """The key holds, but not for this."""

    status, type, code, default = 403, "invalid_request_error", "forbidden", "this key may not do that"


class NotFound(ProxyError):
    """No such path, method or report."""

    status, type, code, default = 404, "invalid_request_error", "not_found", "there is nothing at this path"


class ModelNotFound(NotFound):
    """No such model, or not for this key; the two are told alike."""

    code, default = "model_not_found", "the model does not exist or you do not have access to it"


class MethodNotAllowed(ProxyError):
    """The path exists, the method does not."""

    status, type, code, default = 405, "invalid_request_error", "method_not_allowed", "this path does not take that method"


class CallBlocked(ProxyError):
    """A tool call was held back by policy."""

    status, type, code, default = 422, "invalid_request_error", "tool_call_blocked", "a tool call was blocked by the privacy policy"


class UpstreamError(ProxyError):
    """The upstream did wrong, not the client and not us."""

    status, type, code, default = 502, "upstream_error", "upstream_error", "the upstream failed"
    before_first_byte = True
    """Whether nothing of the answer had arrived, so that the next deployment may be asked."""


class UpstreamUnreachable(UpstreamError):
    """No connection, or one that closed without an answer."""

    code, default = "upstream_unreachable", "the upstream cannot be reached"


class UpstreamGarbage(UpstreamError):
    """The upstream's answer cannot be read."""

    code, default = "upstream_invalid_response", "the upstream's answer cannot be read"


class ConnectTimeout(UpstreamError):
    """`timeouts.connect_s` went by."""

    status, code, default = 504, "upstream_connect_timeout", "the upstream did not accept a connection in time"


class FirstByteTimeout(UpstreamError):
    """`timeouts.first_byte_s` went by."""

    status, code, default = 504, "upstream_first_byte_timeout", "the upstream did not begin to answer in time"


class ChunkTimeout(UpstreamError):
    """`timeouts.between_chunks_s` went by in the middle of an answer."""

    status, code, default = 504, "upstream_chunk_timeout", "the upstream stopped in the middle of its answer"
    before_first_byte = False


class ProviderFailed(UpstreamError):
    """A provider's error that a translating lane mapped; `original` is the provider's own body where it is known."""

    def __init__(self, status: int, kind: str, code: str, message: str = "", *, original: bytes | None = None, headers: Headers = ()) -> None:
        super().__init__(message or "the provider refused or failed", code=code, headers=headers)
        self.status = status
        self.type = kind
        self.original = original

    def body(self) -> bytes:
        """Give the provider's own error body, else an OpenAI error object."""
        return self.original if self.original is not None else super().body()


class LaneMissing(ProxyError):
    """The provider needs translation by LiteLLM, which this install leaves out."""

    status, type, code = 501, "server_error", "provider_not_installed"
    default = "this provider needs LiteLLM, which is not installed here: install a version that the lock file `requirements/core.lock` names"

    def __init__(self) -> None:
        super().__init__(headers=((b"x-should-retry", b"false"),))
