"""A policy's `session` section and the `session_store` of the file, read and checked.

Must not be in here: what a budget means (`minimize.session`), the stores themselves (`llmproxy.sessions`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from importlib.util import find_spec
from urllib.parse import urlsplit

import yaml

from llmproxy.config.declared import SESSION, SESSION_STORE
from llmproxy.config.model import ConfigError, SessionStore
from llmproxy.config.read import Reader, tag
from minimize.clauses import SessionPolicy
from minimize.model import Policy
from tool_registry.model import PRECISION_LADDERS


def read_session(reader: Reader, node: yaml.Node, base: SessionPolicy | None) -> SessionPolicy | None:
    """Read a policy's `session`; what it does not say it takes from `base`, `session: off` takes it out."""
    if tag(node) == "bool" and isinstance(node, yaml.ScalarNode) and not reader.boolean(node, "session"):
        return None
    said = reader.section(node, "`session`", SESSION)
    found = dataclasses.replace(base or SessionPolicy(), **{name: value for name, (value, _) in said.items()})
    if not found.budget and not found.operator_budget:
        reader.fail(node, "`session` needs `budget` or `operator_budget`")
    at = said["stricter"][1] if "stricter" in said else node
    ladders = [next((name for name, labels in PRECISION_LADDERS.items() if label in labels[1:-1]), "") for label in found.stricter]
    if "" in ladders:
        reader.fail(at, "`stricter` takes labels of the precision ladders such as `city`, `month`, `band`")
    if any(set(PRECISION_LADDERS[a]) & {label} for i, a in enumerate(ladders) for label in found.stricter[i + 1 :] if label != "band"):
        reader.fail(at, "`stricter` names two labels of one ladder")
    return found


def read_store(reader: Reader, node: yaml.Node | None, policies: Mapping[str, Policy], workers: int) -> SessionStore:
    """Read `session_store`. Several processes cannot count together in memory, so that refuses where a policy counts."""
    said = reader.section(node, "`session_store`", SESSION_STORE) if node is not None else {}
    found = SessionStore(**{name: value for name, (value, _) in said.items()})
    if found.url:
        check_redis(reader, said["url"][1], "session_store", found.url)
    elif workers > 1 and any(policy.session is not None for policy in policies.values()):
        where = reader.at(node) if node is not None else reader.file
        raise ConfigError(f"{where}: several workers cannot count sessions together in memory; set `session_store: {{url: redis://...}}` or `workers: 1`")
    return found


def check_redis(reader: Reader, node: yaml.Node, section: str, url: str) -> None:
    """Refuse what is no URL of a Redis, or cannot be reached without the extra."""
    if urlsplit(url).scheme not in ("redis", "rediss", "unix"):
        reader.fail(node, f"`url` of `{section}` must begin with redis://, rediss:// or unix://")
    if find_spec("redis") is None:
        reader.fail(node, f"`url` of `{section}` needs the extra `redis`: pip install 'toolminimize[redis]'")
