"""`config check`, and what `serve` says at its start: the configuration in a few lines, without secrets.

Must not be in here: reading the configuration, starting anything.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from llmproxy.annotations import loaded
from llmproxy.backends.door import check
from llmproxy.config import Settings, config_path, load_settings
from llmproxy.config.environment import environment
from minimize.model import STAGES


def check_config(config: Path | None, overrides: Mapping[str, object]) -> int:
    """Read the configuration and print what it means; exit code 0. Raises `ConfigError`."""
    settings = load_settings(config or config_path(), environment(), overrides=overrides, ephemeral=True)
    check(settings.backends)
    sys.stdout.write("\n".join([*summary(settings), *_annotations(settings)]) + "\n")
    return 0


def _annotations(settings: Settings) -> Iterator[str]:
    """Load the annotations of tools from outside, and say which these are. Raises `ConfigError`."""
    if settings.registry:
        known = loaded(settings.registry)
        yield from (
            f"tools of {h.server}: version {h.version}, {len(known.of(h))} tools ({known.origin(h.server)})" for h in known.heads() if h.server in known.origins
        )


def summary(settings: Settings) -> Iterator[str]:
    """Say where requests go, which policies hold, who may ask, where records are kept, and what to know."""
    yield f"configuration: {settings.path or 'none, so the defaults hold (`--config` names a file)'}"
    yield from _models(settings)
    for policy in settings.policies.values():
        globs = f", tools {', '.join(t.glob for t in policy.tools)}" if policy.tools else ""
        yield f"policy {policy.name}: mode {policy.mode.value}, on failure {policy.on_failure.value}, trust {policy.trust}{globs} ({policy.policy_hash})"
        if left_out := [stage for stage in STAGES if stage not in policy.stages]:
            yield f"  without the stages {', '.join(left_out)}"
        yield from (f"  rule {rule.name}: {rule.then.value}{f' ({rule.reason})' if rule.reason else ''}" for rule in policy.rules)
        if policy.session is not None:
            yield f"  session: budget {policy.session.budget:g}, for one operator and person {policy.session.operator_budget:g} (0: no bound)"
    for entry in settings.backends:
        yield f"backend {entry.name}: {entry.type}, mode {entry.mode}, from confidence {entry.min_confidence:g}, {entry.timeout_s:g} s a text"
    for key, _ in settings.keys.entries:
        state = f", {refusal}" if (refusal := key.refusal()) else f", until {key.expires:%Y-%m-%d %H:%M %Z}" if key.expires else ""
        yield f"key {key.name}: policy {key.policy}, models {'all' if key.models is None else ', '.join(key.models) or 'none'}{state}"
    if settings.passthrough_keys:
        yield "clients' own tokens: sent on to the provider where no key matches"
    elif not len(settings.keys):
        yield "clients' own tokens: not sent on; there are no keys, so only clients on this machine are served (with the provider keys)"
    yield f"records and secret: {settings.data_dir}" + (
        "" if settings.database_url.startswith(f"sqlite:///{settings.data_dir}") else " (records in the database that is set)"
    )
    yield from (f"warning: {warning}" for warning in settings.warnings)


def _models(settings: Settings) -> Iterator[str]:
    for entry in settings.model_list:
        base = entry.litellm_params.get("api_base")
        where = f" at {_without_credentials(base)}" if isinstance(base, str) else ""
        yield f"model {entry.model_name}: {entry.litellm_params['model']}{where}"
    if settings.provider_keys:
        yield f"provider keys in the environment: {', '.join(sorted(settings.provider_keys))}"
    elif not settings.model_list:
        yield "no provider key in the environment: clients bring their own token (it is sent on to the provider)"
    if not settings.model_list:
        yield "other models: by LiteLLM's names (`gpt-...` goes to OpenAI, `anthropic/...`, `mistral/...`); `--upstream URL` names a server of your own"


def _without_credentials(url: str) -> str:
    parts = urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="").geturl()
