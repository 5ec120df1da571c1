"""The judge of a policy on the command line: `check` and `explain` ask the model that the configuration names, as the proxy does.

Must not be in here: what is asked and what a failure means (`llmproxy.exchange`).
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import TYPE_CHECKING, Final

from llmproxy.exchange.judged import judged
from llmproxy.judge_client import JudgeClient
from llmproxy.upstream import Upstreams
from llmproxy.verdicts import Verdicts
from llmproxy.verdicts.memory import MemoryStore

if TYPE_CHECKING:
    from llmproxy.commands.calls import Case
    from llmproxy.config import Settings
    from minimize.minimizer import Minimizer
    from minimize.model import MinimizedCall

_KEPT: Final = 10_000
"""Answers that are kept for the lines to come; the proxy's own store is not touched."""


class Asking:
    """`with Asking(settings, minimizer) as asking:` decides cases; the connections live as long."""

    def __init__(self, settings: Settings, minimizer: Minimizer) -> None:
        self._minimizer = minimizer
        self._upstreams = Upstreams(settings)
        store = MemoryStore(max_entries=_KEPT, ttl_s=86_400.0)
        self._client = JudgeClient(self._upstreams, Verdicts(store, settings.secret, settings.model_list))
        self._loop = asyncio.Runner()

    def __enter__(self) -> Asking:
        """Open the connections."""
        self._loop.run(self._upstreams.start())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close them."""
        with self._loop:
            self._loop.run(self._upstreams.close())

    def decide(self, case: Case) -> list[MinimizedCall]:
        """Decide the calls of a case."""
        calls = [given.call for given in case.calls]
        return self._loop.run(judged(self._minimizer, calls, case.context, self._minimizer.policy, self._client))
