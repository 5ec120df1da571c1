"""What a store gives where it holds nothing."""

from __future__ import annotations

from llmproxy.sessions.store import Kept


def test_nothing_is_version_0() -> None:
    assert Kept() == (0, None)
