"""The table of models: `model_list` in order, wildcards, and LiteLLM's names where there is no list. Pure.

Must not be in here: asking LiteLLM (an `ask` placement is left to the caller), network.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from llmproxy.config import ModelEntry
from llmproxy.upstream.interface import Deployment
from llmproxy.upstream.providers import Placement, place

_TRANSPORT = frozenset(
    ["model", "api_base", "base_url", "api_key", "custom_llm_provider", "extra_headers", "headers", "organization", "timeout", "stream_timeout"]
)
"""Of `litellm_params`: where and how, read by us."""


_FIELDS = frozenset(
    [
        "temperature",
        "top_p",
        "n",
        "stop",
        "max_tokens",
        "max_completion_tokens",
        "presence_penalty",
        "frequency_penalty",
        "logit_bias",
        "user",
        "seed",
        "reasoning_effort",
        "response_format",
        "tool_choice",
        "parallel_tool_calls",
        "service_tier",
        "store",
        "verbosity",
        "safety_identifier",
        "prompt_cache_key",
        "extra_body",
    ]
)
"""Of `litellm_params`: fields of a request, which hold where the client says nothing."""

_ADDRESS = re.compile(r"://|\.\.|[\\?#%\s\x00-\x1f\x7f]")
"""What no model's name holds, but an address may: LiteLLM puts names into URLs, and takes some for the URL itself."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that matches a name, placed; `placement.lane` may still be `ask`."""

    model_name: str
    placement: Placement
    params: Mapping[str, Any]

    def deployment(self, placement: Placement, api_key: str | None) -> Deployment:
        """Build the deployment, once the lane is known."""
        raw = placement.lane == "raw"
        params = self.params
        extra = {k: v for k, v in params.items() if (k not in _TRANSPORT and k not in _FIELDS) or k == "organization"}
        fields = {k: v for k, v in params.items() if k in _FIELDS and k != "extra_body"} | dict(params.get("extra_body") or {})
        headers = dict(params.get("headers") or {}) | dict(params.get("extra_headers") or {})
        if raw and params.get("organization"):
            headers["OpenAI-Organization"] = str(params["organization"])
        first_byte = params.get("timeout")
        return Deployment(
            model_name=self.model_name,
            provider=placement.provider,
            upstream_model=placement.model,
            lane="raw" if raw else "litellm",
            base_url=placement.base_url,
            api_key=_key(params.get("api_key")) or api_key,
            headers=tuple((str(k), str(v)) for k, v in headers.items()),
            defaults=fields,
            params={} if raw else extra,
            first_byte_s=float(first_byte) if isinstance(first_byte, (int, float)) else None,
        )


def _key(value: object) -> str | None:
    """Read an entry's `api_key`; the word `none` and emptiness mean that the upstream asks for none."""
    text = str(value) if value is not None else ""
    return None if text.strip().lower() in ("", "none", "null") else text


def wildcard(pattern: str, name: str) -> str | None:
    """Give what `*` stands for when a pattern with one `*` matches a name, else None."""
    head, star, tail = pattern.partition("*")
    if not star:
        return None
    if name.startswith(head) and name.endswith(tail) and len(name) >= len(head) + len(tail):
        return name[len(head) : len(name) - len(tail)]
    return None


class ModelTable:
    """`model_list` as a lookup. Without entries, names are LiteLLM's."""

    def __init__(self, entries: Sequence[ModelEntry]) -> None:
        self._entries = tuple(entries)
        self._exact: dict[str, list[ModelEntry]] = {}
        for entry in entries:
            self._exact.setdefault(entry.model_name, []).append(entry)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the list without wildcards, each once, in order."""
        return tuple(name for name in self._exact if "*" not in name)

    @property
    def wildcards(self) -> tuple[ModelEntry, ...]:
        """The entries whose name holds a `*`."""
        return tuple(e for e in self._entries if "*" in e.model_name)

    def find(self, name: str) -> tuple[Candidate, ...]:
        """Give the candidates of a name in order: entries of that very name, else of the wildcard with the longest literal part."""
        if not self._entries:
            found = place(name)
            return (Candidate(name, found, {}),) if found and _harmless(found, name) else ()
        entries = self._exact.get(name) if "*" not in name else None
        if entries:
            return _candidates(name, [(e, "") for e in entries])
        matching = [(e, part) for e in self.wildcards if (part := wildcard(e.model_name, name)) is not None]
        if not matching:
            return ()
        longest = max(len(e.model_name) for e, _ in matching)
        return _candidates(name, [(e, part) for e, part in matching if len(e.model_name) == longest])

    def listed(self) -> tuple[tuple[str, str], ...]:
        """Give (name, provider) of every exact entry, for `/v1/models`."""
        found = []
        for name in self.names:
            placed = self.find(name)
            found.append((name, placed[0].placement.provider if placed else ""))
        return tuple(found)

    def remarks(self) -> tuple[str, ...]:
        """Say which settings of entries on the raw lane have no effect, one line each, without values."""
        lines = []
        for entry in self._entries:
            placed = _place(entry, "")
            if placed is None:
                lines.append(f"model_list `{entry.model_name}`: the provider has no base URL of its own, `api_base` is missing")
            elif placed.lane == "raw":
                idle = sorted(k for k in entry.litellm_params if k not in _TRANSPORT and k not in _FIELDS)
                lines += [f"model_list `{entry.model_name}`: `{k}` has no effect on an OpenAI-compatible upstream" for k in idle]
        return tuple(lines)


def _candidates(name: str, entries: Sequence[tuple[ModelEntry, str]]) -> tuple[Candidate, ...]:
    found = []
    for entry, part in entries:
        placement = _place(entry, part)
        if placement is not None and _harmless(placement, part):
            found.append(Candidate(name, placement, entry.litellm_params))
    return tuple(found)


def _harmless(placement: Placement, chosen: str) -> bool:
    """Tell whether what a client chose of a name cannot steer where LiteLLM sends the request, and the operator's key with it."""
    return placement.lane == "raw" or _ADDRESS.search(chosen) is None


def _place(entry: ModelEntry, part: str) -> Placement | None:
    params = entry.litellm_params
    model = str(params.get("model") or entry.model_name).replace("*", part, 1)
    base = params.get("api_base") or params.get("base_url")
    provider = params.get("custom_llm_provider")
    return place(model, str(base) if base else None, str(provider) if provider else None)
