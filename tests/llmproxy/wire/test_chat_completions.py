"""Whole and streamed alike: what holds for any calls, any fragments, any interleaving and any cut."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llmproxy.wire.actions import Decide, Refuse
from llmproxy.wire.chat_completions import ChatAnswer, ChatStream
from minimize.model import MinimizedCall, OnBlock
from minimize.stream import AssembledCall
from tests.playbook import DONE, as_it_came, blocked, chunk, client, finish, fragment, minimized, payloads, run, text, usage

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["\U0001f680", "a\u2028b", '"\\', "}{", "data: x\n\n"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = st.builds(
    json.dumps, st.dictionaries(st.text(max_size=5), JSON, min_size=1, max_size=3), ensure_ascii=st.booleans(), indent=st.sampled_from([None, 1])
)
STUMPS = (b"data: ", b'{"choices": [', b'{"index": 0, "delta": {"tool_calls": [', b"]}", b"\n\n", DONE, usage())
QUIRKS = ("plain", "index 0", "no index", "id each time", "pieces of the name", "empty object first", "no arguments", "free text", "as an object")


few = settings(max_examples=40, deadline=None)
fewest = settings(max_examples=15, deadline=None)


@dataclass(frozen=True)
class Made:
    """A generated answer: the calls of each choice and the events in which they come."""

    calls: dict[int, list[tuple[str, str, str]]]
    """(id, name, arguments) by choice."""
    events: list[bytes]
    """Without the end marker."""
    flowing: list[bytes]
    """Those of `events` that must flow at once."""

    @property
    def bytes(self) -> bytes:
        return b"".join(self.events) + DONE


def pieces(text: str, rnd: random.Random) -> list[str]:
    """Cut a text at random places, also between the halves of surrogate pairs."""
    units = text.encode("utf-16-le", "surrogatepass")
    at = sorted({0, len(units) // 2, *(rnd.randint(0, len(units) // 2) for _ in range(rnd.randint(0, 4)))})
    return [units[a * 2 : b * 2].decode("utf-16-le", "surrogatepass") for a, b in itertools.pairwise(at)]


def fragments(number: int, call: tuple[str, str, str], quirk: str, choice: int, rnd: random.Random) -> list[bytes]:
    """The events of one call, in one provider's manner."""
    call_id, name, arguments = call
    index: int | None = 0 if quirk == "index 0" else None if quirk == "no index" else number
    if quirk == "free text":
        parts = pieces(arguments, rnd) or [""]
        head = {"index": index, "id": call_id, "type": "custom", "custom": {"name": name, "input": ""}}
        return [chunk({"tool_calls": [head]}, choice=choice)] + [
            escaped({"tool_calls": [{"index": index, "custom": {"input": part}}]}, choice) for part in parts
        ]
    if quirk == "as an object":
        return [fragment(index, id=call_id, name=name, arguments=json.loads(arguments), choice=choice)]
    names = [name[:2], name[2:]] if quirk == "pieces of the name" else [name]
    out = [fragment(index, id=call_id, name=names[0], arguments="{}" if quirk == "empty object first" else "", choice=choice)]
    out += [fragment(index, name=rest, choice=choice) for rest in names[1:]]
    again = {"id": call_id} if quirk == "id each time" else {}
    for part in pieces(arguments, rnd) if quirk != "no arguments" else []:
        out.append(escaped({"tool_calls": [{"index": index, **again, "function": {"arguments": part}}]}, choice))
    return out


def escaped(delta: dict[str, Any], choice: int) -> bytes:
    """A chunk in which lone surrogates can stand."""
    return b"data: " + json.dumps({"choices": [{"index": choice, "delta": delta, "finish_reason": None}]}).encode() + b"\n\n"


@st.composite
def made(draw: st.DrawFn, quirks: tuple[str, ...] = QUIRKS, talk: bool = True) -> Made:
    """An answer of up to three choices with up to three calls each, interleaved by choice, with text between."""
    rnd = random.Random(draw(st.integers(0, 1 << 30)))
    calls: dict[int, list[tuple[str, str, str]]] = {}
    rows: list[list[bytes]] = []
    flowing: list[bytes] = []
    for choice in range(draw(st.integers(1, 3))):
        quirk = draw(st.sampled_from(quirks))
        given_calls = []
        for number in range(draw(st.integers(0, 3))):
            arguments = "" if quirk == "no arguments" else draw(ARGUMENTS)
            if quirk == "as an object":
                arguments = json.dumps(json.loads(arguments), ensure_ascii=False)
            given_calls.append((f"call_{choice}{number}", f"tool_{number}", arguments))
        calls[choice] = given_calls
        parts = [fragments(i, call, quirk, choice, rnd) for i, call in enumerate(given_calls)]
        interleave = quirk in ("plain", "pieces of the name", "empty object first", "id each time") and draw(st.booleans())
        row = merged(parts, rnd) if interleave else [piece for part in parts for piece in part]
        if talk:
            said = [text(f"word{i} ", choice=choice) for i in range(draw(st.integers(0, 2)))]
            flowing += said
            row = merged([row, said], rnd)
        end = finish(draw(st.sampled_from(["tool_calls", "stop"])), choice=choice)
        late = 1 if len(row) > 2 and draw(st.booleans()) and calls[choice] and not talk else 0  # some send fragments after it
        row.insert(len(row) - late, end)
        rows.append(row)
    events = merged(rows, rnd)
    if draw(st.booleans()):
        events.append(usage())
    return Made(calls, events, flowing)


def merged(rows: list[list[bytes]], rnd: random.Random) -> list[bytes]:
    """Interleave rows, each in its order."""
    rows = [list(row) for row in rows if row]
    out: list[bytes] = []
    while rows:
        row = rnd.choice(rows)
        out.append(row.pop(0))
        rows = [r for r in rows if r]
    return out


def seen(actions: list[Any]) -> dict[int, list[AssembledCall]]:
    """The calls of each decision."""
    return {a.choice: list(a.calls) for a in actions if isinstance(a, Decide)}


def shape(calls: list[AssembledCall]) -> list[tuple[str, str, str]]:
    return [(c.call_id, c.name, c.arguments) for c in calls]


def emptied(call: AssembledCall) -> MinimizedCall:
    """Every call loses its arguments."""
    return minimized(call, "{}" if call.complete and not call.custom else call.arguments)


@few
@given(made())
def test_the_calls_are_those_that_were_made(answer: Made) -> None:
    _, actions = run(ChatStream(), [answer.bytes], as_it_came)
    got = seen(actions)
    assert {choice: shape(calls) for choice, calls in got.items()} == {choice: calls for choice, calls in answer.calls.items() if calls}
    assert all(call.complete for calls in got.values() for call in calls)


@few
@given(made(), st.lists(st.integers(0, 5000), max_size=6), st.sampled_from(["forward", "hold", "drop"]))
def test_how_the_bytes_are_cut_does_not_matter(answer: Made, cuts: list[int], reasoning: str) -> None:
    for decide in (as_it_came, emptied):
        whole, actions = run(ChatStream(reasoning=reasoning), [answer.bytes], decide)
        at = sorted({0, len(answer.bytes), *(cut for cut in cuts if cut < len(answer.bytes))})
        some, some_actions = run(ChatStream(reasoning=reasoning), [answer.bytes[a:b] for a, b in itertools.pairwise(at)], decide)
        assert (some, seen(some_actions)) == (whole, seen(actions))


@fewest
@given(made())
def test_byte_by_byte_is_the_same(answer: Made) -> None:
    whole, actions = run(ChatStream(), [answer.bytes], emptied)
    single, single_actions = run(ChatStream(), [answer.bytes[i : i + 1] for i in range(len(answer.bytes))], emptied)
    assert (single, seen(single_actions)) == (whole, seen(actions))


@few
@given(made(talk=False))
def test_byte_identical_when_nothing_changes(answer: Made) -> None:
    sent, _ = run(ChatStream(), [answer.bytes], as_it_came)
    assert sorted(sent.split(b"\n\n")) == sorted(answer.bytes.split(b"\n\n"))
    if len(answer.calls) == 1:
        assert sent == answer.bytes


@few
@given(made())
def test_text_flows_at_once(answer: Made) -> None:
    stream = ChatStream()
    for piece in answer.events[:-1]:  # behind the last, the usage chunk, decisions are open
        out = b"".join(action.data for action in stream.feed(piece) if not isinstance(action, Decide | Refuse))
        assert piece not in answer.flowing or out == piece


@few
@given(made())
def test_every_event_leaves_exactly_once(answer: Made) -> None:
    sent, _ = run(ChatStream(), [answer.bytes], as_it_came)
    assert sorted(sent.split(b"\n\n")) == sorted(answer.bytes.split(b"\n\n"))


@few
@given(made(), st.floats(0, 1))
def test_a_cut_gives_the_same_calls_or_none(answer: Made, where: float) -> None:
    cut = answer.bytes[: int(len(answer.bytes) * where)]
    sent, actions = run(ChatStream(), [cut], as_it_came, on_block=OnBlock.MESSAGE)
    for choice, calls in seen(actions).items():
        assert set(shape([c for c in calls if c.complete])) <= set(answer.calls[choice])
    released = [a for a in actions if not isinstance(a, Decide)]
    assert all(not isinstance(a, Refuse) for a in released)
    for piece in sent.split(b"\n\n"):
        if b"tool_calls" in piece and b'"finish_reason": "tool_calls"' not in piece:
            assert any(call.complete for calls in seen(actions).values() for call in calls)


@few
@given(made(quirks=("plain", "id each time")), st.floats(0, 1))
def test_what_a_client_gets_of_a_cut_is_whole(answer: Made, where: float) -> None:
    cut = answer.bytes[: int(len(answer.bytes) * where)]
    sent, _ = run(ChatStream(), [cut], as_it_came, on_block=OnBlock.MESSAGE)
    for choice, got in client(sent).items():
        assert {json.dumps(json.loads(call[2])) for call in got.calls.values()} <= {json.dumps(json.loads(args)) for _, _, args in answer.calls[choice]}


@few
@given(made(quirks=("plain", "id each time", "pieces of the name", "empty object first", "no arguments")))
def test_a_client_gets_the_new_arguments_of_every_call(answer: Made) -> None:
    sent, actions = run(ChatStream(), [answer.bytes], lambda call: minimized(call, '{"new": "\u00e4"}'))
    for choice, calls in answer.calls.items():
        got = client(sent)[choice].calls
        assert [got[i] for i in range(len(calls))] == [[call_id, name, '{"new": "\u00e4"}'] for call_id, name, _ in calls]
    assert len(seen(actions)) == sum(1 for calls in answer.calls.values() if calls)


@few
@given(made(quirks=("plain",)), st.data())
def test_blocked_calls_leave_no_trace_and_no_gap(answer: Made, data: st.DataObject) -> None:
    gone = data.draw(st.sets(st.sampled_from(sorted({c[0] for calls in answer.calls.values() for c in calls} | {""}))))
    sent, _ = run(ChatStream(), [answer.bytes], lambda c: blocked(c) if c.call_id in gone else minimized(c), on_block=OnBlock.MESSAGE)
    for choice, calls in answer.calls.items():
        left = [call for call in calls if call[0] not in gone]
        got = client(sent)[choice]
        assert [got.calls[index] for index in sorted(got.calls)] == [list(call) for call in left]
        assert sorted(got.calls) == list(range(len(left)))
        assert ("withheld" in got.content) is (len(left) < len(calls))
        assert got.finish != "tool_calls" or left or not calls
    assert not any(call_id.encode() in sent for call_id in gone if call_id)


@few
@given(made(quirks=("plain",), talk=False))
def test_whole_and_streamed_are_decided_alike(answer: Made) -> None:
    choices = [
        {"index": choice, "finish_reason": "tool_calls", "message": {"tool_calls": [{"id": i, "function": {"name": n, "arguments": a}} for i, n, a in calls]}}
        for choice, calls in answer.calls.items()
    ]
    whole = ChatAnswer.read(json.dumps({"choices": choices}).encode())
    _, actions = run(ChatStream(), [answer.bytes], as_it_came)
    assert {d.choice: shape(list(d.calls)) for d in whole.pending()} == {choice: shape(calls) for choice, calls in seen(actions).items()}


@few
@given(st.lists(st.binary(max_size=40) | st.sampled_from(STUMPS)))
def test_no_bytes_break_it(pieces_of_it: list[bytes]) -> None:
    run(ChatStream(hold_limit_bytes=500, event_limit_bytes=200), pieces_of_it, as_it_came)


# -- streams in the manner of real providers

STREAMS = Path(__file__).parents[2] / "streams"
EXPECTED: dict[str, Any] = json.loads((STREAMS / "expected.json").read_text())


def test_every_stream_has_its_expectation() -> None:
    assert {path.stem for path in STREAMS.glob("*.sse")} == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
@pytest.mark.parametrize("size", [1, 10_000])
def test_streams(name: str, size: int) -> None:
    stream, expected = (STREAMS / f"{name}.sse").read_bytes(), EXPECTED[name]
    cut = [stream[i : i + size] for i in range(0, len(stream), size)]
    sent, actions = run(ChatStream(), cut, as_it_came)
    got = {str(choice): [[c.call_id, c.name, c.arguments, c.complete] for c in calls] for choice, calls in seen(actions).items()}
    assert got == expected["calls"]
    assert [action.code for action in actions if isinstance(action, Refuse)] == ([expected["refused"]] if "refused" in expected else [])
    assert {str(choice): answer.content for choice, answer in client(sent).items() if answer.content} == expected.get("content", {})
    if expected["identical"]:
        assert sent == stream
    emptied_out, _ = run(ChatStream(), cut, lambda call: minimized(call, "{}") if call.complete else None, on_block=OnBlock.MESSAGE)
    arguments = [call[2] for calls in expected["calls"].values() for call in calls]
    readable = json.dumps(json.dumps([p for p in payloads(emptied_out) if "error" not in p]))
    assert not any(json.dumps(text)[1:-1] in readable for text in arguments)
