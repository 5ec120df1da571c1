"""Which fields of a client's request become arguments of `litellm.acompletion`.

LiteLLM's keyword arguments hold far more than a request: `api_base`, credentials, callbacks. A client that could set them would send the
operator's key to a host of its choice, so names are let through by a list and, for fields that LiteLLM does not know as its own, by their look.
Must not be in here: LiteLLM.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from llmproxy.errors import BadRequest, UnsupportedParameter

CHAT_FIELDS = frozenset(
    [
        "messages",
        "functions",
        "function_call",
        "temperature",
        "top_p",
        "n",
        "stream",
        "stream_options",
        "stop",
        "max_completion_tokens",
        "modalities",
        "prediction",
        "audio",
        "max_tokens",
        "presence_penalty",
        "frequency_penalty",
        "logit_bias",
        "user",
        "response_format",
        "seed",
        "tools",
        "tool_choice",
        "parallel_tool_calls",
        "logprobs",
        "top_logprobs",
        "reasoning_effort",
        "thinking",
        "web_search_options",
        "service_tier",
        "prompt_cache_key",
        "prompt_cache_retention",
        "safety_identifier",
        "verbosity",
    ]
)
"""OpenAI's fields and the providers' that LiteLLM translates."""

HINTS = frozenset(
    [
        "parallel_tool_calls",
        "prompt_cache_key",
        "prompt_cache_retention",
        "safety_identifier",
        "seed",
        "service_tier",
        "stream_options",
        "user",
        "verbosity",
    ]
)
"""Fields that wish for something without changing what is asked: left out where a provider does not know them, so that a client can change only `model`."""

_UNSENT = frozenset(["model", "metadata", "store"])
"""OpenAI's bookkeeping, without meaning at other providers: LiteLLM never sends them."""

_PLAIN = frozenset(
    [
        "top_k",
        "min_p",
        "top_a",
        "typical_p",
        "repetition_penalty",
        "repeat_penalty",
        "mirostat",
        "min_tokens",
        "num_ctx",
        "num_predict",
        "keep_alive",
        "think",
        "format",
        "safety_settings",
    ]
)
"""Sampling fields of providers, passed as they are."""

_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}\Z")


def arguments(body: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """Sort out a request; `UnsupportedParameter` for a field that cannot be carried, rather than dropping it silently."""
    if not isinstance(body.get("messages"), list):
        raise BadRequest("`messages` must be an array", param="messages")
    given: dict[str, Any] = dict(defaults)
    for name, value in body.items():
        if name in CHAT_FIELDS or name in _PLAIN:
            given[name] = value
        elif name not in _UNSENT and value is not None:
            raise UnsupportedParameter(param=name if _NAME.match(name) else None)
    return {name: value for name, value in given.items() if value is not None}
