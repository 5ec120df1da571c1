"""The assembler: which fragment belongs to which call, and when a call is whole."""

from __future__ import annotations

import time

import pytest

from minimize.errors import StreamFault
from minimize.stream import TRANSITIONS, AssembledCall, Assembler, ChoiceCompleted, Fragment, Happening, State


def assembled(*fragments: Fragment, reason: str | None = "tool_calls", tools: frozenset[str] = frozenset(), how: str = "ended") -> list[AssembledCall]:
    """The calls of choice 0 made of these fragments."""
    asm = Assembler(1000, tools)
    for piece in fragments:
        asm.fragment(0, piece)
    if reason:
        asm.finished(0, reason)
    (done,) = getattr(asm, how)()
    return list(done.calls)


def said(*fragments: Fragment, **more: object) -> list[tuple[str, str, str]]:
    """(id, name, arguments) of each call."""
    return [(c.call_id, c.name, c.arguments) for c in assembled(*fragments, **more)]  # type: ignore[arg-type]


F = Fragment


# -- which call a fragment belongs to


def test_parallel_calls_by_index() -> None:
    assert said(F(0, "a", "f"), F(1, "b", "g"), F(0, arguments='{"x":'), F(1, arguments="{}"), F(0, arguments="1}")) == [
        ("a", "f", '{"x":1}'),
        ("b", "g", "{}"),
    ]


def test_every_call_with_index_0_and_a_new_id() -> None:
    assert said(F(0, "a", "f"), F(0, arguments='{"x":1}'), F(0, "b", "f"), F(0, arguments='{"x":2}')) == [("a", "f", '{"x":1}'), ("b", "f", '{"x":2}')]


def test_every_call_with_index_0_and_its_id_in_each_fragment() -> None:
    assert said(F(0, "a", "f", '{"x":'), F(0, "b", "f", '{"y":'), F(0, "a", "f", "1}"), F(0, "b", "f", "2}")) == [
        ("a", "f", '{"x":1}'),
        ("b", "f", '{"y":2}'),
    ]


def test_a_new_name_without_id_on_a_used_index() -> None:
    assert said(F(0, name="f", arguments='{"x":1}'), F(0, name="g", arguments="{}")) == [("", "f", '{"x":1}'), ("", "g", "{}")]


def test_the_same_tool_again_without_id() -> None:
    assert said(F(0, name="f", arguments='{"x":1}'), F(0, name="f", arguments='{"x":2}')) == [("", "f", '{"x":1}'), ("", "f", '{"x":2}')]


@pytest.mark.parametrize("first", [-1, None])
def test_index_missing_or_negative_first(first: int | None) -> None:
    assert said(
        F(first, "a", "f"), F(0, arguments='{"x":'), F(0, arguments="1}"), F(first, "b", "g"), F(1, arguments="{}")
    ) == [("a", "f", '{"x":1}'), ("b", "g", "{}")]  # fmt: skip


def test_no_index_at_all() -> None:
    assert said(F(None, "a", "f"), F(arguments='{"x":'), F(arguments="1}"), F(None, "b", "g", "{}"), F(None, "a", "", " ")) == [
        ("a", "f", '{"x":1} '),
        ("b", "g", "{}"),
    ]


def test_neither_index_nor_id() -> None:
    assert said(F(name="f"), F(arguments='{"x":1}'), F(name="g"), F(arguments="{}")) == [("", "f", '{"x":1}'), ("", "g", "{}")]


def test_id_and_name_repeated_in_each_fragment() -> None:
    assert said(*(F(0, "a", "f", piece) for piece in ('{"x":', '{"y"', ":1}", "}"))) == [("a", "f", '{"x":{"y":1}}')]


def test_name_repeated_without_id() -> None:
    assert said(*(F(0, "", "f", piece) for piece in ('{"x":"a}', '{b"', "}"))) == [("", "f", '{"x":"a}{b"}')]


def test_the_name_in_pieces() -> None:
    assert said(F(0, "a", "get_"), F(0, name="wea"), F(0, name="ther"), F(0, arguments="{}")) == [("a", "get_weather", "{}")]


def test_a_name_that_grows_is_known_from_the_tools() -> None:
    pieces = (F(0, "", "get"), F(0, "", "get_mood"), F(0, arguments="{}"))
    assert said(*pieces, tools=frozenset({"get_mood"})) == [("", "get_mood", "{}")]


def test_two_calls_without_arguments_are_told_apart_by_the_tools() -> None:
    pieces = (F(0, "", "ping"), F(0, "", "pong"))
    assert said(*pieces, tools=frozenset({"ping", "pong"})) == [("", "ping", ""), ("", "pong", "")]


def test_an_id_that_comes_later() -> None:
    assert said(F(0, "", "f"), F(0, "a"), F(0, arguments="{}")) == [("a", "f", "{}")]


def test_the_same_id_on_two_indices_is_two_calls() -> None:
    assert said(F(0, "f", "f", '{"x":1}'), F(1, "f", "f", '{"x":2}')) == [("f", "f", '{"x":1}'), ("f", "f", '{"x":2}')]


def test_legacy_and_modern_calls_stand_side_by_side() -> None:
    calls = assembled(F(name="f", legacy=True), F(0, "a", "g", "{}"), F(arguments='{"x":1}', legacy=True))
    assert [(c.name, c.arguments, c.legacy) for c in calls] == [("f", '{"x":1}', True), ("g", "{}", False)]


def test_positions_are_in_index_order_and_ordinals_in_order_of_appearance() -> None:
    calls = assembled(F(2, "c", "f", "{}"), F(0, "a", "f", "{}"), F(1, "b", "f", "{}"))
    assert [(c.call_id, c.position, c.ordinal, c.index) for c in calls] == [("a", 0, 1, 0), ("b", 1, 2, 1), ("c", 2, 0, 2)]


def test_a_name_without_end_is_refused() -> None:
    asm = Assembler(10)
    with pytest.raises(StreamFault) as fault:
        for i in range(5000):
            asm.fragment(0, F(0, name=f"{i}x"))
    assert fault.value.code == "upstream_invalid_response"


# -- arguments


@pytest.mark.parametrize("first", ["{}", "null", " {} ", ""])
def test_a_placeholder_before_the_real_arguments(first: str) -> None:
    assert said(F(0, "a", "f", first), F(0, arguments='{"x":'), F(0, arguments="1}")) == [("a", "f", '{"x":1}')]


@pytest.mark.parametrize("only", ["{}", "null", "", " "])
def test_a_tool_without_arguments(only: str) -> None:
    (call,) = assembled(F(0, "a", "f", only))
    assert (call.arguments, call.complete) == (only, True)


def test_free_text_is_left_alone() -> None:
    (call,) = assembled(F(0, "a", "f", "{} is a set", custom=True))
    assert (call.arguments, call.complete, call.custom) == ("{} is a set", True, True)


def test_halves_of_a_surrogate_pair_join() -> None:
    assert said(F(0, "a", "f", '"\ud83d'), F(0, arguments='\ude80"')) == [("a", "f", '"\U0001f680"')]
    assert said(F(0, "a", "f", '"\ud83d"')) == [("a", "f", '"\ud83d"')]


# -- completeness


@pytest.mark.parametrize(
    ("arguments", "reason", "how", "complete"),
    [
        ('{"x": 1}', "tool_calls", "ended", True),
        ('{"x": 1}', "stop", "ended", True),
        ('{"x": 1}', None, "ended", True),
        ('{"x": 1}', None, "cut", True),
        ('{"x": 1', "tool_calls", "ended", False),
        ('{"x": 1', None, "cut", False),
        ('{"x": 1}', "length", "ended", True),
        ('{"x": ', "length", "ended", False),
        ("", "tool_calls", "ended", True),
        ("", None, "ended", True),
        ("", None, "cut", False),
        ("", "length", "ended", False),
        ("{}", "tool_calls", "cut", True),
        ("{}", None, "cut", False),
        ("12", None, "cut", False),
        ("{'x': 1}", "tool_calls", "ended", False),
        ('{"x": NaN, "y": 1e999}', "tool_calls", "ended", True),
        ('{"x": "a\nb"}', "tool_calls", "ended", True),
        ('{"x": ' + "9" * 5000 + "}", "tool_calls", "ended", True),
        ('{"x": 1} {"x": 2}', "tool_calls", "ended", False),
    ],
)
def test_completeness(arguments: str, reason: str | None, how: str, complete: bool) -> None:
    (call,) = assembled(F(0, "a", "f", arguments), reason=reason, how=how)
    assert call.complete is complete


@pytest.mark.parametrize(("reason", "how", "complete"), [("stop", "ended", True), (None, "ended", True), (None, "cut", False), ("length", "ended", False)])
def test_free_text_is_whole_when_the_provider_says_so(reason: str | None, how: str, complete: bool) -> None:
    (call,) = assembled(F(0, "a", "f", "SELECT 1", custom=True), reason=reason, how=how)
    assert call.complete is complete


def test_a_call_without_a_name_is_never_whole() -> None:
    (call,) = assembled(F(0, "a", "", "{}"))
    assert not call.complete


# -- states


def test_no_state_but_those_at_rest_lets_an_end_pass_without_decision() -> None:
    ends = (Happening.ENDED, Happening.CUT)
    after = {state: {TRANSITIONS[state, what] for what in ends if (state, what) in TRANSITIONS} for state in State}
    assert after[State.HOLDING] == after[State.FINISHING] == {State.DECIDING}
    assert after[State.OPEN] == {State.DONE}
    assert after[State.DECIDING] == set()


def test_only_a_decision_releases() -> None:
    assert {pair for pair, state in TRANSITIONS.items() if state is State.DONE and pair[0] not in (State.OPEN, State.DONE)} == {
        (State.DECIDING, Happening.RELEASED)
    }


def test_the_life_of_a_choice() -> None:
    asm = Assembler(100)
    assert asm.state(0) is State.OPEN
    asm.fragment(0, F(0, "a", "f", "{}"))
    assert asm.moved_on() == []
    assert asm.holding
    asm.finished(0, "tool_calls")
    assert asm.holds(0)
    (done,) = asm.moved_on()
    assert isinstance(done, ChoiceCompleted)
    assert asm.ended() == []
    with pytest.raises(StreamFault):
        asm.fragment(0, F(0))
    asm.released(0)
    assert (asm.state(0), asm.holding) == (State.DONE, False)
    with pytest.raises(StreamFault):
        asm.fragment(0, F(0))
    with pytest.raises(StreamFault):
        asm.released(0)


def test_something_held_without_calls_completes_without_calls() -> None:
    asm = Assembler(100)
    asm.hold(3)
    assert asm.ended() == [ChoiceCompleted(3, ())]


def test_a_failure_kills_what_was_not_finished() -> None:
    asm = Assembler(100)
    asm.fragment(0, F(0, "a", "f", "{}"))
    asm.fragment(1, F(0, "b", "f", "{}"))
    asm.finished(1, "stop")
    (done,) = asm.failed()
    assert (done.choice, asm.state(0)) == (1, State.DEAD)
    assert asm.fragment(0, F(0, arguments="{}")) == -1
    assert asm.cut() == []


def test_the_bound_counts_down_again() -> None:
    asm = Assembler(100)
    asm.charge(80)
    asm.charge(-80)
    asm.charge(100)
    with pytest.raises(StreamFault) as fault:
        asm.charge(1)
    assert fault.value.code == "hold_limit_exceeded"


@pytest.mark.parametrize("name", ["", "f"])
def test_time_grows_with_the_number_of_fragments_only(name: str) -> None:
    """40,000 fragments, with the name repeated in each: no concatenation and no parse for each of them."""
    pieces = [F(0, "", name, '{"a":"}') if i % 2 else F(0, "", name, "{}") for i in range(40_000)]
    start = time.process_time()
    assembled(F(0, "", "f"), *pieces)
    assert time.process_time() - start < 1
