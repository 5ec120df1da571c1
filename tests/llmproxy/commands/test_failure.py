from __future__ import annotations

from llmproxy.commands.failure import CommandError


def test_usage_is_the_usual_cause() -> None:
    assert CommandError("x").code == 2 and CommandError("x", 1).code == 1
