"""Calls decided by a model's word outside of an exchange."""

from __future__ import annotations

import json
from typing import Any

import pytest

from llmproxy.exchange.judged import judged
from llmproxy.judge_client import ASKED, FAILED
from minimize import Minimizer, Policy
from minimize.judge.asking import Answer, Asked
from minimize.model import Context, JudgePolicy, MinimizedCall, Reason, ToolCall, Turn

SCHEMA = {"type": "object", "properties": {"to": {"type": "string"}, "body": {"type": "string"}}, "required": ["to", "body"]}
CONTEXT = Context((Turn("user", "Write to Ines that the slides come on Tuesday."),))
MINIMIZER = Minimizer()


class Judges:
    def __init__(self, fails: bool) -> None:
        self.fails = fails
        self.asked: list[str] = []

    async def answer(self, policy: JudgePolicy, call: ToolCall, context: Context, asked: Asked) -> tuple[Answer | None, str]:
        self.asked.append(call.call_id)
        return (None, FAILED) if self.fails else (Answer(frozenset(item.place for item in asked.items)), ASKED)


async def decide(judges: Any, policy: Policy) -> list[MinimizedCall]:
    bodies = ("The slides come on Tuesday because of my migraine.", "The slides come on Tuesday.")
    calls = [ToolCall("send_email", json.dumps({"to": "ines@example.com", "body": body}), SCHEMA, "Send an e-mail", f"c{i}") for i, body in enumerate(bodies)]
    return await judged(MINIMIZER, calls, CONTEXT, policy, judges)


async def test_what_holds_something_to_judge_is_asked_about_and_decided_by_the_word() -> None:
    judges = Judges(fails=False)
    first, second = await decide(judges, Policy(content_aware="llm", judge=JudgePolicy("judge")))
    assert json.loads(first.arguments)["body"] == "The slides come on Tuesday." and ASKED in first.flags
    assert not second.changed and not second.flags and judges.asked == ["c0"]


@pytest.mark.parametrize(("on_failure", "blocked"), [("schema", None), ("block", Reason.JUDGE_FAILED)])
async def test_a_failure_is_what_the_policy_says(on_failure: str, blocked: Reason | None) -> None:
    first, _ = await decide(Judges(fails=True), Policy(content_aware="llm", judge=JudgePolicy("judge", on_failure=on_failure)))
    assert first.blocked is blocked and FAILED in first.flags


async def test_without_a_judge_in_the_policy_nobody_is_asked() -> None:
    judges = Judges(fails=False)
    await decide(judges, Policy())
    assert judges.asked == []
