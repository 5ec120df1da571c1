"""Asks a model of `model_list` about a call: the judge of `content_aware: llm`.

Bounded in every way: one ask a call and one more after a malformed answer, a time-out over both, so many at once, a pause after failures in
a row, answers kept (`llmproxy.verdicts`). A failure is no exception here: it is an outcome, and the policy says what it means.
Must not be in here: what is asked and how an answer is read (`minimize.judge.asking`), what verdicts do.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Any, Final

import orjson

from llmproxy.errors import ProxyError
from llmproxy.upstream import Caller, Upstreams
from llmproxy.verdicts import Verdicts
from llmproxy.wire.request import ChatRequest
from minimize.judge.asking import Answer, Asked, MalformedAnswer, again, ask, read, without_schema
from minimize.model import Context, JudgePolicy, ToolCall

log = logging.getLogger(__name__)

ASKED: Final = "judge:asked"
CACHED: Final = "judge:cached"
FAILED: Final = "judge:failed"
_AT_ONCE: Final = 16
_LIMIT: Final = 1_000_000
"""Bytes of an answer that are read."""
_IN_A_ROW: Final = 5
_PAUSE_S: Final = 30.0
"""After so many failures in a row a model is not asked for so long."""


class _Failed(Exception):
    """No usable answer. Holds nothing of it."""


class JudgeClient:
    """The judge of one application. Its asks go out with the operator's key of the model's entry, never with a client's token."""

    def __init__(self, upstreams: Upstreams, verdicts: Verdicts) -> None:
        self._upstreams = upstreams
        self._verdicts = verdicts
        self._slots = asyncio.Semaphore(_AT_ONCE)
        self._failures: dict[str, int] = {}
        self._paused_until: dict[str, float] = {}
        self._plain: set[str] = set()
        """Models that refuse `response_format`."""

    async def answer(self, policy: JudgePolicy, call: ToolCall, context: Context, asked: Asked) -> tuple[Answer | None, str]:
        """Give what the model says of a call, and how it came: asked, cached or failed (then without an answer). Never raises."""
        try:
            body = ask(call, context, asked, policy.model, discover=policy.discover)
            key = self._verdicts.key(body, asked)
        except (TypeError, ValueError, RecursionError):  # arguments that no wire carries
            return None, FAILED
        kept = await self._verdicts.get(key, asked)
        if kept is not None:
            return kept, CACHED
        if time.monotonic() < self._paused_until.get(policy.model, 0.0):
            return None, FAILED
        try:
            async with asyncio.timeout(policy.timeout_s):
                async with self._slots:
                    answer = await self._asked(policy, body, asked)
        except (TimeoutError, _Failed, MalformedAnswer, ProxyError) as error:
            self._count_failure(policy.model)
            log.warning("the judge gave no usable answer: %s", type(error).__name__)
            return None, FAILED
        self._failures.pop(policy.model, None)
        await self._verdicts.put(key, asked, answer)
        return answer, ASKED

    async def _asked(self, policy: JudgePolicy, body: Mapping[str, Any], asked: Asked) -> Answer:
        if policy.model in self._plain:
            body = without_schema(body)
        status, content = await self._sent(body)
        if status == 400 and "response_format" in body:
            self._plain.add(policy.model)
            status, content = await self._sent(without_schema(body))
            return _read(content, asked, policy)
        try:
            return _read(content, asked, policy)
        except MalformedAnswer:
            _, content = await self._sent(again(body))
        return _read(content, asked, policy)

    async def _sent(self, body: Mapping[str, Any]) -> tuple[int, str | None]:
        """Send one ask; give the status and the text of the answer, None if there is none."""
        request = ChatRequest.parse(orjson.dumps(body))
        _, answer = await self._upstreams.open(request, Caller(provider_keys=True), ())
        try:
            data = await answer.read(_LIMIT)
        finally:
            await answer.close()
        if answer.status != 200:
            return answer.status, None
        try:
            content = orjson.loads(data)["choices"][0]["message"]["content"]
        except (ValueError, LookupError, TypeError):
            return answer.status, None
        return answer.status, content if isinstance(content, str) else None

    def _count_failure(self, model: str) -> None:
        count = self._failures[model] = self._failures.get(model, 0) + 1
        if count >= _IN_A_ROW:
            self._paused_until[model] = time.monotonic() + _PAUSE_S
            self._failures[model] = 0


def _read(content: str | None, asked: Asked, policy: JudgePolicy) -> Answer:
    if content is None:
        raise _Failed
    return read(content, asked, discover=policy.discover)
