"""The calls of one exchange, settled against what left in their session before.

The books are loaded, the calls settled, the changed books written back if nobody was faster; else once more. What cannot be counted does not
leave, unless the policy says `on_unavailable: open`. Must not be in here: sums (`minimize.session`), storage.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from llmproxy.config import Settings
from llmproxy.sessions.memory import MemoryStore
from llmproxy.sessions.store import Change, Kept, Store, StoreDown
from minimize.clauses import SessionPolicy
from minimize.knowledge.model import Knowledge
from minimize.model import FailureMode, MinimizedCall, Mode, Policy, Reason
from minimize.pipeline import flagged, refused, tool_policy
from minimize.session import Asked, Book, Ledger, Outgoing, Settled, outgoing, settle
from minimize.session.settle import SESSION

log = logging.getLogger(__name__)

TRIES: Final = 8
"""How often a session is settled anew because another request was faster."""
OFF_LOOP_CHARACTERS: Final = 50_000
"""Arguments of one choice longer than this are looked at in a thread."""
STRICTER: Final = "session:stricter"
UNCOUNTED: Final = "session:uncounted"
"""Flags of a call."""

T = TypeVar("T")
Again = Callable[[MinimizedCall], MinimizedCall]
"""Decide a call once more, with the session's stricter precision."""


class Sessions:
    """The sessions of one application."""

    def __init__(self, store: Store, secret: bytes, knowledge: Knowledge, clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._key = hashlib.blake2b(secret, digest_size=32, person=b"sessions").digest()
        self._knowledge = knowledge
        self._clock = clock

    @classmethod
    def of(cls, settings: Settings, minimizer: object) -> Sessions | None:
        """Give the sessions that the settings ask for; None where no policy has any."""
        knowledge: Any = getattr(minimizer, "knowledge", None)
        if knowledge is None or not any(policy.session is not None for policy in settings.policies.values()):
            return None
        kept = settings.session_store
        if not kept.url:
            return cls(MemoryStore(time.monotonic, max_entries=kept.max_entries), settings.secret, knowledge)
        from llmproxy.sessions.shared import RedisStore

        return cls(RedisStore.connect(kept.url, timeout_s=kept.timeout_s), settings.secret, knowledge)

    def session(self, name: str, client: str, policy: Policy) -> Session | None:
        """Give the session of this name of a client's; None where the policy counts none."""
        return Session(self, policy, policy.session, client, name) if policy.session is not None else None

    async def close(self) -> None:
        """Let go of the store."""
        await self._store.close()

    @property
    def store(self) -> Store:
        """Where the books are."""
        return self._store

    @property
    def knowledge(self) -> Knowledge:
        """What weighs items."""
        return self._knowledge

    def now(self) -> float:
        """Give the time, the same for all proxies."""
        return self._clock()

    def hashed(self, *parts: str) -> str:
        """Give the keyed hash of a text, or of several, each for itself."""
        text = "".join([f"{len(part)}:{part}" for part in parts]).encode("utf-8", "surrogatepass")
        return hashlib.blake2b(text, key=self._key, digest_size=12).hexdigest()


def operator_of(call: MinimizedCall, policy: Policy, knowledge: Knowledge) -> str:
    """Name whom a call is told to: the policy's glob, else the public server that the tool is known to be of, else the tool itself."""
    tool = call.call
    glob = tool_policy(policy, tool.name).glob
    if glob != "*":
        return glob
    schema = tool.schema if isinstance(tool.schema, dict) else None
    known = knowledge.registry.recognise(tool.name, tool.description, schema, trust_annotations=policy.trust_client_annotations).published
    return ".".join(known.split(".")[:2]) if known else tool.name


class Session:
    """The session of one exchange."""

    def __init__(self, sessions: Sessions, policy: Policy, limits: SessionPolicy, client: str, name: str) -> None:
        self._sessions = sessions
        self._policy = policy
        self._limits = limits
        self._client = client
        self._name = name

    async def settled(self, decided: Sequence[MinimizedCall], again: Again) -> list[MinimizedCall]:
        """Give the calls as they may leave, in order. Calls that hold nothing private are not looked at."""
        todo = [call for call in decided if call.left and call.mode is not Mode.OFF]
        if not todo:
            return list(decided)
        big = sum([len(call.arguments) for call in todo]) > OFF_LOOP_CHARACTERS
        asked = await _off_loop(big, lambda: [_Call(self, call, again) for call in todo])
        try:
            verdicts = await self._settle(asked, big)
        except StoreDown as fault:
            log.error("sessions cannot be counted: %s", fault)
            done = {id(call.first): self._uncounted(call.first) for call in asked}
        else:
            done = {id(call.first): call.result(verdict) for call, verdict in zip(asked, verdicts, strict=True)}
        return [done.get(id(call), call) for call in decided]

    async def _settle(self, calls: Sequence[_Call], big: bool) -> list[Settled]:
        keys = {SESSION: self.hashed("session", self._client, self._name)}
        keys.update({call.asked.book: call.asked.book for call in calls if call.asked.book})
        if not self._limits.budget:
            del keys[SESSION]
        for _ in range(TRIES):
            kept = dict(zip(keys, await self._sessions.store.load(list(keys.values())), strict=True))
            ledger = Ledger(self._limits, {name: _book(held) for name, held in kept.items()}, self._sessions.now())
            verdicts = await _off_loop(big, partial(settle, [call.asked for call in calls], ledger))
            changes = [Change(keys[name], kept[name].version, book.written(), self._ttl(name)) for name, book in ledger.changed.items()]
            if not changes or await self._sessions.store.swap(changes):
                return verdicts
        raise StoreDown("others were always faster")

    def _ttl(self, name: str) -> float:
        return self._limits.ttl_s if name == SESSION else self._limits.window_s

    def _uncounted(self, call: MinimizedCall) -> MinimizedCall:
        if self._limits.on_unavailable == "open":
            return flagged(call, UNCOUNTED)
        return self.refuse(call, Reason.SESSION_UNAVAILABLE, open_too=False)

    def refuse(self, call: MinimizedCall, reason: Reason, *, open_too: bool = True) -> MinimizedCall:
        """Give a call to the failure mode; without `open_too` it is blocked."""
        return refused(call, self._policy, reason, open_too=open_too)

    def outgoing(self, call: MinimizedCall) -> Outgoing:
        """Give what a call would let out."""
        return outgoing(call, operator_of(call, self._policy, self._sessions.knowledge), self._sessions.knowledge, self.hashed)

    def book(self, out: Outgoing) -> str:
        """Give the key of the book of an operator and a person: the one whom the items are about, else the session's user."""
        return self.hashed("operator", self._client, out.operator, out.subject or self._name) if self._limits.operator_budget else ""

    def hashed(self, *parts: str) -> str:
        """Give a keyed hash."""
        return self._sessions.hashed(*parts)

    @property
    def labels(self) -> tuple[str, ...]:
        """The precision labels of a call over budget."""
        return self._limits.stricter

    @property
    def forwards(self) -> bool:
        """Whether a call over budget goes on all the same."""
        return self._policy.on_failure is not FailureMode.CLOSED


class _Call:
    """One call, as it is and stricter; the latter is decided once, when it is needed."""

    def __init__(self, session: Session, first: MinimizedCall, again: Again) -> None:
        self.first = first
        self._session = session
        self._again = again
        self._second: MinimizedCall | None = None
        out = session.outgoing(first)
        self.asked = Asked(out, session.book(out), self._stricter, first.mode is Mode.SHADOW or session.forwards)

    def _stricter(self) -> Outgoing | None:
        if not self._session.labels or self.first.failure is not None:
            return None
        if self._second is None:
            self._second = self._again(self.first)
        return self._session.outgoing(self._second) if self._second.failure is None else None

    def result(self, verdict: Settled) -> MinimizedCall:
        """Give the call as it may leave."""
        if verdict is Settled.FITS:
            return self.first
        if verdict is Settled.STRICTER and self._second is not None:
            return flagged(self._second, STRICTER)
        best = self._second if self._second is not None and self._second.failure is None else self.first
        return self._session.refuse(best, Reason.SESSION_BUDGET)


async def _off_loop(big: bool, work: Callable[[], T]) -> T:
    """Do what takes long in a thread, so that the loop stays alive."""
    return await asyncio.to_thread(work) if big else work()


def _book(kept: Kept) -> Book:
    try:
        return Book.read(kept.data)
    except ValueError:
        raise StoreDown("what is held is no session") from None
