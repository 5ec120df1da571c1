"""The public door of the decision core: `Minimizer().minimize(call) -> MinimizedCall`.

Must not be in here: stages, decisions, anything of the wire.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from minimize.analyze import Judge
from minimize.judge import LocalJudge
from minimize.knowledge.load import load
from minimize.knowledge.model import Knowledge
from minimize.model import Backend, Context, MinimizedCall, Policy, ToolCall, Turn
from minimize.pipeline import Clock, decide, incomplete

_JUDGES: Final[Mapping[str, Judge]] = MappingProxyType({"local": LocalJudge()})


class Minimizer:
    """Minimises tool calls under one policy. Safe to share between threads; holds no state of calls."""

    def __init__(
        self, knowledge: Knowledge | None = None, policy: Policy | None = None, *, clock: Clock | None = None, backends: Sequence[Backend] = ()
    ) -> None:
        """Use the packaged knowledge and the default policy where none is given.

        `clock` gives monotonic seconds for the policy's classification time-out; without one there is no time-out. `backends` are asked
        beside the packaged detectors.
        """
        known = knowledge if knowledge is not None else load()
        self.knowledge = replace(known, backends=(*known.backends, *backends)) if backends else known
        self.policy = policy if policy is not None else Policy()
        self._clock = clock

    def minimize(
        self,
        call: ToolCall,
        task: str = "",
        context: Context | None = None,
        policy: Policy | None = None,
        *,
        stricter: tuple[str, ...] = (),
        judge: Judge | None = None,
    ) -> MinimizedCall:
        """Decide and rewrite one call.

        `task` is the last user message where no whole `context` is given. Never raises because of the call: see the policy's
        failure mode. `stricter` are the precision labels, one a ladder, of a session over its budget. `judge` is the one to ask where the policy
        says `content_aware: llm`; without one such a call is decided as with `off`. Nothing but the returned `arguments` may be sent on.
        """
        if context is None:
            context = Context((Turn("user", task),) if task else ())
        elif task and not context.task:
            context = Context((*context.turns, Turn("user", task)), context.task_context, context.consent)
        return decide(call, context, policy or self.policy, self.knowledge, self._clock, stricter, _JUDGES if judge is None else {**_JUDGES, "llm": judge})

    def incomplete(self, call: ToolCall, policy: Policy | None = None) -> MinimizedCall:
        """Give the record of a call that broke off: blocked in every mode, nothing of it may be sent on."""
        return incomplete(call, policy or self.policy)
