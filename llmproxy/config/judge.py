"""The `judge` section of a policy: its settings, read and checked; and what the operator should know of judges at the start.

Must not be in here: asking (`llmproxy.judge_client`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import yaml

from llmproxy.config.model import ModelEntry, Settings
from llmproxy.config.setting import Kind, Setting
from minimize.model import JudgePolicy, Policy

if TYPE_CHECKING:
    from llmproxy.config.read import Reader

_J = JudgePolicy("")
_KEYLESS = frozenset({"ollama", "ollama_chat", "bedrock", "vertex_ai", "sagemaker"})
"""Providers that take no key, or find their own credentials."""

JUDGE: tuple[Setting, ...] = (
    Setting("model", Kind.TEXT, None, "Name of the `model_list` entry that judges."),
    Setting("timeout_s", Kind.NUMBER, _J.timeout_s, "How long one ask may take, in seconds; half of it at most is spent waiting for a slot.", minimum=0.001),
    Setting("concurrency", Kind.INTEGER, _J.concurrency, "How many asks the model gets at once, of all policies that name it with the same figure.", minimum=1),
    Setting("asks_per_day", Kind.INTEGER, None, "Asks of one API key in a day (UTC); over it nobody is asked, and `on_failure` holds. Unset: any.", minimum=1),
    Setting("tokens_per_day", Kind.INTEGER, None, "The same for tokens, of question and answer, as the provider counts them. Unset: any.", minimum=1),
    Setting("discover", Kind.BOOL, _J.discover, "Ask for PSD that no detector named, too."),
    Setting("rephrase", Kind.BOOL, _J.rephrase, "Let the model word the texts that something is taken out of; taken only where it adds nothing."),
    Setting("on_failure", Kind.CHOICE, _J.on_failure, "What a failed ask means: the schema-only decision, or `block`.", ("schema", "block")),
)


def read_judge(reader: Reader, node: yaml.Node, base: JudgePolicy | None, is_served: Callable[[str], bool]) -> JudgePolicy | None:
    """Read a policy's `judge`; what it does not say is as in `base`."""
    said = reader.section(node, "`judge`", JUDGE)
    if "model" in said and not is_served(said["model"][0]):
        reader.fail(said["model"][1], "the judge's model is not in `model_list`")
    if not said:
        return base
    if base is None and "model" not in said:
        reader.fail(node, "`judge` needs `model`")
    fields = {name: value for name, (value, _) in said.items()}
    return dataclasses.replace(base, **fields) if base is not None else JudgePolicy(**fields)


def with_judge_warnings(settings: Settings) -> Settings:
    """Give settings that say, too, which judges would be asked without a key, and that what a key may ask in a day is counted apart."""
    judges = [policy.judge for policy in settings.policies.values() if policy.judge is not None and asks_a_model(policy)]
    out = [
        f"the judge `{name}` has no `api_key`, it is asked without one; `api_key: none` in its entry of `model_list` says that it needs none"
        for name in dict.fromkeys(judge.model for judge in judges)
        if any(_keyless(entry, settings.provider_keys) for entry in _entries(name, settings.model_list))
    ]
    if settings.workers > 1 and not settings.session_store.url and any(judge.asks_per_day or judge.tokens_per_day for judge in judges):
        out.append("each worker counts the judge's `asks_per_day` and `tokens_per_day` for itself; `session_store: {url: redis://...}` makes that one count")
    return dataclasses.replace(settings, warnings=(*settings.warnings, *out)) if out else settings


def asks_a_model(policy: Policy) -> bool:
    """Whether calls under a policy may be judged by a model."""
    return "llm" in (policy.content_aware, *(tool.content_aware for tool in policy.tools))


def _entries(name: str, models: Sequence[ModelEntry]) -> list[ModelEntry]:
    exact = [entry for entry in models if entry.model_name == name]
    return exact or [entry for entry in models if entry.model_name.endswith("*") and name.startswith(entry.model_name[:-1])]


def _keyless(entry: ModelEntry, provider_keys: Mapping[str, str]) -> bool:
    params = entry.litellm_params
    if params.get("api_key"):
        return False
    model = str(params["model"])
    head, slash, _ = model.partition("/")
    provider = str(params.get("custom_llm_provider") or (head if slash else "anthropic" if model.startswith("claude") else "openai"))
    elsewhere = params.get("api_base") or params.get("base_url")  # there no key of the environment goes
    return provider not in _KEYLESS and (bool(elsewhere) or provider not in provider_keys)
