from llmproxy.upstream.headers import backward, onward, operators
from llmproxy.upstream.interface import Caller, Deployment


def test_the_clients_credential_host_and_hop_stay_here() -> None:
    given = [
        (b"host", b"proxy.example"), (b"authorization", b"Bearer sk-a"), (b"cookie", b"a=b"), (b"x-api-key", b"k"), (b"connection", b"close"),
        (b"content-length", b"3"), (b"accept-encoding", b"gzip"), (b"x-forwarded-for", b"203.0.113.9"), (b"x-toolminimize-session", b"s"),
        (b"openai-organization", b"org-1"), (b"user-agent", b"agent/1"),
    ]  # fmt: skip
    assert onward(given) == [("openai-organization", "org-1"), ("user-agent", "agent/1")]


def test_limits_and_ids_of_the_upstream_come_back_its_hop_does_not() -> None:
    raw = [(b"Retry-After", b"7"), (b"X-RateLimit-Remaining-Requests", b"3"), (b"x-request-id", b"req_9"), (b"Transfer-Encoding", b"chunked")]
    raw += [(b"Content-Length", b"3"), (b"Content-Encoding", b"gzip"), (b"Set-Cookie", b"a=b"), (b"Server", b"x"), (b"X-ToolMinimize-Mode", b"off")]
    assert backward(raw) == [(b"retry-after", b"7"), (b"x-ratelimit-remaining-requests", b"3"), (b"x-request-id", b"req_9")]


def test_an_entrys_secret_headers_serve_only_those_whom_its_keys_serve() -> None:
    deployment = Deployment("m", "openai", "m", "raw", "http://x", headers=(("X-Api-Key", "secret"), ("X-Title", "agent")))
    assert list(operators(deployment, Caller(provider_keys=True))) == [("X-Api-Key", "secret"), ("X-Title", "agent")]
    assert list(operators(deployment, Caller(token="sk-a"))) == [("X-Title", "agent")]
