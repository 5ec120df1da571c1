"""Asks a model of `model_list` about a call: the judge of `content_aware: llm`.

Bounded in every way (`llmproxy.asking`): one ask a call and one more after a malformed answer, a time-out over both, so many at once, a
budget a day, a pause after failures in a row; answers are kept (`llmproxy.verdicts`). A failure is no exception here: it is an outcome, and
the policy says what it means.
Must not be in here: what is asked and how an answer is read (`minimize.judge.asking`), what verdicts do.
"""

from __future__ import annotations

import asyncio
import copy
import logging
import time
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import orjson

from llmproxy.asking import Breaker, Budget, NoSlot, Slots
from llmproxy.errors import ProxyError, UpstreamError
from llmproxy.upstream import Caller, Upstreams
from llmproxy.verdicts import Verdicts
from llmproxy.wire.request import ChatRequest
from minimize.judge.asking import Answer, Asked, MalformedAnswer, again, ask, read, without_schema
from minimize.model import Context, JudgePolicy, ToolCall

log = logging.getLogger(__name__)

ASKED: Final = "judge:asked"
CACHED: Final = "judge:cached"
FAILED: Final = "judge:failed"
BUSY: Final = "judge:busy"
"""No slot of the model's came free in time."""
BUDGET: Final = "judge:budget"
"""The key has asked for its share of the day."""
UNHEARD: Final = frozenset({FAILED, BUSY, BUDGET})
"""Outcomes without an answer."""
_LIMIT: Final = 1_000_000
"""Bytes of an answer that are read."""
_REFUSALS: Final = frozenset({400, 413, 422})
"""Statuses that speak of this one ask, not of the model."""
_WAITING: Final = 0.5
"""Share of the time-out that may be spent waiting for a slot; the rest is the model's."""


class _Failed(Exception):
    """No usable answer. Holds nothing of it."""


class _Refused(Exception):
    """This ask was refused; the model is well."""


class _OverBudget(Exception):
    """The key may not ask any more today."""


class _Reply(NamedTuple):
    """One answer of the model's."""

    status: int
    content: str | None


class JudgeClient:
    """The judge of one application. Its asks go out with the operator's key of the model's entry, never with a client's token."""

    def __init__(self, upstreams: Upstreams, verdicts: Verdicts, budget: Budget | None = None) -> None:
        self._upstreams = upstreams
        self._verdicts = verdicts
        self._budget = budget if budget is not None else Budget()
        self._slots = Slots()
        self._breaker = Breaker()
        self._plain: set[str] = set()
        """Models that refuse `response_format`."""
        self._client = ""

    def of(self, client: str) -> JudgeClient:
        """Give the judge for the calls of one client, by its key's name: the same one, whose asks count for that key."""
        bound = copy.copy(self)
        bound._client = client
        return bound

    async def answer(self, policy: JudgePolicy, call: ToolCall, context: Context, asked: Asked) -> tuple[Answer | None, str]:
        """Give what the model says of a call, and how it came: asked or cached, or why there is no answer. Never raises."""
        try:
            body = ask(call, context, asked, policy.model, discover=policy.discover, rephrase=policy.rephrase)
            key = self._verdicts.key(body, asked)
        except (TypeError, ValueError, RecursionError):  # arguments that no wire carries
            return None, FAILED
        kept = await self._verdicts.get(key, asked)
        if kept is not None:
            return kept, CACHED
        if self._breaker.open(policy.model):
            return None, FAILED
        until = time.monotonic() + policy.timeout_s
        try:
            async with self._slots.taken(policy.model, policy.concurrency, policy.timeout_s * _WAITING):
                answer = await self._heard(policy, body, asked, until)
        except NoSlot:
            return None, BUSY
        except _OverBudget:
            return None, BUDGET
        if answer is None:
            return None, FAILED
        await self._verdicts.put(key, asked, answer)
        return answer, ASKED

    async def _heard(self, policy: JudgePolicy, body: Mapping[str, Any], asked: Asked, until: float) -> Answer | None:
        """Ask, and note how the model fared; only what is its own fault counts as its failure."""
        if self._breaker.open(policy.model):  # it may have failed while this ask waited for a slot
            return None
        try:
            async with asyncio.timeout(until - time.monotonic()):
                answer = await self._asked(policy, body, asked)
        except (TimeoutError, _Failed, MalformedAnswer, UpstreamError) as error:
            self._breaker.failed(policy.model)
            log.warning("the judge gave no usable answer: %s", type(error).__name__)
            return None
        except (_Refused, ProxyError) as error:
            log.warning("the judge could not be asked: %s", type(error).__name__)
            return None
        self._breaker.answered(policy.model)
        return answer

    async def _asked(self, policy: JudgePolicy, body: Mapping[str, Any], asked: Asked) -> Answer:
        structured = policy.model not in self._plain
        reply = await self._sent(policy, body if structured else without_schema(body))
        if reply.status == 400 and structured:
            body = without_schema(body)
            reply = await self._sent(policy, body)
            if reply.status < 300:
                self._plain.add(policy.model)
            return _read(reply, asked, policy)
        try:
            return _read(reply, asked, policy)
        except MalformedAnswer:
            reply = await self._sent(policy, again(body if structured else without_schema(body)))
        return _read(reply, asked, policy)

    async def _sent(self, policy: JudgePolicy, body: Mapping[str, Any]) -> _Reply:
        """Send one ask, which counts for the client's budget."""
        if not await self._budget.take(policy, self._client):
            raise _OverBudget
        data = orjson.dumps(body)
        _, answer = await self._upstreams.open(ChatRequest.parse(data), Caller(provider_keys=True), ())
        try:
            said = await answer.read(_LIMIT)
        finally:
            await answer.close()
        if answer.status != 200:
            return _Reply(answer.status, None)
        content, tokens = _content(said)
        await self._budget.spent(policy, self._client, tokens if tokens is not None else (len(data) + len(said)) // _BYTES)
        return _Reply(answer.status, content)


_BYTES: Final = 4
"""Of a token, roughly, where the provider does not count."""


def _content(data: bytes) -> tuple[str | None, int | None]:
    """Give the text of an answer, None if there is none, and its tokens as the provider counts them."""
    try:
        said = orjson.loads(data)
        content = said["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError):
        return None, None
    usage = said.get("usage")
    tokens = usage.get("total_tokens") if isinstance(usage, dict) else None
    return content if isinstance(content, str) else None, tokens if isinstance(tokens, int) and tokens >= 0 else None


def _read(reply: _Reply, asked: Asked, policy: JudgePolicy) -> Answer:
    if reply.status in _REFUSALS:
        raise _Refused
    if reply.content is None:
        raise _Failed
    return read(reply.content, asked, discover=policy.discover, rephrase=policy.rephrase)
