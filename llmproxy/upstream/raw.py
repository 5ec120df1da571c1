"""The raw lane: OpenAI-compatible upstreams on one aiohttp session, bytes in and bytes out.

Status, body and headers come back as they are, errors too. Must not be in here: reading of bodies, retries over deployments.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

import aiohttp
from multidict import CIMultiDict
from yarl import URL

from llmproxy.config import Timeouts
from llmproxy.errors import BadRequest, ChunkTimeout, ConnectTimeout, FirstByteTimeout, UpstreamError, UpstreamGarbage, UpstreamUnreachable
from llmproxy.upstream.headers import backward, onward, operators
from llmproxy.upstream.interface import Answer, Caller, ChatBody, Deployment, HeaderList

CHAT_PATH = "/chat/completions"


def with_defaults(body: bytes, defaults: Mapping[str, Any]) -> bytes:
    """Add the entry's request fields that the client left open, at the end of the object; the client's bytes stay as they are."""
    try:
        present = json.loads(body)
        missing = {name: value for name, value in defaults.items() if name not in present}
    except (ValueError, RecursionError, TypeError):
        raise BadRequest from None
    if not missing:
        return body
    head = body.rstrip()[:-1].rstrip()
    added = json.dumps(missing, separators=(",", ":")).encode()[1:]
    return head + (b"" if head == b"{" else b",") + added


class RawLane:
    """One aiohttp session for all OpenAI-compatible deployments; made inside a running loop."""

    def __init__(self, timeouts: Timeouts) -> None:
        self._timeouts = timeouts
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, ttl_dns_cache=60),
            cookie_jar=aiohttp.DummyCookieJar(),
            skip_auto_headers=("User-Agent", "Accept", "Accept-Encoding"),
        )
        self._urls: dict[str, URL] = {}

    async def open(self, deployment: Deployment, request: ChatBody, caller: Caller, headers: Sequence[tuple[bytes, bytes]]) -> Answer:
        """Post a chat completion; see `Lane.open`."""
        body = request.upstream_body(deployment.upstream_model if deployment.upstream_model != request.model else None)
        if deployment.defaults:
            body = with_defaults(body, deployment.defaults)
        lines = _outgoing(deployment, caller, headers)
        lines["Content-Type"] = "application/json"
        lines["Accept"] = "text/event-stream" if request.stream else "application/json"
        response = await self._sent("POST", deployment, CHAT_PATH, lines, body)
        if not 200 <= response.status <= 599:
            response.close()
            raise UpstreamGarbage("the upstream answered with a status that HTTP does not have")
        answer = RawAnswer(response)
        if answer.streamed:
            await answer.prime()
        answer.expect_within(self._timeouts.between_chunks_s)
        return answer

    async def list_models(self, deployment: Deployment, caller: Caller, timeout_s: float) -> list[dict[str, Any]]:
        """Ask an upstream for its `/models`; an `UpstreamError` when it does not say within `timeout_s` seconds in all."""
        limit = aiohttp.ClientTimeout(total=timeout_s)
        lines = _outgoing(deployment, caller, ())
        lines["Accept"] = "application/json"
        try:
            async with self._session.get(self._url(deployment, "/models"), headers=lines, timeout=limit, allow_redirects=False) as response:
                listed = json.loads(await response.read()) if response.status == 200 else None
        except (aiohttp.ClientError, TimeoutError, OSError, ValueError):
            raise UpstreamUnreachable from None
        data = listed.get("data") if isinstance(listed, dict) else None
        if not isinstance(data, list):
            raise UpstreamGarbage
        return [model for model in data if isinstance(model, dict) and isinstance(model.get("id"), str)]

    async def close(self) -> None:
        """Close all connections."""
        await self._session.close()

    def _url(self, deployment: Deployment, path: str) -> URL:
        text = f"{deployment.base_url}{path}"
        url = self._urls.get(text)
        if url is None:
            if len(self._urls) > 1000:
                self._urls.clear()
            url = self._urls[text] = URL(text)
        return url

    async def _sent(self, method: str, deployment: Deployment, path: str, lines: CIMultiDict[str], body: bytes) -> aiohttp.ClientResponse:
        wait = deployment.first_byte_s or self._timeouts.first_byte_s
        limit = aiohttp.ClientTimeout(total=None, connect=self._timeouts.connect_s, sock_read=wait)
        url = self._url(deployment, path)
        for attempt in (1, 2):
            begun = time.monotonic()
            try:
                return await self._session.request(method, url, data=body, headers=lines, timeout=limit, allow_redirects=False)
            except aiohttp.ServerDisconnectedError:
                # A kept connection that the upstream closed just as we wrote to it looks the same as one that refuses: ask once more.
                if attempt == 2:
                    raise UpstreamUnreachable("the upstream closed the connection without an answer") from None
            except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
                # A kept connection whose timer ran out while nobody used it fails the next request on it at once: that is no time-out.
                if attempt == 1 and isinstance(error, aiohttp.SocketTimeoutError) and time.monotonic() - begun < wait / 2:
                    continue
                raise mapped(error, begun=False) from None
        raise UpstreamUnreachable


def _outgoing(deployment: Deployment, caller: Caller, headers: Sequence[tuple[bytes, bytes]]) -> CIMultiDict[str]:
    lines = CIMultiDict(onward(headers))
    credential = caller.credential(deployment)
    if credential:
        lines["Authorization"] = f"Bearer {credential}"
    lines["Accept-Encoding"] = "identity"
    for name, value in operators(deployment, caller):
        lines[name] = value
    return lines


def mapped(error: BaseException, *, begun: bool) -> UpstreamError:
    """Turn what aiohttp raised into our error; `begun` once the answer's first byte has come."""
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return ConnectTimeout()
    if isinstance(error, TimeoutError):
        return ChunkTimeout() if begun else FirstByteTimeout()
    if begun or isinstance(error, (aiohttp.ClientPayloadError, aiohttp.http.HttpProcessingError)):
        garbage = UpstreamGarbage("the upstream broke off or garbled its answer")
        garbage.before_first_byte = not begun
        return garbage
    if isinstance(error, aiohttp.ClientResponseError):
        return UpstreamGarbage()
    return UpstreamUnreachable()


class RawAnswer:
    """An aiohttp response as an `Answer`."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response
        self._content = response.content
        self._first: bytes | None = None
        self.status = response.status
        self.headers: HeaderList = backward(response.raw_headers)
        self.streamed = response.headers.get("Content-Type", "").lower().startswith("text/event-stream")

    def expect_within(self, seconds: float) -> None:
        """From now on, let at most `seconds` go by between two reads from the socket."""
        connection = self._response.connection
        if connection is not None and connection.protocol is not None and not self._content.is_eof():
            connection.protocol.read_timeout = seconds
            connection.protocol.start_timeout()

    async def prime(self) -> None:
        """Wait for the first bytes of a stream, so that their time-out still lets another deployment be asked."""
        try:
            self._first = await self._content.readany()
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            await self.close()
            raise mapped(error, begun=False) from None
        except BaseException:
            await self.close()
            raise

    async def chunk(self, patience: float | None = None) -> bytes | None:
        """Give the next bytes; see `Answer.chunk`."""
        if self._first is not None:
            first, self._first = self._first, None
            return first
        try:
            if patience is None:
                return await self._content.readany()
            return await self._patiently(patience)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            if rest := self._arrived():
                return rest
            raise mapped(error, begun=True) from None

    def _arrived(self) -> bytes:
        """Give what came in before the connection broke; aiohttp keeps it but raises first."""
        buffered = getattr(self._content, "_buffer", None)
        return bytes(self._content._read_nowait(-1)) if buffered else b""

    async def _patiently(self, patience: float) -> bytes | None:
        timer = asyncio.timeout(patience)
        try:
            async with timer:
                return await self._content.readany()
        except TimeoutError:
            if timer.expired():
                return None
            raise

    async def read(self, limit: int) -> bytes:
        """Give the rest of the body; see `Answer.read`."""
        parts: list[bytes] = []
        size = 0
        while part := await self.chunk():
            parts.append(part)
            size += len(part)
            if size > limit:
                raise UpstreamGarbage("the upstream's answer is larger than this proxy accepts")
        return parts[0] if len(parts) == 1 else b"".join(parts)

    async def close(self) -> None:
        """Close the connection unless the answer was read to its end, when it goes back to the pool."""
        self._response.close()
