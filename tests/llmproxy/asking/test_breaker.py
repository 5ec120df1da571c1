"""A judge that fails in a row is left alone for a while."""

from __future__ import annotations

from llmproxy.asking.breaker import IN_A_ROW, PAUSE_S, Breaker


def test_failures_in_a_row_open_it_for_a_while() -> None:
    now = [100.0]
    breaker = Breaker(lambda: now[0])
    for _ in range(IN_A_ROW):
        assert not breaker.open("m")
        breaker.failed("m")
    assert breaker.open("m") and not breaker.open("other")
    now[0] += PAUSE_S
    assert not breaker.open("m")
    breaker.failed("m")
    assert not breaker.open("m"), "it counts anew"


def test_an_answer_between_them_begins_the_count_anew() -> None:
    breaker = Breaker()
    for _ in range(3 * IN_A_ROW):
        breaker.failed("m")
        breaker.answered("m")
    assert not breaker.open("m")
