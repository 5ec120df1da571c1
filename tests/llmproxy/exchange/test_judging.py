"""Judging within an exchange: calls are asked about at once, decided again by the word, and a failure means what the policy says."""

from __future__ import annotations

import json
from typing import Any

from llmproxy.exchange.deciding import Deciding
from llmproxy.judge_client import ASKED, FAILED
from llmproxy.wire.request import ChatRequest
from minimize import Minimizer, Policy
from minimize.judge.asking import Answer, Asked
from minimize.model import Context, JudgePolicy, MinimizedCall, Reason, ToolCall
from minimize.stream import AssembledCall

TEXT = "The slides come on Tuesday because of my migraine."
TOOL = {
    "type": "function",
    "function": {
        "name": "send_email",
        "description": "Send an e-mail",
        "parameters": {"type": "object", "properties": {"to": {"type": "string"}, "body": {"type": "string"}}, "required": ["to", "body"]},
    },
}
REQUEST = {"model": "m", "tools": [TOOL], "messages": [{"role": "user", "content": "Write to Ines that the slides come on Tuesday."}]}


class Judges:
    """Finds the migraine unnecessary, or fails."""

    def __init__(self, fails: bool = False) -> None:
        self.fails = fails
        self.calls: list[ToolCall] = []

    async def answer(self, policy: JudgePolicy, call: ToolCall, context: Context, asked: Asked) -> tuple[Answer | None, str]:
        self.calls.append(call)
        if self.fails:
            return None, FAILED
        return Answer(frozenset(item.place for item in asked.items)), ASKED


class OverBudget:
    """A session that lets nothing leave as it is."""

    async def settled(self, calls: list[MinimizedCall], stricter: Any) -> list[MinimizedCall]:
        return [stricter(call) for call in calls]


async def decided(judges: Judges, *bodies: str, session: Any = None, **judge: Any) -> list[MinimizedCall]:
    policy = Policy(content_aware="llm", judge=JudgePolicy("judge", **judge))
    deciding = Deciding(Minimizer(policy=policy), ChatRequest.parse(json.dumps(REQUEST).encode()), (), policy, b"0" * 32, session, judges)  # type: ignore[arg-type]
    calls = [
        AssembledCall(0, i, f"c{i}", "send_email", json.dumps({"to": "ines@example.com", "body": body}), False, False, True) for i, body in enumerate(bodies)
    ]
    outcomes = await deciding.outcomes(calls)
    assert [call for call, _ in deciding.decided] == outcomes
    return [call for call in outcomes if call is not None]


async def test_a_call_is_decided_by_the_word_of_the_judge() -> None:
    judges = Judges()
    judged, plain = await decided(judges, TEXT, "The slides come on Tuesday.")
    assert json.loads(judged.arguments)["body"] == "The slides come on Tuesday." and ASKED in judged.flags
    assert not plain.changed and not plain.flags
    assert [call.call_id for call in judges.calls] == ["c0"], "nothing to judge, nothing asked"


async def test_a_failure_leaves_the_decision_as_without_a_judge() -> None:
    (call,) = await decided(Judges(fails=True), TEXT)
    assert json.loads(call.arguments)["body"] == TEXT and FAILED in call.flags and call.blocked is None


async def test_a_failure_blocks_where_the_policy_wants_that() -> None:
    (call,) = await decided(Judges(fails=True), TEXT, on_failure="block")
    assert call.blocked is Reason.JUDGE_FAILED and FAILED in call.flags


async def test_a_call_that_its_session_decides_again_keeps_the_judges_word() -> None:
    (call,) = await decided(Judges(), TEXT, session=OverBudget())
    assert json.loads(call.arguments)["body"] == "The slides come on Tuesday." and ASKED in call.flags
