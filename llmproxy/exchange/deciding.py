"""From assembled calls to decided ones: what the client declared of the tool, its task and its policy, handed to the minimiser.

Must not be in here: decisions, failure modes (the pipeline's), the wire.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from llmproxy.errors import Headers
from llmproxy.exchange.judging import Judging
from llmproxy.judge_client import JudgeClient
from llmproxy.records.audit import Hider
from llmproxy.wire.request import ChatRequest
from llmproxy.wire.sent import MAX_PIECES, Sent, sent_in
from minimize.analyze import Judge
from minimize.model import Context, MinimizedCall, Policy, Reason, ToolCall
from minimize.stream import AssembledCall

if TYPE_CHECKING:
    from llmproxy.sessions import Session

Outcomes = Sequence[MinimizedCall | None]
"""What was decided on the calls of a choice, in order; None only for a call that is not whole."""

log = logging.getLogger(__name__)

OFF_LOOP_CHARACTERS = 50_000
OFF_LOOP_CALLS = 64
"""Arguments of one choice longer than this, or more calls, are decided in a thread, so that the loop stays alive."""


class MinimizerLike(Protocol):
    """What the exchange asks of `minimize.Minimizer`."""

    def minimize(  # noqa: D102
        self,
        call: ToolCall,
        task: str = "",
        context: Context | None = None,
        policy: Policy | None = None,
        *,
        stricter: tuple[str, ...] = (),
        judge: Judge | None = None,
    ) -> MinimizedCall: ...


class Deciding:
    """Decides the calls of one exchange and keeps them, with the latency of our part, for the record."""

    def __init__(
        self,
        minimizer: MinimizerLike,
        request: ChatRequest,
        headers: Headers,
        policy: Policy,
        secret: bytes,
        session: Session | None = None,
        judges: JudgeClient | None = None,
    ) -> None:
        self._minimizer = minimizer
        self._request = request
        self._headers = headers
        self._policy = policy
        self._secret = secret
        self._session = session
        self._judging = Judging(judges, policy, policy.judge) if judges is not None and policy.judge is not None else None
        self._sent: Sent = ()
        self._unread: list[str] = []
        """Short values of the calls decided so far, and arguments that were not looked through for them yet: most answers hold one call."""
        self._how: dict[int, tuple[MinimizedCall, Context, Judge | None]] = {}
        """With a session: with what each call was decided, by the identity of the decided one, should it have to be decided once more."""
        self.decided: list[tuple[MinimizedCall, float]] = []
        """Calls with milliseconds, in the order of their decision."""

    @cached_property
    def _context(self) -> Context:
        """The conversation, read when there is a first call to decide; most answers hold none."""
        return self._request.context(self._policy, self._headers)

    async def outcomes(self, calls: Sequence[AssembledCall]) -> list[MinimizedCall | None]:
        """Decide the calls of a choice, in order; None for one that is not whole, where the minimiser has no word for it."""
        sent = self._earlier()
        if len(calls) > OFF_LOOP_CALLS or sum(len(c.arguments) for c in calls) > OFF_LOOP_CHARACTERS:
            results = await asyncio.to_thread(lambda: [self._timed(c) for c in calls])
        else:
            results = [self._timed(c) for c in calls]
        if self._judging is not None:
            results = await self._judged(self._judging, calls, results, sent)
        if self._session is not None:
            results = await self._counted(self._session, results)
        self.decided += [(result, spent) for result, spent in results if result is not None]
        return [result for result, _ in results]

    async def _judged(
        self, judging: Judging, calls: Sequence[AssembledCall], results: list[tuple[MinimizedCall | None, float]], sent_before: Sent
    ) -> list[tuple[MinimizedCall | None, float]]:
        """Ask a model about the calls that hold something to judge, all at once, and decide those again by its word."""
        words = await judging.words(self._context, calls, [result for result, _ in results])
        self._sent, self._unread = sent_before, []
        out: list[tuple[MinimizedCall | None, float]] = []
        for call, (result, spent), word in zip(calls, results, words, strict=True):
            if word is None or result is None:
                out.append((result, spent))
                self._unread += [result.arguments] if result is not None else []
                continue
            again, more = self._timed(call, word.judge) if word.judge is not None else (result, 0.0)
            if again is None:
                out.append((None, spent + more))
                continue
            marked = word.marked(again)
            if self._session is not None:
                _, context, judge = self._how[id(again)]
                self._how[id(marked)] = marked, context, judge
            out.append((marked, spent + more))
        return out

    async def _counted(self, session: Session, results: list[tuple[MinimizedCall | None, float]]) -> list[tuple[MinimizedCall | None, float]]:
        """Give the calls as their session lets them leave; a fault of ours in counting blocks them."""
        decided = [call for call, _ in results if call is not None]
        begun = time.perf_counter()
        left = iter(await session.settled(decided, self._stricter))
        spent = (time.perf_counter() - begun) * 1000 / max(1, len(decided))
        return [(None, took) if call is None else (next(left), took + spent) for call, took in results]

    def _earlier(self) -> Sent:
        """Give the short values of the calls decided so far."""
        for arguments in self._unread:
            self._sent = (*self._sent, *sent_in(arguments))[-MAX_PIECES:]
        self._unread = []
        return self._sent

    def _stricter(self, done: MinimizedCall) -> MinimizedCall:
        labels = self._policy.session.stricter if self._policy.session is not None else ()
        _, context, judge = self._how[id(done)]
        again = self._minimizer.minimize(done.call, context=context, policy=self._policy, stricter=labels, judge=judge)
        return replace(again, flags=(*again.flags, *(flag for flag in done.flags if flag not in again.flags)))

    def _timed(self, call: AssembledCall, judge: Judge | None = None) -> tuple[MinimizedCall | None, float]:
        begun = time.perf_counter()
        declared = self._request.tool(call.name)
        parameters: Mapping[str, Any] | None = declared.parameters if declared is not None else None
        description = declared.description if declared is not None else ""
        asked = ToolCall(call.name, call.arguments, parameters, description, call.call_id, call.custom)
        result: MinimizedCall | None = None
        if call.complete:
            earlier = self._earlier()
            context = replace(self._context, sent=(*self._context.sent, *earlier)) if earlier else self._context
            if judge is None and self._judging is not None:
                judge = self._judging.listening(call)
            result = self._minimizer.minimize(asked, context=context, policy=self._policy, judge=judge)
            if self._session is not None:
                self._how[id(result)] = result, context, judge
            self._unread.append(result.arguments)
        elif hasattr(self._minimizer, "incomplete"):
            result = self._minimizer.incomplete(asked, policy=self._policy)
        if result is not None and result.failure is not None:
            # The audit record has it in any case; only a fault of ours is worth the operator's log.
            log.log(logging.ERROR if result.failure is Reason.INTERNAL_ERROR else logging.INFO, "a call went to the failure mode: %s", result.failure.value)
        return result, (time.perf_counter() - begun) * 1000

    def shown(self, outcomes: Outcomes) -> Callable[[str], str]:
        """Give the form in which pointers of these calls may be shown where a confirmation is asked for: member names can be private."""
        asking = [m for m in outcomes if m is not None and m.needs_confirmation]
        if not asking:
            return str
        hidden = {d.pointer: Hider(m, self._secret).pointer(d.pointer) for m in asking for d in m.decisions}
        return lambda pointer: hidden.get(pointer, "")

    def report(self, exchange_id: str) -> dict[str, Any] | None:
        """Give the `toolminimize` object for the body where the policy wants one; no values."""
        if not self._policy.report_in_body:
            return None
        return {"exchange_id": exchange_id, "mode": self._policy.mode.value, "calls": [self._reported(m) for m, _ in self.decided]}

    def _reported(self, decided: MinimizedCall) -> dict[str, Any]:
        hider = Hider(decided, self._secret)
        return {
            "call_id": decided.call.call_id,
            "changed": decided.changed,
            "blocked": decided.blocked.value if decided.blocked else None,
            "cost_before": decided.cost_before.value,
            "cost_after": decided.cost_after.value,
            "decisions": [{"pointer": hider.pointer(d.pointer), "disposition": d.disposition.value, "reason": d.reason.value} for d in decided.decisions],
        }
