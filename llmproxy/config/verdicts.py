"""The `verdict_store` of the file, read and checked. Must not be in here: the stores themselves (`llmproxy.verdicts`)."""

from __future__ import annotations

import dataclasses

import yaml

from llmproxy.config.declared import VERDICT_STORE
from llmproxy.config.model import SessionStore, VerdictStore
from llmproxy.config.read import Reader
from llmproxy.config.sessions import check_redis


def read_verdicts(reader: Reader, node: yaml.Node | None, sessions: SessionStore) -> VerdictStore:
    """Read `verdict_store`. A `url` means Redis; Redis without one means that of the sessions."""
    if node is None:
        return VerdictStore()
    said = reader.section(node, "`verdict_store`", VERDICT_STORE)
    found = VerdictStore(**{name: value for name, (value, _) in said.items()})
    if found.url:
        check_redis(reader, said["url"][1], "verdict_store", found.url)
        if "kind" in said and found.kind != "redis":
            reader.fail(said["kind"][1], "`verdict_store` has a `url`, which only `kind: redis` takes")
        return dataclasses.replace(found, kind="redis")
    if found.kind == "redis":
        if not sessions.url:
            reader.fail(said["kind"][1], "`kind: redis` of `verdict_store` needs a `url`, there or in `session_store`")
        return dataclasses.replace(found, url=sessions.url)
    return found
