"""The calls of one exchange against what left in their session before."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from llmproxy.config import Settings, load_settings
from llmproxy.sessions.memory import MemoryStore
from llmproxy.sessions.session import STRICTER, UNCOUNTED, Session, Sessions, operator_of
from llmproxy.sessions.store import Change, Kept, Store, StoreDown
from minimize.clauses import SessionPolicy
from minimize.minimizer import Minimizer
from minimize.model import FailureMode, MinimizedCall, Mode, Policy, Reason, ToolCall, ToolPolicy

MINIMIZER = Minimizer()
MAIL = {"type": "object", "properties": {"to": {"type": "string"}, "body": {"type": "string"}, "cc": {"type": "string"}}, "required": ["to", "body"]}


def sessions(store: Store | None = None) -> Sessions:
    return Sessions(MemoryStore(lambda: 0.0) if store is None else store, b"a secret of some length", MINIMIZER.knowledge, lambda: 1_000_000.0)


def policy(**said: Any) -> Policy:
    more = {name: said.pop(name) for name in ("on_failure", "mode", "tools") if name in said}
    return Policy(session=SessionPolicy(**said), **more)


async def send(
    at: Sessions, chosen: Policy, *recipients: str, name: str = "s", client: str = "desk", tool: str = "send_email", **more: str
) -> list[MinimizedCall]:
    session = at.session(name, client, chosen)
    assert session is not None
    calls = [ToolCall(tool, json.dumps({"to": to, "body": "See you.", **more}), MAIL) for to in recipients]

    def again(done: MinimizedCall) -> MinimizedCall:
        return MINIMIZER.minimize(done.call, policy=chosen, stricter=session.labels)

    return await session.settled([MINIMIZER.minimize(call, policy=chosen) for call in calls], again)


def fates(calls: Sequence[MinimizedCall]) -> list[Reason | None]:
    return [call.blocked for call in calls]


async def test_over_budget_a_call_goes_to_the_failure_mode() -> None:
    at, chosen = sessions(), policy(budget=13.0)
    assert fates(await send(at, chosen, "ann@example.com")) == [None]
    assert fates(await send(at, chosen, "bob@example.com", "cy@example.com")) == [None, Reason.SESSION_BUDGET]
    assert fates(await send(at, chosen, "ann@example.com")) == [None]


async def test_sessions_and_clients_are_counted_apart() -> None:
    at, chosen = sessions(), policy(budget=7.0)
    for name, client in (("s", "desk"), ("t", "desk"), ("s", "other")):
        assert fates(await send(at, chosen, "ann@example.com", name=name, client=client)) == [None]
    assert fates(await send(at, chosen, "bob@example.com")) == [Reason.SESSION_BUDGET]


async def test_a_call_is_tried_with_less_before_it_fails() -> None:
    at, chosen = sessions(), policy(budget=7.0)
    (done,) = await send(at, chosen, "ann@example.com", cc="bob@example.com")
    assert (done.blocked, "bob@example.com" in done.arguments, "ann@example.com" in done.arguments) == (None, False, True)
    assert STRICTER in done.flags
    assert fates(await send(sessions(), policy(budget=7.0, stricter=()), "ann@example.com", cc="bob@example.com")) == [Reason.SESSION_BUDGET]


@pytest.mark.parametrize(("mode", "asks"), [(FailureMode.OPEN, False), (FailureMode.PROMPT, True)])
async def test_where_the_failure_mode_lets_it_go_on_its_rewrite_does_and_counts(mode: FailureMode, asks: bool) -> None:
    at, chosen = sessions(), policy(budget=1.0, on_failure=mode)
    (done,) = await send(at, chosen, "ann@example.com")
    assert (done.blocked, done.failure, done.needs_confirmation) == (None, Reason.SESSION_BUDGET, asks)
    assert "ann@example.com" in done.arguments


async def test_shadow_blocks_nothing_and_says_what_would_be() -> None:
    (done,) = await send(sessions(), policy(budget=1.0, mode=Mode.SHADOW), "ann@example.com")
    assert (done.blocked, done.failure) == (None, Reason.SESSION_BUDGET)


async def test_one_operator_learns_only_so_much_of_one_person_whatever_the_session() -> None:
    at, chosen = sessions(), policy(operator_budget=4.0)
    assert fates(await send(at, chosen, "ann@example.com", name="s")) == [None]
    assert fates(await send(at, chosen, "bob@example.com", name="t")) == [None]
    (done,) = await send(at, chosen, "ann@example.com", name="u", cc="+1 202 555 0134")
    assert "555 0134" not in done.arguments


async def test_tools_under_one_glob_are_one_operator() -> None:
    chosen = policy(budget=9.0, linkability=0.0, tools=(ToolPolicy("mail_*"),))
    at = sessions()
    for tool in ("mail_send", "mail_reply", "mail_forward"):
        assert fates(await send(at, chosen, "ann@example.com", tool=tool)) == [None]
    apart = sessions()
    assert fates(await send(apart, policy(budget=7.0, linkability=0.0), "ann@example.com", tool="mail_send")) == [None]
    assert fates(await send(apart, policy(budget=7.0, linkability=0.0), "ann@example.com", tool="mail_reply")) == [Reason.SESSION_BUDGET]


def test_tools_of_one_public_server_are_one_operator() -> None:
    def operator(name: str, *parameters: str, chosen: Policy | None = None) -> str:
        schema = {"type": "object", "properties": {key: {"type": "string"} for key in parameters}}
        call = MINIMIZER.minimize(ToolCall(name=name, arguments="{}", schema=schema))
        return operator_of(call, chosen or Policy(), MINIMIZER.knowledge)

    assert operator("slack_post_message", "channel_id", "text") == "tool.reference-slack"
    assert operator("slack_reply_to_thread", "channel_id", "thread_ts", "text") == "tool.reference-slack"
    assert operator("slack_post_message", "room", "words") == "slack_post_message"
    assert operator("slack_post_message", "channel_id", "text", chosen=Policy(tools=(ToolPolicy("slack_*"),))) == "slack_*"


class Broken:
    """A store that is away, or holds something else."""

    def __init__(self, held: Kept | None = None) -> None:
        self.held = held

    async def load(self, keys: Sequence[str]) -> list[Kept]:
        if self.held is None:
            raise StoreDown("away")
        return [self.held for _ in keys]

    async def swap(self, changes: Sequence[Change]) -> bool:
        return False

    async def close(self) -> None: ...


@pytest.mark.parametrize("store", [Broken(), Broken(Kept(3, b"no book")), Broken(Kept())])
async def test_what_cannot_be_counted_does_not_leave_unless_the_policy_says_so(store: Broken) -> None:
    for mode in FailureMode:
        assert fates(await send(sessions(store), policy(budget=9.0, on_failure=mode), "ann@example.com")) == [Reason.SESSION_UNAVAILABLE]
    (done,) = await send(sessions(store), policy(budget=9.0, on_unavailable="open"), "ann@example.com")
    assert (done.blocked, done.flags[-1]) == (None, UNCOUNTED)


async def test_a_call_without_anything_private_never_asks_the_store() -> None:
    assert fates(await send(sessions(Broken()), policy(budget=9.0), "everyone")) == [None]


async def test_no_value_is_held() -> None:
    store = MemoryStore(lambda: 0.0)
    await send(sessions(store), policy(budget=99.0, operator_budget=99.0), "ann@example.com", name="session of ann", client="desk")
    held = repr(store._held)
    assert len(store) == 2
    assert not any(word in held for word in ("ann", "example", "desk", "send_email"))


async def test_requests_at_once_never_spend_more_than_there_is() -> None:
    class Slow(MemoryStore):
        async def load(self, keys: Sequence[str]) -> list[Kept]:
            found = await super().load(keys)
            await asyncio.sleep(0)
            return found

    at, chosen = sessions(Slow(lambda: 0.0)), policy(budget=12.0)
    done = await asyncio.gather(*[send(at, chosen, f"a{number}@example.com") for number in range(6)])
    assert sorted(str(call.blocked) for (call,) in done) == ["None"] * 2 + ["session_budget"] * 4


async def test_long_arguments_are_counted_in_a_thread_to_the_same_end() -> None:
    at, chosen = sessions(), policy(budget=7.0)
    (done,) = await send(at, chosen, "ann@example.com", cc="bob@example.com", note="very " * 15_000)
    assert (done.blocked, "bob@example.com" in done.arguments) == (None, False)
    assert fates(await send(at, chosen, "cy@example.com")) == [Reason.SESSION_BUDGET]


def test_no_policy_no_sessions(tmp_path: Any) -> None:
    settings: Settings = load_settings(None, {}, overrides={"data_dir": tmp_path}, ephemeral=True)
    assert Sessions.of(settings, MINIMIZER) is None
    assert sessions().session("s", "desk", Policy()) is None
    assert isinstance(sessions().session("s", "desk", policy(budget=1.0)), Session)
