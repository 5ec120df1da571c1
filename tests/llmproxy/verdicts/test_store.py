"""The fault of a store says its kind."""

from __future__ import annotations

from llmproxy.verdicts.store import StoreFailed


def test_a_fault_says_its_kind() -> None:
    assert str(StoreFailed("TimeoutError")) == "TimeoutError"
