"""Words and topics."""

from __future__ import annotations

import pytest

from benchmarks.privacylens.words import stems, topic


def test_what_carries_a_text() -> None:
    assert stems("The therapist's 3 sessions, and 3 more!") == {"therap", "3", "sessio"}


@pytest.mark.parametrize(("said", "found"), [("a therapy session", "health"), ("yearly salary", "money"), ("child's grades", "school"), ("gossip", "other")])
def test_topics(said: str, found: str) -> None:
    assert topic(said) == found
