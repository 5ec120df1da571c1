"""The upstreams of a configuration: find the deployments of a model name and ask them in order.

The next deployment is asked on connection errors, time-outs before the first byte, 429 and 5xx; what the last one said is what the
client gets. Must not be in here: bytes of answers, who the client is, policies.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from llmproxy.config import Settings
from llmproxy.errors import ModelNotFound, ProxyError, Unauthorised, UpstreamError
from llmproxy.upstream import litellm_door
from llmproxy.upstream.interface import Answer, Caller, ChatBody, Deployment
from llmproxy.upstream.litellm_lane import LiteLLMLane
from llmproxy.upstream.providers import Placement
from llmproxy.upstream.raw import RawLane
from llmproxy.upstream.resolve import ask
from llmproxy.upstream.table import Candidate, ModelTable

log = logging.getLogger(__name__)

_MODELS_TIMEOUT_S = 5.0
_REMEMBERED = 1024
"""Model names whose deployments are kept; clients choose names, so there is a bound."""


class Upstreams:
    """All lanes and the table of models. `start` inside the running loop, `close` at the end."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._table = ModelTable(settings.model_list)
        self._raw: RawLane | None = None
        self._litellm = LiteLLMLane(settings.timeouts)
        self._known: dict[str, tuple[Deployment, ...]] = {}
        self._warming: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Open the session; import LiteLLM in the background when a configured entry needs it."""
        self._raw = RawLane(self._settings.timeouts)
        for remark in self._table.remarks():
            log.warning("%s", remark)
        if self._settings.model_list and self._needs_litellm() and litellm_door.installed():
            self._warming = asyncio.create_task(self._litellm.warm())

    async def close(self) -> None:
        """Close sessions and wait for what runs."""
        if self._warming is not None:
            await asyncio.gather(self._warming, return_exceptions=True)
        if self._raw is not None:
            await self._raw.close()
        await self._litellm.close()

    async def open(self, request: ChatBody, caller: Caller, headers: Sequence[tuple[bytes, bytes]]) -> tuple[Deployment, Answer]:
        """Ask the deployments of the request's model in order; `ModelNotFound`, or the last one's error."""
        deployments = self._known.get(request.model) or await self._resolve(request.model)
        usable = [d for d in deployments if caller.provider_keys or caller.token]
        if not usable:
            raise Unauthorised if deployments else ModelNotFound
        last = len(usable) - 1
        for position, deployment in enumerate(usable):
            lane = self._lane(deployment)
            try:
                answer = await lane.open(deployment, request, caller, headers)
            except UpstreamError as error:
                if position == last or not _another_may_do(error):
                    raise
                log.warning("deployment %d of a model failed with `%s`; asking the next", position + 1, error.code)
                continue
            if position == last or not (answer.status == 429 or answer.status >= 500):
                return deployment, answer
            log.warning("deployment %d of a model answered %d; asking the next", position + 1, answer.status)
            await answer.close()
        raise UpstreamError

    async def models(self, caller: Caller) -> list[dict[str, Any]]:
        """List models in OpenAI's form: the names of `model_list`, and for wildcard entries (or without a list) what their upstream lists."""
        listed = {name: {"id": name, "object": "model", "created": 0, "owned_by": provider or "toolminimize"} for name, provider in self._table.listed()}
        asked = await asyncio.gather(*(self._wildcard_models(prefix, d, caller) for prefix, d in self._wildcards(caller)))
        for models in asked:
            for model in models:
                listed.setdefault(model["id"], model)
        return list(listed.values())

    def _lane(self, deployment: Deployment) -> RawLane | LiteLLMLane:
        if deployment.lane == "litellm":
            return self._litellm
        assert self._raw is not None, "`start` comes first"
        return self._raw

    async def _resolve(self, name: str) -> tuple[Deployment, ...]:
        """Work out the deployments of a name and remember them; LiteLLM is asked only for names that nobody else knows."""
        found = []
        for candidate in self._table.find(name):
            placement: Placement | None = candidate.placement
            key = None
            if candidate.placement.lane == "ask":
                placement, key = await ask(candidate.placement)
            if placement is not None:
                found.append(self._deployment(candidate, placement, key))
        if not found:
            raise ModelNotFound(param="model")
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        self._known[name] = tuple(found)
        return self._known[name]

    def _deployment(self, candidate: Candidate, placement: Placement, key: str | None) -> Deployment:
        """An entry with an `api_base` of its own never gets a provider's key from the environment: it may be anybody's host."""
        elsewhere = candidate.params.get("api_base") or candidate.params.get("base_url")
        keys = self._settings.provider_keys
        found = None if elsewhere else keys.get(placement.provider) or key
        return candidate.deployment(placement, found)

    def _needs_litellm(self) -> bool:
        probes = [e.model_name.replace("*", "x") for e in self._settings.model_list]
        return any(c.placement.lane != "raw" for name in probes for c in self._table.find(name))

    def _wildcards(self, caller: Caller) -> list[tuple[str, Deployment]]:
        """Give (what stands before the `*` of the client's name, a deployment to ask for its list) of each raw wildcard."""
        if self._settings.model_list:
            names = [e.model_name for e in self._table.wildcards if e.model_name.endswith("*")]
        else:
            names = [f"{provider}/*" for provider in self._settings.provider_keys] or (["openai/*"] if caller.token else [])
        found, seen = [], set()
        for name in names:
            for candidate in self._table.find(name.replace("*", "x")):
                placement = candidate.placement
                if placement.lane == "raw" and (name, placement.base_url) not in seen:
                    seen.add((name, placement.base_url))
                    found.append((name[:-1], self._deployment(candidate, placement, None)))
        return found

    async def _wildcard_models(self, prefix: str, deployment: Deployment, caller: Caller) -> list[dict[str, Any]]:
        assert self._raw is not None, "`start` comes first"
        try:
            models = await self._raw.list_models(deployment, caller, _MODELS_TIMEOUT_S)
        except ProxyError:
            return []
        return [{**model, "id": prefix + model["id"]} for model in models]


def _another_may_do(error: UpstreamError) -> bool:
    return error.before_first_byte and (error.status == 429 or error.status >= 500)
