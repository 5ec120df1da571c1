import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from llmproxy.exchange.deciding import OFF_LOOP_CALLS, OFF_LOOP_CHARACTERS, Deciding
from llmproxy.wire.request import ChatRequest
from minimize.clauses import SessionPolicy
from minimize.model import Context, Decision, Disposition, MinimizedCall, Policy, Reason, ToolCall, Turn
from minimize.stream import AssembledCall
from tests.upstreams.minimizers import Cutting

REQUEST = ChatRequest.parse(
    b'{"model": "m", "messages": [{"role": "user", "content": "do f"}], "tools": [{"type": "function", "function":'
    b'{"name": "f", "description": "does f", "parameters": {"type": "object", "properties": {"a": {"type": "integer"}, "notes": {}}}}}]}'
)
CONTEXT = Context((Turn("user", "do f"),))


def call(name: str, arguments: str, complete: bool = True) -> AssembledCall:
    return AssembledCall(choice=0, position=0, call_id="c", name=name, arguments=arguments, custom=False, legacy=False, complete=complete)


async def test_a_call_is_decided_with_what_the_client_declared() -> None:
    minimizer = Cutting()
    deciding = Deciding(minimizer, REQUEST, [], Policy(), b"s")
    (outcome,) = await deciding.outcomes([call("f", '{"a":1,"notes":"x"}')])
    assert outcome is not None
    assert outcome.arguments == '{"a":1}'
    seen, context = minimizer.seen[0]
    assert (seen.description, seen.call_id, context) == ("does f", "c", CONTEXT)
    assert seen.schema is not None
    assert seen.schema["properties"] == {"a": {"type": "integer"}, "notes": {}}
    assert [(m is outcome, spent > 0) for m, spent in deciding.decided] == [(True, True)]


async def test_an_undeclared_tool_is_decided_too() -> None:
    minimizer = Cutting()
    await Deciding(minimizer, REQUEST, [], Policy(), b"s").outcomes([call("g", "{}")])
    assert minimizer.seen[0][0].schema is None


async def test_an_incomplete_call_is_blocked_and_kept_for_the_record() -> None:
    deciding = Deciding(Cutting(), REQUEST, [], Policy(), b"s")
    (outcome,) = await deciding.outcomes([call("f", '{"a":', complete=False)])
    assert outcome is not None
    assert outcome.blocked is Reason.INCOMPLETE_CALL
    assert len(deciding.decided) == 1


@pytest.mark.parametrize(("size", "calls", "alive"), [(OFF_LOOP_CHARACTERS + 1, 1, True), (1, OFF_LOOP_CALLS + 1, True), (10, 1, False)])
async def test_long_arguments_and_many_calls_leave_the_loop_alive(size: int, calls: int, alive: bool) -> None:
    deciding = Deciding(Cutting(seconds=0.2 / calls), REQUEST, [], Policy(), b"s")
    task = asyncio.create_task(deciding.outcomes([call("f", '{"a":"' + "x" * size + '"}')] * calls))
    begun = time.monotonic()
    await asyncio.sleep(0.01)
    assert (time.monotonic() - begun < 0.15) is alive
    await task


async def test_the_report_in_the_body_holds_no_values() -> None:
    deciding = Deciding(Cutting(), REQUEST, [], Policy(report_in_body=True), b"s")
    await deciding.outcomes([call("f", '{"a":1,"notes":"marked value"}')])
    report = deciding.report("ex-1")
    assert report is not None
    assert report["calls"][0]["decisions"] == [{"pointer": "/notes", "disposition": "remove", "reason": "ballast_field"}]
    assert "marked value" not in str(report)
    assert Deciding(Cutting(), REQUEST, [], Policy(), b"s").report("ex-1") is None


def test_pointers_to_confirm_hide_names_that_nobody_declared() -> None:
    asked = ToolCall("f", '{"a": 1, "marked@example.com": 2}', REQUEST.tools["f"].parameters)
    outcome = replace(
        Cutting().minimize(asked),
        needs_confirmation=True,
        decisions=(Decision("/a", Disposition.KEEP, Reason.NEEDS_CONFIRMATION), Decision("/marked@example.com", Disposition.KEEP, Reason.NEEDS_CONFIRMATION)),
    )
    show = Deciding(Cutting(), REQUEST, [], Policy(), b"s").shown([None, outcome])
    assert show("/a") == "/a"
    assert show("/marked@example.com").startswith("/#")
    assert show("/elsewhere") == ""


async def test_short_values_of_the_answers_earlier_calls_are_told_to_the_next() -> None:
    minimizer = Cutting()
    deciding = Deciding(minimizer, REQUEST, [], Policy(), b"s")
    await deciding.outcomes([call("f", '{"a":"386"}'), call("f", '{"a":"40"}')])
    await deciding.outcomes([call("f", '{"a":"6153"}')])
    assert [context.sent for _, context in minimizer.seen if context is not None] == [(), (("a", "386"),), (("a", "386"), ("a", "40"))]


async def test_with_a_session_calls_leave_as_it_lets_them_and_are_decided_again_as_they_were() -> None:
    class Once:
        async def settled(self, decided: list[MinimizedCall], again: Callable[[MinimizedCall], MinimizedCall]) -> list[MinimizedCall]:
            return [again(done) if done.call.arguments == '{"a":"40"}' else done for done in decided]

    minimizer = Cutting()
    session: Any = Once()
    deciding = Deciding(minimizer, REQUEST, [], Policy(session=SessionPolicy(budget=1.0)), b"s", session)
    first, broken, second = await deciding.outcomes([call("f", '{"a":"386"}'), call("f", '{"a"', complete=False), call("f", '{"a":"40"}')])
    assert first is not None and second is not None
    assert broken is not None and broken.blocked is Reason.INCOMPLETE_CALL
    assert [done for done, _ in deciding.decided] == [first, broken, second]
    contexts = [context for asked, context in minimizer.seen if asked.arguments == '{"a":"40"}']
    assert len(contexts) == 2 and contexts[0] == contexts[1]
