"""One configuration at work, and how the next takes its place while requests run.

    SIGHUP -> the configuration is read anew -> its parts are built and started -> it is current -> the one before is closed when idle

A request is served whole by the generation that was current when it came. A configuration that cannot be read, or that says what only a
start can change, is not taken over: the one that runs stays, and one line says why. Parts whose settings stay the same go on, with their
connections and counts.

Must not be in here: which parts there are (`llmproxy.app`), reading the configuration.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Final, Protocol

from starlette.routing import Router
from starlette.types import ASGIApp, Receive, Scope, Send

from llmproxy.config import ConfigError, Settings
from llmproxy.routes.state import State

log = logging.getLogger(__name__)

FIXED: Final = ("host", "port", "workers", "data_dir", "database_url", "secret", "backends", "registry")
"""Settings that only a start can change."""


class Part(Protocol):
    """What a generation holds open."""

    async def close(self) -> None:
        """Let go of it."""
        ...


@dataclass(slots=True, eq=False)
class Generation:
    """One configuration at work."""

    state: State
    app: ASGIApp
    parts: dict[str, Part]
    """By name; a part may belong to the next generation, too."""
    busy: int = 0
    """Requests that it serves now."""


Build = Callable[[Settings, Generation | None], Generation]


class Proxy:
    """The application: serves each request by the current generation. `state.toolminimize` is that one's state."""

    def __init__(
        self,
        settings: Settings,
        build: Build,
        life: Callable[[Proxy], AbstractAsyncContextManager[None]],
        reread: Callable[[], Settings] | None = None,
    ) -> None:
        self._build = build
        self._reread = reread
        self._router = Router(lifespan=lambda _: life(self))
        self._retired: list[Generation] = []
        self._tasks: set[asyncio.Task[Any]] = set()
        self._reloading = asyncio.Lock()
        self._asked = False
        self.current = build(settings, None)

    @property
    def state(self) -> SimpleNamespace:
        """Give the parts, as Starlette's applications do."""
        return SimpleNamespace(toolminimize=self.current.state)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or start and stop."""
        if scope["type"] == "lifespan":
            await self._router(scope, receive, send)
            return
        generation = self.current
        generation.busy += 1
        try:
            await generation.app(scope, receive, send)
        finally:
            generation.busy -= 1
            if generation is not self.current and not generation.busy:
                self._later(self._close_idle())

    def listen(self) -> None:
        """Read the configuration anew at SIGHUP, from now on; in the main thread only, where signals arrive."""
        if self._reread is not None and hasattr(signal, "SIGHUP"):
            with contextlib.suppress(ValueError, RuntimeError, NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, self._ask)

    def _ask(self) -> None:
        if not self._asked:  # one that waits will see the newest file as well
            self._asked = True
            self._later(self.reload())

    async def reload(self) -> bool:
        """Take over the configuration as it is now; False: it is not taken over, and the log says why."""
        async with self._reloading:
            self._asked = False
            before = self.current
            try:
                made = await self._next(before)
            except Exception as error:  # whatever is wrong with the new one, the old one serves
                log.error("the configuration is not taken over, the one before holds: %s", error if isinstance(error, ConfigError) else type(error).__name__)
                return False
            self.current = made
            _tell(before.state.settings, made.state.settings)
            self._retired.append(before)
            await self._close_idle()
            return True

    async def _next(self, before: Generation) -> Generation:
        assert self._reread is not None, "there is nothing to read anew"
        settings = await asyncio.to_thread(self._reread)
        for name in FIXED:
            if getattr(settings, name) != getattr(before.state.settings, name):
                raise ConfigError(f"`{name}` can only change at a start")
        made = self._build(settings, before)
        try:
            if made.state.upstreams is not before.state.upstreams:
                await made.state.upstreams.start()
        except BaseException:
            await self._close(made, (before,))
            raise
        made.state.ready = before.state.ready
        return made

    async def close(self) -> None:
        """Close what is open, at the end."""
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        generations, self._retired = [*self._retired, self.current], []
        for number, generation in enumerate(generations):
            await self._close(generation, generations[number + 1 :])

    async def _close_idle(self) -> None:
        for generation in [g for g in self._retired if not g.busy]:
            if generation in self._retired:  # another may have come first while a part was closed
                self._retired.remove(generation)
                await self._close(generation, (self.current, *self._retired))

    async def _close(self, generation: Generation, others: tuple[Generation, ...] | list[Generation]) -> None:
        kept = [part for other in others for part in other.parts.values()]
        for part in generation.parts.values():
            if not any(part is other for other in kept):
                await part.close()

    def _later(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _tell(before: Settings, after: Settings) -> None:
    """Say what is new, at the level that operators see."""
    names = [name for name, policy in after.policies.items() if name not in before.policies or before.policies[name].policy_hash != policy.policy_hash]
    log.warning("the configuration was read anew and holds from the next request on; policies that are new or changed: %s", ", ".join(names) or "none")
    for warning in after.warnings:
        if warning not in before.warnings:
            log.warning("%s", warning)
