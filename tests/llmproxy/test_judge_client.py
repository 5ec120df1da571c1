"""Asking a model: once, once more after nonsense, never for long, and never twice for the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from llmproxy.asking import Budget
from llmproxy.errors import ModelNotFound, UpstreamError
from llmproxy.judge_client import ASKED, BUDGET, BUSY, CACHED, FAILED, JudgeClient
from llmproxy.upstream import Caller
from llmproxy.verdicts import Verdicts
from llmproxy.verdicts.file import FILE_NAME, SqliteStore
from llmproxy.verdicts.memory import MemoryStore
from llmproxy.verdicts.store import Store
from minimize.judge.asking import Answer, Asked, Item
from minimize.model import Context, JudgePolicy, ToolCall, Turn

POLICY = JudgePolicy("judge-model", timeout_s=0.5)
CALL = ToolCall("send_email", '{"body": "I have a migraine"}')
CONTEXT = Context((Turn("user", "Write to Ines"),))
HEARD = Asked([Item("i1", "/body", "migraine", "H", 9)], {"/body": "I have a migraine"})
VERDICT = json.dumps({"verdicts": [{"id": "i1", "necessary": False}]})


class Reply:
    streamed = False
    headers = ()

    def __init__(self, status: int, data: bytes) -> None:
        self.status = status
        self._data = data
        self.closed = False

    async def read(self, limit: int) -> bytes:
        return self._data

    async def close(self) -> None:
        self.closed = True


class Model:
    """Stands where the upstreams are: answers by a function of the number of the ask."""

    def __init__(self, answer: Callable[[int], Any]) -> None:
        self.bodies: list[dict[str, Any]] = []
        self.callers: list[Caller] = []
        self._answer = answer
        self.usage: dict[str, Any] = {}

    async def open(self, request: Any, caller: Caller, headers: Any) -> tuple[None, Reply]:
        self.bodies.append(json.loads(request.upstream_body(None)))
        self.callers.append(caller)
        said = self._answer(len(self.bodies))
        if isinstance(said, Exception):
            raise said
        if isinstance(said, float):
            await asyncio.sleep(said)
            said = VERDICT
        if isinstance(said, int):
            return None, Reply(said, b"{}")
        answer = {"choices": [{"message": {"role": "assistant", "content": said}}], **self.usage}
        return None, Reply(200, json.dumps(answer).encode())


def client(answer: Callable[[int], Any], store: Store | None = None) -> tuple[JudgeClient, Model]:
    model = Model(answer)
    return JudgeClient(model, Verdicts(store or MemoryStore(max_entries=9, ttl_s=60), b"0" * 32)), model  # type: ignore[arg-type]


async def asks(judge: JudgeClient, call: ToolCall = CALL, policy: JudgePolicy = POLICY) -> tuple[Answer | None, str]:
    return await judge.answer(policy, call, CONTEXT, HEARD)


def another(number: int) -> ToolCall:
    """A call that nobody asked about before."""
    return ToolCall("send_email", json.dumps({"body": f"I have a migraine, {number}"}))


async def test_one_ask_with_the_operators_key_and_none_for_the_same_again() -> None:
    judge, model = client(lambda n: VERDICT)
    assert await asks(judge) == (Answer(frozenset({("/body", 9, 17)})), ASKED)
    assert (await asks(judge))[1] == CACHED
    assert len(model.bodies) == 1 and model.bodies[0]["model"] == "judge-model"
    assert model.callers == [Caller(provider_keys=True)]


async def test_two_clients_on_one_file_ask_once(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / FILE_NAME, max_entries=9, ttl_s=60, timeout_s=2) for _ in range(2)]
    both = [client(lambda n: VERDICT, store) for store in stores]
    assert [await asks(judge) for judge, _ in both] == [(Answer(frozenset({("/body", 9, 17)})), how) for how in (ASKED, CACHED)]
    assert [len(model.bodies) for _, model in both] == [1, 0]
    for store in stores:
        await store.close()


async def test_other_arguments_are_another_question() -> None:
    judge, model = client(lambda n: VERDICT)
    await asks(judge)
    await asks(judge, ToolCall("send_email", '{"body": "I have a migraine!"}'))
    assert len(model.bodies) == 2


async def test_nonsense_is_asked_once_more() -> None:
    judge, model = client(lambda n: "All fine!" if n == 1 else VERDICT)
    assert (await asks(judge))[1] == ASKED and len(model.bodies) == 2
    judge, model = client(lambda n: "All fine!")
    assert await asks(judge) == (None, FAILED) and len(model.bodies) == 2


async def test_a_provider_without_schemas_is_asked_without_from_then_on() -> None:
    judge, model = client(lambda n: 400 if n == 1 else VERDICT)
    assert (await asks(judge))[1] == ASKED
    await asks(judge, ToolCall("send_email", '{"body": "migraine, again"}'))
    assert ["response_format" in body for body in model.bodies] == [True, False, False]


@pytest.mark.parametrize("fault", [500, 429, 5.0, None, UpstreamError()], ids=["500", "429", "slow", "no-text", "down"])
async def test_every_failure_is_an_outcome(fault: Any) -> None:
    judge, _ = client(lambda n: fault)
    assert await asks(judge) == (None, FAILED)


async def test_a_model_that_fails_in_a_row_is_left_alone_for_a_while() -> None:
    judge, model = client(lambda n: 500)
    for _ in range(8):
        assert (await asks(judge))[1] == FAILED
    assert len(model.bodies) == 5


async def test_an_answer_that_lacks_verdicts_is_used_but_not_kept() -> None:
    judge, model = client(lambda n: '{"verdicts": []}')
    answer, how = await asks(judge)
    assert answer == Answer(missing=1) and how == ASKED
    assert (await asks(judge))[1] == ASKED and len(model.bodies) == 2


async def test_who_waits_for_a_slot_says_nothing_against_the_model() -> None:
    judge, model = client(lambda n: 0.06)
    policy = JudgePolicy("judge-model", timeout_s=0.1, concurrency=1)
    outcomes = [how for _, how in await asyncio.gather(*(asks(judge, another(n), policy) for n in range(8)))]
    assert outcomes.count(ASKED) == 1 and outcomes.count(BUSY) == 7
    assert (await asks(judge, another(9), policy))[1] == ASKED and len(model.bodies) == 2, "the model was not paused"


async def test_a_busy_model_keeps_no_other_waiting() -> None:
    judge, _ = client(lambda n: 0.03 if n == 1 else VERDICT)
    slow, other = JudgePolicy("judge-model", timeout_s=5, concurrency=1), JudgePolicy("other-model", timeout_s=0.02, concurrency=1)
    first = asyncio.create_task(asks(judge, another(1), slow))
    await asyncio.sleep(0)
    assert (await asks(judge, another(2), other))[1] == ASKED and not first.done()
    assert (await first)[1] == ASKED


@pytest.mark.parametrize("fault", [400, 413, 422, ModelNotFound()], ids=["400", "413", "422", "not-found"])
async def test_an_ask_that_is_refused_says_nothing_against_the_model(fault: Any) -> None:
    judge, _ = client(lambda n: VERDICT if n > 16 else fault)
    outcomes = [(await asks(judge, another(n)))[1] for n in range(8)]
    assert set(outcomes) <= {FAILED, ASKED} and outcomes[0] == FAILED
    judge, model = client(lambda n: 400 if n <= 12 else VERDICT)
    assert [(await asks(judge, another(n)))[1] for n in range(7)] == [FAILED] * 6 + [ASKED]
    assert "response_format" in model.bodies[-1], "a refused ask is no refusal of schemas"


async def test_over_the_days_asks_nobody_is_asked() -> None:
    judge, model = client(lambda n: VERDICT)
    policy = JudgePolicy("judge-model", timeout_s=0.5, asks_per_day=2)
    assert [(await asks(judge.of("a"), another(n), policy))[1] for n in range(3)] == [ASKED, ASKED, BUDGET]
    assert (await asks(judge.of("a"), another(0), policy))[1] == CACHED, "what is known costs nothing"
    assert (await asks(judge.of("b"), another(3), policy))[1] == ASKED and len(model.bodies) == 3


async def test_asking_again_counts() -> None:
    judge, model = client(lambda n: "All fine!")
    assert (await asks(judge, CALL, JudgePolicy("judge-model", timeout_s=0.5, asks_per_day=1)))[1] == BUDGET and len(model.bodies) == 1


@pytest.mark.parametrize(("usage", "asked"), [({"usage": {"total_tokens": 60}}, 2), ({"usage": {"total_tokens": "x"}}, 1), ({}, 1)])
async def test_over_the_days_tokens_nobody_is_asked(usage: dict[str, Any], asked: int) -> None:
    judge, model = client(lambda n: VERDICT)
    model.usage = usage
    policy = JudgePolicy("judge-model", timeout_s=0.5, tokens_per_day=100)
    outcomes = [(await asks(judge, another(n), policy))[1] for n in range(4)]
    assert outcomes == [ASKED] * asked + [BUDGET] * (4 - asked)


async def test_a_budget_goes_on_with_the_next_client_of_a_configuration() -> None:
    budget, policy = Budget(), JudgePolicy("judge-model", timeout_s=0.5, asks_per_day=1)
    for how in (ASKED, BUDGET):
        judge = JudgeClient(Model(lambda n: VERDICT), Verdicts(MemoryStore(max_entries=9, ttl_s=60), b"0" * 32), budget)  # type: ignore[arg-type]
        assert (await asks(judge.of("a"), CALL, policy))[1] == how


async def test_texts_are_asked_for_and_read_where_the_policy_wants_them() -> None:
    said = json.dumps({"verdicts": [{"id": "i1", "necessary": False}], "rewritten": [{"path": "/body", "text": "I have"}]})
    for rephrase in (True, False):
        judge, model = client(lambda n: said)
        answer, _ = await asks(judge, CALL, JudgePolicy("judge-model", timeout_s=0.5, rephrase=rephrase))
        assert answer is not None and answer.rewritten == ((("/body", "I have"),) if rephrase else ())
        assert ("rephrase" in json.loads(model.bodies[0]["messages"][-1]["content"])) is rephrase
