"""The answers of one application's judges, by a keyed hash of the whole ask.

A verdict holds for one question only: the hash covers the task and what was said before, the tool, the arguments, the items, the texts that
may be cut, who the judge is and which prompt asks. A store that fails costs a question, never a call: it is left alone for a while and said
once. Must not be in here: stores, asks.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final

import orjson

from llmproxy.config import ModelEntry, Settings
from llmproxy.verdicts.memory import MemoryStore
from llmproxy.verdicts.packed import pack, unpack
from llmproxy.verdicts.store import Store, StoreFailed
from minimize.judge.asking import PROMPT_VERSION, Answer, Asked

log = logging.getLogger(__name__)

_PAUSE_S: Final = 15.0
"""A store that failed is not asked for so long."""


_WORDED: Final = 256
"""Answers with texts that are kept."""


class Verdicts:
    """Keeps answers."""

    def __init__(self, store: Store, secret: bytes, models: tuple[ModelEntry, ...] = (), clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._key = hashlib.blake2b(secret, digest_size=32, person=b"verdicts").digest()
        self._models = models
        self._clock = clock
        self._paused_until = 0.0
        self._down = False
        self._worded: OrderedDict[bytes, Answer] = OrderedDict()
        """Answers with texts of the model's, which are values: they stay in this process."""

    @classmethod
    def of(cls, settings: Settings) -> Verdicts:
        """Give the cache that the settings ask for; nothing is opened yet."""
        return cls(store_of(settings), settings.secret, settings.model_list)

    def key(self, body: Mapping[str, Any], asked: Asked) -> bytes:
        """Give the keyed hash of an ask. Raises what `orjson` raises where it cannot be written."""
        said = orjson.dumps([body, list(asked.texts), PROMPT_VERSION, [_judge(entry) for entry in self._models if _may_be(entry, body["model"])]])
        return hashlib.blake2b(said, key=self._key, digest_size=16).digest()

    async def get(self, key: bytes, asked: Asked) -> Answer | None:
        """Give the answer to an ask, if it is known."""
        worded = self._worded.get(key)
        if worded is not None:
            return worded
        if self._clock() < self._paused_until:
            return None
        try:
            data = await self._store.get(key)
        except StoreFailed as fault:
            self._fail(fault)
            return None
        self._down = False
        return unpack(data, asked) if data is not None else None

    async def put(self, key: bytes, asked: Asked, answer: Answer) -> None:
        """Keep the answer to an ask; in memory only where it holds texts."""
        if answer.rewritten and not answer.missing:
            self._worded[key] = answer
            if len(self._worded) > _WORDED:
                self._worded.popitem(last=False)
            return
        data = pack(answer, asked)
        if data is None or self._clock() < self._paused_until:
            return
        try:
            await self._store.put(key, data)
        except StoreFailed as fault:
            self._fail(fault)

    async def purge(self, older_than_s: float = 0.0) -> int:
        """Forget answers that were put at least so long ago; give how many. Raises `StoreFailed`."""
        self._worded.clear()
        return await self._store.purge(older_than_s)

    async def close(self) -> None:
        """Let go of the store."""
        try:
            await self._store.close()
        except StoreFailed as fault:
            log.warning("the store of verdicts cannot be closed: %s", fault)

    def _fail(self, fault: StoreFailed) -> None:
        self._paused_until = self._clock() + _PAUSE_S
        if not self._down:
            log.warning("the store of verdicts cannot be used, judges are asked instead: %s", fault)
        self._down = True


def store_of(settings: Settings) -> Store:
    """Give the store that the settings name."""
    said = settings.verdict_store
    if said.kind == "redis":
        from llmproxy.verdicts.shared import RedisStore

        return RedisStore.connect(said.url, ttl_s=said.ttl_s, timeout_s=said.timeout_s)
    if said.kind == "sqlite":
        from llmproxy.verdicts.file import FILE_NAME, SqliteStore

        return SqliteStore(settings.data_dir / FILE_NAME, max_entries=said.max_entries, ttl_s=said.ttl_s, timeout_s=said.timeout_s)
    return MemoryStore(max_entries=said.max_entries, ttl_s=said.ttl_s)


def _judge(entry: ModelEntry) -> list[str]:
    """Say which model an entry stands for: another one behind the same name is another judge."""
    return [str(entry.litellm_params.get(name) or "") for name in ("model", "api_base", "base_url")]


def _may_be(entry: ModelEntry, name: str) -> bool:
    head, star, tail = entry.model_name.partition("*")
    return name.startswith(head) and name.endswith(tail) if star else name == head
