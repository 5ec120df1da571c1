"""The LiteLLM lane: providers whose wire has to be translated, through `litellm.acompletion`, as OpenAI's bytes.

Must not be in here: the import of LiteLLM (`litellm_door`), its losses (`litellm_mend`), its exceptions (`litellm_errors`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import orjson
from sse_starlette import ServerSentEvent

from llmproxy.config import Timeouts
from llmproxy.errors import ChunkTimeout, FirstByteTimeout, ProxyError, Unauthorised, UnsupportedParameter, UpstreamGarbage
from llmproxy.upstream import litellm_door, litellm_errors
from llmproxy.upstream.headers import backward, operators
from llmproxy.upstream.interface import Answer, Caller, ChatBody, Deployment, HeaderList
from llmproxy.upstream.litellm_mend import ChunkMender, whole
from llmproxy.upstream.litellm_request import HINTS, arguments
from llmproxy.upstream.providers import AMBIENT

_CREDENTIALS = ("key", "token", "secret", "credential", "password", "profile", "role")
"""Parts of the names of an entry's parameters that are the operator's credentials."""


def _event(value: Any) -> bytes:
    return ServerSentEvent(orjson.dumps(value).decode(), sep="\n").encode()


DONE = ServerSentEvent("[DONE]", sep="\n").encode()


class LiteLLMLane:
    """Calls LiteLLM; imported at the first request, or by `warm`."""

    def __init__(self, timeouts: Timeouts) -> None:
        self._timeouts = timeouts

    async def warm(self) -> None:
        """Import LiteLLM ahead of the first request."""
        await litellm_door.load()

    async def open(self, deployment: Deployment, request: ChatBody, caller: Caller, headers: Sequence[tuple[bytes, bytes]]) -> Answer:
        """Ask for a chat completion; see `Lane.open`. The client's header lines stay here."""
        given = self._given(deployment, request, caller)
        litellm = await litellm_door.load()
        wait = self._timeouts.connect_s + (deployment.first_byte_s or self._timeouts.first_byte_s)
        given["timeout"] = wait + 1
        try:
            async with asyncio.timeout(wait):
                result = await _completed(litellm, given)
                if not request.stream:
                    return WholeAnswer(orjson.dumps(whole(result.model_dump(), deployment.provider), default=str), _provider_headers(result))
                answer = StreamedAnswer(result, deployment.provider, self._timeouts.between_chunks_s, _provider_headers(result))
                await answer.prime()
                return answer
        except TimeoutError:
            raise FirstByteTimeout from None
        except (ProxyError, asyncio.CancelledError):
            raise
        except Exception as error:
            raise litellm_errors.mapped(error) from None

    async def close(self) -> None:
        """Nothing is kept open by us; LiteLLM's clients close with the process."""

    @staticmethod
    def _given(deployment: Deployment, request: ChatBody, caller: Caller) -> dict[str, Any]:
        if not caller.provider_keys and deployment.provider in AMBIENT:
            raise Unauthorised("this provider takes no key of the client's own", code="passthrough_not_possible")
        body = orjson.loads(request.upstream_body(None))
        given = arguments(body, deployment.defaults)
        given |= {k: v for k, v in deployment.params.items() if caller.provider_keys or not any(part in k for part in _CREDENTIALS)}
        credential = caller.credential(deployment)
        # Without a key LiteLLM would look into the environment for one, also for a client that brought its own.
        given["api_key"] = credential or ("none" if deployment.provider not in AMBIENT else None)
        given["model"] = deployment.upstream_model
        given["max_retries"] = 0
        given["num_retries"] = 0
        if deployment.base_url:
            given["api_base"] = deployment.base_url
        extra = dict(operators(deployment, caller))
        if extra:
            given["extra_headers"] = extra
        return given


async def _completed(litellm: Any, given: dict[str, Any]) -> Any:
    """Call LiteLLM; once more without the hints that the provider does not know. Any other unknown field is told to the client."""
    try:
        return await litellm.acompletion(**given)
    except Exception as error:
        unknown = litellm_errors.unsupported(error, given)
        if unknown - HINTS:
            raise UnsupportedParameter(param=min(unknown - HINTS)) from None
        if not unknown:
            raise
    return await litellm.acompletion(**{k: v for k, v in given.items() if k not in unknown})


def _provider_headers(result: Any) -> HeaderList:
    """Give the provider's header lines, which LiteLLM keeps beside the answer under a prefix."""
    hidden = getattr(result, "_hidden_params", None)
    kept = hidden.get("additional_headers") if isinstance(hidden, dict) else None
    if not isinstance(kept, dict):
        return []
    lines = [(str(k).removeprefix("llm_provider-").encode("latin-1", "replace"), str(v).encode("latin-1", "replace")) for k, v in kept.items()]
    unique = dict(reversed(backward(lines)))
    unique.pop(b"content-type", None)
    return list(unique.items())


class WholeAnswer:
    """A finished answer as an `Answer`."""

    streamed = False
    status = 200

    def __init__(self, body: bytes, headers: HeaderList) -> None:
        self.headers: HeaderList = [(b"content-type", b"application/json"), *headers]
        self._body = body

    async def chunk(self, patience: float | None = None) -> bytes | None:
        """Give the whole body once."""
        body, self._body = self._body, b""
        return body

    async def read(self, limit: int) -> bytes:
        """Give the body."""
        if len(self._body) > limit:
            raise UpstreamGarbage("the upstream's answer is larger than this proxy accepts")
        return self._body

    async def close(self) -> None:
        """Nothing is open."""


class StreamedAnswer:
    """LiteLLM's chunks as OpenAI's events. One read is under way at a time; it outlives an impatient caller."""

    streamed = True
    status = 200

    def __init__(self, stream: Any, provider: str, between_chunks_s: float, headers: HeaderList) -> None:
        self.headers: HeaderList = [(b"content-type", b"text/event-stream; charset=utf-8"), *headers]
        self._stream = stream
        self._events = self._encoded(stream, ChunkMender(provider))
        self._between = between_chunks_s
        self._pending: asyncio.Task[bytes] | None = None

    @staticmethod
    async def _encoded(stream: Any, mender: ChunkMender) -> AsyncIterator[bytes]:
        async for chunk in stream:
            events = b"".join(_event(value) for value in mender.feed(chunk.model_dump()))
            if events:
                yield events
        yield b"".join(_event(value) for value in mender.end()) + DONE

    async def _next(self) -> bytes:
        try:
            return await anext(self._events)
        except StopAsyncIteration:
            return b""
        except ProxyError:
            raise
        except Exception as error:
            raise litellm_errors.mapped(error) from None

    async def prime(self) -> None:
        """Wait for the first event, so that its failure still has a status and lets another deployment be asked."""
        self._pending = asyncio.ensure_future(self._next())
        try:
            await asyncio.shield(self._pending)
        except BaseException:
            await self.close()
            raise

    async def chunk(self, patience: float | None = None) -> bytes | None:
        """Give the next event; see `Answer.chunk`."""
        if self._pending is None:
            self._pending = asyncio.ensure_future(self._next())
        done, _ = await asyncio.wait({self._pending}, timeout=self._between if patience is None else patience)
        if not done:
            if patience is not None:
                return None
            raise ChunkTimeout
        finished, self._pending = self._pending, None
        return finished.result()

    async def read(self, limit: int) -> bytes:
        """Give the rest as one body."""
        parts = []
        while part := await self.chunk():
            parts.append(part)
        return b"".join(parts)

    async def close(self) -> None:
        """End the work upstream: cancel the read under way, close the generators down to the connection."""
        if self._pending is not None:
            self._pending.cancel()
            await asyncio.gather(self._pending, return_exceptions=True)
            self._pending = None
        for closing in (getattr(self._events, "aclose", None), getattr(self._stream, "aclose", None)):
            if closing is not None:
                try:
                    await closing()
                except Exception:
                    continue
