"""The judge's part in one exchange: what the calls would be asked about, the model's word on each, and what a failure means.

Must not be in here: the asks themselves (`llmproxy.judge_client`), decisions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from llmproxy.judge_client import UNHEARD, JudgeClient
from minimize.analyze import Judge
from minimize.judge.asking import Listening, Verdicts
from minimize.model import Context, JudgePolicy, MinimizedCall, Policy, Reason
from minimize.pipeline import flagged, refused
from minimize.stream import AssembledCall


@dataclass(frozen=True, slots=True)
class Word:
    """What came of asking about one call."""

    judge: Judge | None
    """Decides by the model's answer; None: there is none."""
    flag: str
    policy: Policy
    blocks: bool

    def marked(self, call: MinimizedCall) -> MinimizedCall:
        """Give the decided call with how its judge fared; blocked where the policy wants that of a failure."""
        noted = flagged(call, self.flag)
        return refused(noted, self.policy, Reason.JUDGE_FAILED, open_too=False) if self.blocks else noted


class Judging:
    """The judge of one exchange."""

    def __init__(self, client: JudgeClient, policy: Policy, settings: JudgePolicy) -> None:
        self._client = client
        self._policy = policy
        self._settings = settings
        self._heard: dict[tuple[int, int], Listening] = {}

    def listening(self, call: AssembledCall) -> Listening:
        """Give the judge that only notes what it is asked about a call."""
        heard = self._heard[call.choice, call.position] = Listening(self._settings.discover)
        return heard

    async def words(self, context: Context, calls: Sequence[AssembledCall], results: Sequence[MinimizedCall | None]) -> list[Word | None]:
        """Ask about all calls at once; None for one that holds nothing to judge, or that is blocked already."""
        return list(await asyncio.gather(*(self._word(context, call, result) for call, result in zip(calls, results, strict=True))))

    async def _word(self, context: Context, call: AssembledCall, result: MinimizedCall | None) -> Word | None:
        heard = self._heard.pop((call.choice, call.position), None)
        if heard is None or result is None or result.blocked is not None or not heard.asked.worth(self._settings.discover):
            return None
        answer, flag = await self._client.answer(self._settings, result.call, context, heard.asked)
        judge = Verdicts(answer, self._settings.discover) if answer is not None else None
        return Word(judge, flag, self._policy, flag in UNHEARD and self._settings.on_failure == "block")
