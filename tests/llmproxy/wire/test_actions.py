"""Actions are plain values that the exchange can tell apart."""

from __future__ import annotations

import llmproxy.errors
from llmproxy import wire
from llmproxy.wire.actions import Decide, Refuse, Send


def test_actions_are_values() -> None:
    assert Send(b"x") == Send(b"x")
    assert Decide(0, ()) != Decide(1, ())
    assert Refuse("c", "m", b"d").data == b"d"


def test_the_fault_of_the_wire_is_an_error_with_a_status() -> None:
    assert wire.UpstreamGarbage is llmproxy.errors.UpstreamGarbage
    assert wire.UpstreamGarbage().status == 502
