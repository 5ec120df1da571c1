"""One chat completion from end to end, whole or streamed.

A reader follows it by the names: `answer` reads the request and asks upstream; `_whole` and `_stream` let the wire assemble the calls, have
them decided and send what may be sent; `_record` hands the exchange to the audit store. Must not be in here: HTTP routes, the wire's
bytes, failure modes (the pipeline's), the choice of upstream.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from sse_starlette import ServerSentEvent

from llmproxy import wire
from llmproxy.asking import Budget
from llmproxy.config import Settings
from llmproxy.errors import ModelNotFound, ProxyError, UpstreamGarbage
from llmproxy.exchange import ours
from llmproxy.exchange.client import Client
from llmproxy.exchange.connection import ClientGone, Presence, Receive, Send, read_body, respond
from llmproxy.exchange.deciding import Deciding, MinimizerLike, Outcomes
from llmproxy.exchange.naming import named
from llmproxy.exchange.outcome import outcome
from llmproxy.judge_client import JudgeClient
from llmproxy.records import ExchangeRecord, Records
from llmproxy.upstream import Answer, Upstreams
from llmproxy.upstream.interface import HeaderList
from llmproxy.verdicts import Verdicts
from llmproxy.wire.chat_completions import ChatAnswer, ChatStream
from llmproxy.wire.request import ChatRequest

if TYPE_CHECKING:
    from llmproxy.sessions import Session, Sessions

log = logging.getLogger(__name__)

ANSWER_LIMIT = 64_000_000
"""Bytes of a whole answer that are read; more is no chat completion."""

OFF_LOOP_BYTES = 256_000
"""Requests longer than this are read in a thread, so that the loop stays alive."""

CLIENT_GONE = 499
"""What the record says where nobody was left to get a status (nginx's number)."""

JSON = (b"content-type", b"application/json")
UNBUFFERED = (b"x-accel-buffering", b"no")
"""Tells nginx and its like to pass events on at once."""
PING = ServerSentEvent(comment="ping", sep="\n").encode()


def exchange_ids() -> Iterator[str]:
    """Give ids that cannot be guessed; randomness is fetched for many at once, since each fetch lets other threads run first."""
    while True:
        block = secrets.token_bytes(12 * 256)
        for start in range(0, len(block), 12):
            yield "ex-" + block[start : start + 12].hex()


_ids = exchange_ids()


class Exchange:
    """The exchanges of one application; one instance serves all requests."""

    def __init__(
        self,
        settings: Settings,
        records: Records,
        minimizer: MinimizerLike,
        upstreams: Upstreams,
        sessions: Sessions | None = None,
        verdicts: Verdicts | None = None,
        budget: Budget | None = None,
    ) -> None:
        self._judges = JudgeClient(upstreams, verdicts if verdicts is not None else Verdicts.of(settings), budget)
        self._settings = settings
        self._records = records
        self._minimizer = minimizer
        self._upstreams = upstreams
        self._sessions = sessions

    async def serve(self, client: Client, headers: Sequence[tuple[bytes, bytes]], receive: Receive, send: Send) -> None:
        """Serve one `POST /v1/chat/completions`."""
        await _Run(self._settings, self._records, self._minimizer, self._upstreams, self._sessions, self._judges, client, headers).serve(receive, send)


class _Run:
    """One exchange: what is known of it so far."""

    def __init__(
        self,
        settings: Settings,
        records: Records,
        minimizer: MinimizerLike,
        upstreams: Upstreams,
        sessions: Sessions | None,
        judges: JudgeClient,
        client: Client,
        headers: Sequence[tuple[bytes, bytes]],
    ) -> None:
        self._settings = settings
        self._records = records
        self._minimizer = minimizer
        self._upstreams = upstreams
        self._sessions = sessions
        self._judges = judges
        self._client = client
        self._headers = headers
        self._policy = client.policy
        self._id = next(_ids)
        self._time = time.time()
        self._ours = ours.of_exchange(self._id, self._policy.mode)
        self._model = ""
        self._asked_stream = False
        self._status = 500
        self._begun = False
        """The response's head has gone out."""
        self._deciding: Deciding | None = None
        self._not_read: tuple[str, ...] = ()

    async def serve(self, receive: Receive, send: Send) -> None:
        """Serve it; whatever happens, the client gets an OpenAI error object or an error event, and the record is written."""
        try:
            await self._serve(receive, send)
        except ClientGone:
            self._status = CLIENT_GONE
        except ProxyError as error:
            await self._fail(error, send)
        except Exception as error:
            log.error("exchange %s failed: %s", self._id, type(error).__name__)
            await self._fail(ProxyError(), send)
        finally:
            self._record()

    async def _serve(self, receive: Receive, send: Send) -> None:
        body = await read_body(receive, self._settings.limits.max_body_bytes)
        request = ChatRequest.parse(body) if len(body) <= OFF_LOOP_BYTES else await asyncio.to_thread(ChatRequest.parse, body)
        self._model, self._asked_stream = request.model, request.stream
        self._not_read = request.not_read
        if not self._client.may_use(request.model):
            raise ModelNotFound(param="model")
        for call_id, text in request.tool_results:
            self._records.outcome(self._client.name, call_id, outcome(text))
        judges = self._judges.of(self._client.name) if self._policy.judge is not None else None
        self._deciding = Deciding(self._minimizer, request, self._headers, self._policy, self._settings.secret, self._session(request), judges)
        async with Presence(receive):
            _, answer = await self._upstreams.open(request, self._client.caller, self._headers)
            try:
                if answer.streamed and answer.status < 300:
                    last = await self._stream(request, answer, self._deciding, send)
                else:
                    last = None
                    status, headers, body = await self._whole(request, answer, self._deciding)
            finally:
                await answer.close()
        # Sent when nobody watches any more: the end of the response looks like the client's leaving.
        if last is not None:
            await send({"type": "http.response.body", "body": last})
        else:
            self._begun, self._status = True, status
            await respond(send, status, headers, body)

    def _session(self, request: ChatRequest) -> Session | None:
        if self._sessions is None or self._policy.session is None:
            return None
        return self._sessions.session(named(request, self._headers), self._client.name, self._policy)

    async def _whole(self, request: ChatRequest, answer: Answer, deciding: Deciding) -> tuple[int, HeaderList, bytes]:
        """Give the response to a whole answer; what is no success passes as it came."""
        body = await answer.read(ANSWER_LIMIT)
        if answer.status >= 400:
            return answer.status, [*answer.headers, *self._ours], body
        if answer.status >= 300:
            raise UpstreamGarbage("the upstream redirects; set `api_base` to where it leads")
        chat = ChatAnswer.read(body, reasoning=self._policy.reasoning, tools=request.tool_names)
        for decide in chat.pending():
            outcomes = await deciding.outcomes(decide.calls)
            self._resolve(chat, decide.choice, outcomes, deciding)
        self._not_read += chat.not_read
        counted = ours.of_calls(m for m, _ in deciding.decided)
        if chat.refusal is not None:
            kept = [line for line in answer.headers if line[0] != JSON[0]]
            return 422, [JSON, *kept, *self._ours, *counted], chat.refusal.data
        return answer.status, [*answer.headers, *self._ours, *counted], chat.write()

    async def _stream(self, request: ChatRequest, answer: Answer, deciding: Deciding, send: Send) -> bytes:
        """Pass a stream on, calls held and decided; give the last bytes, which the caller sends."""
        chat = ChatStream(hold_limit_bytes=self._settings.limits.hold_limit_bytes, reasoning=self._policy.reasoning, tools=request.tool_names)
        self._begun, self._status = True, answer.status
        await send({"type": "http.response.start", "status": answer.status, "headers": [*answer.headers, *self._ours, UNBUFFERED]})
        patience = self._settings.ping_s
        last = rest = b""
        try:
            while not chat.ended:
                data = await answer.chunk(patience if chat.holding else None)
                if data is None:
                    out = PING
                elif data:
                    out, last = await self._act(chat, chat.feed(data), deciding), data
                else:
                    break
                if out:
                    await send({"type": "http.response.body", "body": out, "more_body": True})
            rest = b"" if chat.ended else await self._act(chat, chat.end(), deciding)
        except ProxyError as error:
            if not last.rstrip().endswith(b"[DONE]"):  # what breaks after the end was whole
                rest = await self._act(chat, chat.broken(), deciding) + error_event(error)
        finally:
            self._not_read += chat.not_read
        return rest

    async def _act(self, chat: ChatStream, todo: Iterable[wire.Action], deciding: Deciding) -> bytes:
        """Do what the wire asks for; give the bytes to send now."""
        queue = list(todo)
        if len(queue) == 1 and isinstance(queue[0], wire.Send):
            return queue[0].data
        out: list[bytes] = []
        for action in queue:  # `resolve` gives more to do behind
            if isinstance(action, wire.Decide):
                outcomes = await deciding.outcomes(action.calls)
                queue.extend(self._resolve(chat, action.choice, outcomes, deciding) or ())
            else:
                out.append(action.data)
                if isinstance(action, wire.Refuse):
                    break
        return b"".join(out)

    def _resolve(self, chat: ChatStream | ChatAnswer, choice: int, outcomes: Outcomes, deciding: Deciding) -> list[wire.Action] | None:
        return chat.resolve(choice, outcomes, on_block=self._policy.on_block, report=deciding.report(self._id), show=deciding.shown(outcomes))

    async def _fail(self, error: ProxyError, send: Send) -> None:
        if self._begun:
            await send({"type": "http.response.body", "body": error_event(error)})
            return
        self._begun, self._status = True, error.status
        await respond(send, error.status, [JSON, *error.headers, *self._ours], error.body())

    def _record(self) -> None:
        calls = tuple(self._deciding.decided) if self._deciding is not None else ()
        not_read = tuple(dict.fromkeys(self._not_read))
        self._records.exchange(
            ExchangeRecord(self._id, self._time, self._client.name, self._model, self._asked_stream, self._status, calls, not_read, self._policy.policy_hash)
        )


def error_event(error: ProxyError) -> bytes:
    """Give an error as the event that ends a stream."""
    return ServerSentEvent(error.body().decode("utf-8", "replace"), sep="\n").encode()
