"""The `verdict_store` section: what it means, and what it cannot mean."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from llmproxy.config import ConfigError, Settings
from llmproxy.config.model import VerdictStore

Read = Callable[..., Settings]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{}", VerdictStore()),
        ("verdict_store: {kind: memory, max_entries: 5}", VerdictStore("memory", max_entries=5)),
        ("verdict_store: {url: 'redis://localhost/1', ttl_s: 60}", VerdictStore("redis", "redis://localhost/1", ttl_s=60.0)),
        ("{session_store: {url: 'redis://localhost/0'}, verdict_store: {kind: redis}}", VerdictStore("redis", "redis://localhost/0")),
        ("session_store: {url: 'redis://localhost/0'}", VerdictStore()),
    ],
)
def test_what_is_said(read: Read, text: str, found: VerdictStore) -> None:
    assert read(text).verdict_store == found


@pytest.mark.parametrize(
    ("section", "reason"),
    [
        ("{kind: disk}", "unknown kind"),
        ("{kind: redis}", "needs a `url`"),
        ("{kind: sqlite, url: 'redis://localhost/0'}", "only `kind: redis` takes"),
        ("{url: 'http://localhost'}", "must begin with redis://"),
        ("{ttl_s: 0}", "at least 1"),
    ],
)
def test_what_cannot_be_meant_refuses(read: Read, section: str, reason: str) -> None:
    with pytest.raises(ConfigError, match=r"config\.yaml:1: ") as refused:
        read(f"verdict_store: {section}")
    assert reason in str(refused.value)
