"""Asking a model: once, once more after nonsense, never for long, and never twice for the same."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from llmproxy.errors import UpstreamError
from llmproxy.judge_client import ASKED, CACHED, FAILED, JudgeClient
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
        return None, Reply(200, json.dumps({"choices": [{"message": {"role": "assistant", "content": said}}]}).encode())


def client(answer: Callable[[int], Any], store: Store | None = None) -> tuple[JudgeClient, Model]:
    model = Model(answer)
    return JudgeClient(model, Verdicts(store or MemoryStore(max_entries=9, ttl_s=60), b"0" * 32)), model  # type: ignore[arg-type]


async def asks(judge: JudgeClient, call: ToolCall = CALL) -> tuple[Answer | None, str]:
    return await judge.answer(POLICY, call, CONTEXT, HEARD)


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
