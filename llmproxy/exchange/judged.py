"""Calls decided by a model's word outside of an exchange: on the command line, in a benchmark. As the proxy does it, one by one.

Must not be in here: sessions, what a failure means (`judging`).
"""

from __future__ import annotations

from collections.abc import Sequence

from llmproxy.exchange.deciding import MinimizerLike
from llmproxy.exchange.judging import Judging
from llmproxy.judge_client import JudgeClient
from minimize.model import Context, MinimizedCall, Policy, ToolCall
from minimize.stream import AssembledCall


async def judged(minimizer: MinimizerLike, calls: Sequence[ToolCall], context: Context, policy: Policy, client: JudgeClient) -> list[MinimizedCall]:
    """Decide calls, asking about those that hold something to judge, all at once. Without a judge in the policy nobody is asked."""
    if policy.judge is None:
        return [minimizer.minimize(call, context=context, policy=policy) for call in calls]
    judging = Judging(client, policy, policy.judge)
    whole = [AssembledCall(0, i, call.call_id, call.name, call.arguments, call.custom, False, True) for i, call in enumerate(calls)]
    heard = [minimizer.minimize(call, context=context, policy=policy, judge=judging.listening(each)) for call, each in zip(calls, whole, strict=True)]
    words = await judging.words(context, whole, heard)
    done: list[MinimizedCall] = []
    for call, first, word in zip(calls, heard, words, strict=True):
        if word is None:
            done.append(first)
            continue
        again = first if word.judge is None else minimizer.minimize(call, context=context, policy=policy, judge=word.judge)
        done.append(word.marked(again))
    return done
