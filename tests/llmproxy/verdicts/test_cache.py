"""The cache of answers: one question one key, and a store that fails costs a question only."""

from __future__ import annotations

import dataclasses
import logging
from pathlib import Path
from typing import Any

import pytest

from llmproxy.config import ModelEntry
from llmproxy.config.model import VerdictStore
from llmproxy.verdicts import StoreFailed, Verdicts
from llmproxy.verdicts.cache import store_of
from llmproxy.verdicts.file import FILE_NAME, SqliteStore
from llmproxy.verdicts.memory import MemoryStore
from llmproxy.verdicts.shared import RedisStore
from minimize.judge.asking import Answer, Asked, Item
from tests.llmproxy.verdicts.stores import Clock
from tests.upstreams.settings import settings

ASKED = Asked([Item("i1", "/body", "migraine", "H", 9)], {"/body": "I have a migraine"})
ANSWER = Answer(frozenset({("/body", 9, 17)}))
BODY: dict[str, Any] = {"model": "judge", "messages": [{"role": "user", "content": "{}"}]}


def entry(name: str, model: str) -> ModelEntry:
    return ModelEntry(name, {"model": model})


class Failing(MemoryStore):
    """A store that is away until it is told to be there."""

    def __init__(self) -> None:
        super().__init__(max_entries=9, ttl_s=60)
        self.away = True
        self.asked = 0

    async def get(self, key: bytes) -> bytes | None:
        self.asked += 1
        if self.away:
            raise StoreFailed("away")
        return await super().get(key)

    async def put(self, key: bytes, data: bytes) -> None:
        self.asked += 1
        if self.away:
            raise StoreFailed("away")
        await super().put(key, data)

    async def close(self) -> None:
        raise StoreFailed("away")


async def test_an_answer_is_given_to_the_same_ask_alone() -> None:
    verdicts = Verdicts(MemoryStore(max_entries=9, ttl_s=60), b"secret")
    key = verdicts.key(BODY, ASKED)
    await verdicts.put(key, ASKED, ANSWER)
    assert await verdicts.get(verdicts.key(dict(BODY), ASKED), ASKED) == ANSWER
    assert await verdicts.get(verdicts.key({**BODY, "model": "other"}, ASKED), ASKED) is None
    assert await verdicts.get(verdicts.key(BODY, Asked(ASKED.items, {"/note": "I have a migraine"})), ASKED) is None
    assert await verdicts.purge() == 1 and await verdicts.get(key, ASKED) is None


def test_a_key_is_another_with_another_secret_or_another_model_behind_the_name() -> None:
    made = {
        Verdicts(MemoryStore(max_entries=9, ttl_s=60), secret, models).key(BODY, ASKED)
        for secret in (b"one", b"two")
        for models in ((entry("judge", "openai/a"),), (entry("judge", "openai/b"),), (entry("ju*", "openai/a"), entry("judge", "openai/b")))
    }
    assert len(made) == 6
    others = (entry("judge", "openai/a"), entry("chat", "openai/c"), entry("gpt-*", "openai/*"))
    assert Verdicts(MemoryStore(max_entries=9, ttl_s=60), b"one", others).key(BODY, ASKED) in made


async def test_what_lacks_verdicts_is_not_kept() -> None:
    store = MemoryStore(max_entries=9, ttl_s=60)
    verdicts = Verdicts(store, b"secret")
    await verdicts.put(b"k", ASKED, Answer(missing=1))
    assert len(store) == 0


async def test_a_store_that_fails_is_left_alone_for_a_while_and_said_once(caplog: pytest.LogCaptureFixture) -> None:
    store, clock = Failing(), Clock()
    verdicts = Verdicts(store, b"secret", clock=clock)
    with caplog.at_level(logging.WARNING):
        for _ in range(5):
            assert await verdicts.get(b"k", ASKED) is None
            await verdicts.put(b"k", ASKED, ANSWER)
        assert store.asked == 1
        clock.now += 20
        assert await verdicts.get(b"k", ASKED) is None
        assert store.asked == 2 and len(caplog.records) == 1
        clock.now += 20
        store.away = False
        await verdicts.put(b"k", ASKED, ANSWER)
        assert await verdicts.get(b"k", ASKED) == ANSWER
        await verdicts.close()


def test_the_settings_choose_the_store(tmp_path: Path) -> None:
    made = settings(data_dir=tmp_path)
    for kind, made_of in (("memory", MemoryStore), ("sqlite", SqliteStore), ("redis", RedisStore)):
        assert type(store_of(dataclasses.replace(made, verdict_store=VerdictStore(kind, "redis://127.0.0.1:1/0")))) is made_of
    Verdicts.of(made)
    assert not (tmp_path / FILE_NAME).exists()


async def test_an_answer_with_texts_stays_in_memory() -> None:
    store = MemoryStore(max_entries=9, ttl_s=60)
    verdicts = Verdicts(store, b"secret")
    worded = dataclasses.replace(ANSWER, rewritten=(("/body", "I am away"),))
    await verdicts.put(b"k", ASKED, worded)
    assert await verdicts.get(b"k", ASKED) == worded and len(store) == 0
    await verdicts.purge()
    assert await verdicts.get(b"k", ASKED) is None
    for number in range(300):
        await verdicts.put(b"%d" % number, ASKED, worded)
    assert await verdicts.get(b"0", ASKED) is None and await verdicts.get(b"299", ASKED) == worded
