"""What is written for the held events of one choice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from llmproxy.wire import chat_reading as reading
from llmproxy.wire import sse
from llmproxy.wire.chat_emit import Held, put_arguments, release
from llmproxy.wire.chat_plan import make_plan
from llmproxy.wire.spans import edit
from minimize.model import Decision, Disposition, Finding, OnBlock, Reason
from minimize.stream import Assembler
from tests.playbook import Decider, as_it_came, blocked, changed_to, chunk, finish, fragment, minimized, payloads

NEW = '{"n": "\u00e9"}'


def released(*events: bytes, decide: Decider | list[Decider] = as_it_came, spoken: bool = False, thoughts: bool = False) -> list[bytes]:
    """Hold these events of choice 0, decide, and give what is released."""
    asm, held = Assembler(10**6), []
    for raw in events:
        (event,) = sse.Decoder().feed(raw)
        choice = reading.loads(event.data or b"")["choices"][0]
        found = reading.fragments(choice["delta"], lambda paths: ['{"object": 1}' for _ in paths])
        asm.hold(0)
        entries = tuple((place, asm.fragment(0, piece)) for place, piece in found)
        if choice["finish_reason"]:
            asm.finished(0, choice["finish_reason"])
        held.append(Held(event, entries, bool(choice["finish_reason"]), bool(reading.reasoning_paths(choice["delta"]))))
    (done,) = asm.ended()
    deciders = decide if isinstance(decide, list) else [decide] * len(done.calls)
    outcomes = [decider(call) for decider, call in zip(deciders, done.calls, strict=True)]
    return release(held, make_plan(done.calls, outcomes, on_block=OnBlock.MESSAGE, report=None, thoughts=thoughts), spoken=spoken)


def test_untouched_events_are_the_very_bytes() -> None:
    events = [fragment(1, id="b", name="g", arguments='{"x":1.10}'), fragment(0, id="a", name="f", arguments="{}"), finish()]
    assert released(*events) == events


def test_a_touched_choice_leaves_in_index_order_finish_last() -> None:
    a = [fragment(0, id="a", name="f", arguments=""), fragment(0, arguments='{"x":'), fragment(0, arguments="1}")]
    b = [fragment(1, id="b", name="g", arguments='{"y":'), fragment(1, arguments="2}")]
    got = released(b[0], a[0], a[1], finish("stop"), b[1], a[2], decide=[changed_to(NEW), as_it_came])
    assert got == [a[0], fragment(0, arguments=NEW).replace("\u00e9".encode(), b"\\u00e9"), b[0], b[1], finish("stop")]


def test_repeated_ids_and_names_fall_away_other_fields_stay() -> None:
    events = [
        fragment(0, id="a", name="f", arguments='{"x'),
        fragment(0, id="a", name="f", arguments='":'),
        fragment(0, id="a", name="f", arguments="1}", extra_content={"sig": 1}),
    ]
    got = released(*events, decide=changed_to("{}"))
    assert got == [fragment(0, id="a", name="f", arguments="{}"), fragment(0, id="a", name="f", arguments="", extra_content={"sig": 1})]


def test_calls_that_share_an_index_are_told_apart_once_one_changes() -> None:
    events = [fragment(0, id="a", name="f", arguments='{"x": 1}'), fragment(0, id="b", name="f"), fragment(0, arguments='{"x": 2}')]
    assert released(*events) == events
    got = released(*events, decide=[changed_to("{}"), as_it_came])
    assert got == [fragment(0, id="a", name="f", arguments="{}"), fragment(1, id="b", name="f"), fragment(1, arguments='{"x": 2}')]


def test_a_role_repeated_in_each_fragment_leaves_no_empty_events() -> None:
    call = {"index": 0, "id": "a", "function": {"name": "f", "arguments": '{"x"'}}
    more = [chunk({"role": "assistant", "content": None, "tool_calls": [{"index": 0, "function": {"arguments": a}}]}) for a in (":", "1", "}")]
    got = released(chunk({"role": "assistant", "content": None, "tool_calls": [call]}), *more, decide=changed_to("{}"))
    call["function"] = {"name": "f", "arguments": "{}"}
    assert got == [chunk({"role": "assistant", "content": None, "tool_calls": [call]})]


def test_pieces_of_the_name_all_stay() -> None:
    events = [fragment(0, id="a", name="get_"), fragment(0, name="mood", arguments=" "), fragment(0, arguments="{}")]
    assert released(*events, decide=changed_to('{"x": 1}')) == [events[0], fragment(0, name="mood", arguments='{"x": 1}')]


def test_a_call_without_arguments_gets_some() -> None:
    assert released(fragment(0, id="a", name="f"), decide=changed_to("{}")) == [fragment(0, id="a", name="f", arguments="{}")]


def test_arguments_as_an_object_stay_an_object() -> None:
    event = fragment(0, id="a", name="f", arguments={"x": 1})
    assert released(event, decide=changed_to('{"x":  2}')) == [event.replace(b'{"x": 1}', b'{"x":  2}')]


def test_custom_and_legacy() -> None:
    custom = {"index": 0, "id": "c", "type": "custom", "custom": {"name": "q", "input": "SELECT"}}
    legacy = {"name": "f", "arguments": '{"x": 1}'}
    got = released(chunk({"tool_calls": [custom]}), chunk({"function_call": legacy}), decide=[changed_to("S"), changed_to("{}")])
    assert [p["choices"][0]["delta"] for p in payloads(b"".join(got))] == [
        {"tool_calls": [{**custom, "custom": {"name": "q", "input": "S"}}]},
        {"function_call": {"name": "f", "arguments": "{}"}},
    ]


def test_a_legacy_call_is_taken_out() -> None:
    got = released(chunk({"role": "assistant", "content": None, "function_call": {"name": "f", "arguments": "{}"}}), finish("function_call"), decide=blocked)
    said = "A tool call was withheld by the privacy policy of this proxy."
    assert [p["choices"][0] for p in payloads(b"".join(got))] == [
        {"index": 0, "delta": {"role": "assistant", "content": None}, "finish_reason": None},
        {"index": 0, "delta": {"content": said}, "logprobs": None, "finish_reason": None},
        {"index": 0, "delta": {}, "finish_reason": "stop"},
    ]


def test_several_calls_in_one_chunk() -> None:
    entries = [{"index": i, "id": str(i), "type": "function", "function": {"name": "f", "arguments": f'{{"x": {i}}}'}} for i in range(3)]
    got = released(chunk({"tool_calls": entries}), decide=[blocked, as_it_came, changed_to("{}")], spoken=True)
    first, second = payloads(b"".join(got))
    assert first["choices"][0]["delta"]["tool_calls"] == [
        {**entries[1], "index": 0},
        {**entries[2], "index": 1, "function": {"name": "f", "arguments": "{}"}},
    ]
    assert second["choices"][0]["delta"]["content"].startswith("\n\nA tool call")


def test_what_else_an_event_says_survives_its_call() -> None:
    event = fragment(0, id="a", name="f", arguments="{}").replace(b'"model"', b'"x_trace": 7, "model"')
    got = payloads(b"".join(released(event, finish(), decide=blocked)))
    assert (got[0]["x_trace"], got[0]["choices"][0]["delta"]) == (7, {})
    assert "x_trace" not in got[1]


@pytest.mark.parametrize("decide", [changed_to(NEW), blocked])
def test_token_logprobs_of_a_touched_choice_are_dropped(decide: Decider) -> None:
    tokens = {"logprobs": {"content": [{"token": "secret", "logprob": -0.5}]}}
    call = {"index": 0, "id": "a", "function": {"name": "f", "arguments": '{"x": "secret"}'}}
    sent = b"".join(released(chunk({}, more=tokens), chunk({"tool_calls": [call]}, more=tokens), chunk({}, "tool_calls", more=tokens), decide=decide))
    assert b"secret" not in sent
    assert payloads(sent)[-1]["choices"][0]["logprobs"] is None


def test_held_reasoning_is_cut_across_fragments() -> None:
    finding = Finding("/who", 0, 7, "DI", "person", "rule", 0.9)
    decide = changed_to("{}", findings=[finding], decisions=[Decision("/who", Disposition.REMOVE, Reason.BALLAST_FIELD, (finding,))])
    events = [chunk({"reasoning_content": "So Pat"}), chunk({"reasoning_content": " Doe asks", "thinking_blocks": [{"thinking": "Pat Doe"}]})]
    call = fragment(0, id="a", name="f", arguments='{"who": "Pat Doe"}')
    got = payloads(b"".join(released(*events, call, decide=decide, thoughts=True)))
    assert [p["choices"][0]["delta"] for p in got][:-1] == [{"reasoning_content": "So [withheld] asks"}]
    kept = released(*events, call, decide=lambda c: minimized(c, "{}"), thoughts=True)
    assert kept[:2] == events


def test_frames_keep_their_line_ends_and_fields() -> None:
    event = b"id: 7\r\n" + fragment(0, id="a", name="f", arguments='{"x": 1}')[:-2] + b"\r\n\r\n"
    (got,) = released(event, decide=changed_to("{}"))
    assert got == event.replace(b'{\\"x\\": 1}', b"{}")


@pytest.mark.parametrize(
    "entry",
    [{}, {"function": None}, {"function": {}}, {"function": {"arguments": None}}, {"function": {"name": "f", "arguments": ""}}],
)
def test_arguments_find_their_place(entry: dict[str, Any]) -> None:
    change = put_arguments(entry, ("e",), ("function", "arguments"), (entry.get("function") or {}).get("arguments"), "{}")
    assert json.loads(edit(json.dumps({"e": entry}), [change]))["e"]["function"]["arguments"] == "{}"
