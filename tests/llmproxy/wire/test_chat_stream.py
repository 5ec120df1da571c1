"""Streams as conversations: what flows, what waits, what is released."""

from __future__ import annotations

import json

import pytest

from llmproxy.wire.chat_stream import ChatStream
from minimize.model import Decision, Disposition, Finding, OnBlock, Reason
from tests.playbook import (
    DONE,
    END,
    NOTHING,
    PIECE,
    Play,
    as_it_came,
    blocked,
    changed_to,
    chunk,
    client,
    decides,
    event,
    finish,
    fragment,
    minimized,
    payloads,
    refuses,
    resolved,
    text,
    usage,
)

HEAD = fragment(0, id="call_a1", name="find_pet_shop", arguments="")
BODY = [fragment(0, arguments='{"town": "Le'), fragment(0, arguments='er", "n": 1.10}')]
ARGUMENTS = '{"town": "Leer", "n": 1.10}'


def test_text_flows_at_once_and_as_it_came() -> None:
    play = Play()
    for piece in (chunk({"role": "assistant", "content": ""}), text("Moin"), text(" \u00e4\u20ac"), finish("stop"), usage(), DONE):
        play >> piece << piece
    play >> END
    play.over()
    assert play.stream.ended


def test_a_call_waits_for_the_decision_and_leaves_byte_identical() -> None:
    play = Play()
    play >> HEAD >> BODY[0] >> BODY[1] << NOTHING
    assert play.stream.holding
    play >> finish() << NOTHING
    play >> DONE << decides(0, ("find_pet_shop", ARGUMENTS)) << NOTHING
    play >> resolved(0, as_it_came) << HEAD << BODY[0] << BODY[1] << finish() << DONE
    assert not play.stream.holding
    play >> END
    play.over()


def test_a_changed_call_keeps_the_chunks_shape() -> None:
    head = fragment(0, id="call_a1", name="find_pet_shop", arguments="", extra_content={"google": {"thought_signature": "c2ln"}})
    play = Play() >> head >> BODY[0] >> BODY[1] >> finish() >> DONE
    play << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, changed_to('{"n": 1.10}')) << head << fragment(0, arguments='{"n": 1.10}') << finish() << DONE
    play.over()


def test_text_goes_on_while_a_call_waits() -> None:
    play = Play() >> text("before") << text("before")
    play >> HEAD << NOTHING
    play >> text("between") << text("between")
    play >> BODY[0] >> BODY[1] << NOTHING
    play >> text("after") << text("after")
    play >> finish() >> usage() << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, as_it_came) << HEAD << BODY[0] << BODY[1] << finish() << usage()
    play >> DONE << DONE
    play.over()


def test_text_in_the_delta_of_a_call_goes_out_at_once() -> None:
    call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "ping", "arguments": "{}"}}
    both = chunk({"role": "assistant", "content": "I'll ask.", "tool_calls": [call]}, more={"seat": 4}, usage={"total_tokens": 5})
    play = Play() >> both
    (first,) = payloads(play.sent())
    assert first["choices"] == [{"index": 0, "delta": {"role": "assistant", "content": "I'll ask."}, "finish_reason": None, "seat": 4}]
    play >> finish() >> DONE << decides(0, ("ping", "{}"))
    play >> resolved(0, as_it_came)
    held, _ = payloads(play.sent())
    assert held["choices"] == [{"index": 0, "delta": {"tool_calls": [call]}, "finish_reason": None, "seat": 4}]
    assert held["usage"] == {"total_tokens": 5}


def test_call_and_finish_in_one_chunk() -> None:
    call = {"index": 0, "id": "c", "type": "function", "function": {"name": "ping", "arguments": '{"to": "x"}'}}
    piece = chunk({"tool_calls": [call]}, "tool_calls")
    play = Play() >> piece << NOTHING
    play >> DONE << decides(0, ("ping", '{"to": "x"}'))
    play >> resolved(0, changed_to('{"to": "y"}')) << piece.replace(b'\\"x\\"', b'\\"y\\"') << DONE
    play.over()


def test_the_finish_waits_for_fragments_after_it() -> None:
    play = Play() >> HEAD >> BODY[0] >> finish("stop") >> BODY[1] << NOTHING
    play >> DONE << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, as_it_came) << HEAD << BODY[0] << finish("stop") << BODY[1] << DONE
    play.over()


def test_without_finish_the_end_of_the_bytes_completes_what_parses() -> None:
    play = Play() >> HEAD >> BODY[0] >> BODY[1] >> END
    play << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, as_it_came) << HEAD << BODY[0] << BODY[1]
    play.over()
    assert play.stream.ended


def test_a_cut_releases_nothing_of_a_call() -> None:
    play = Play() >> HEAD >> BODY[0] >> END << decides(0, ("find_pet_shop", '{"town": "Le', False))
    play >> resolved(0, as_it_came) << refuses("tool_call_blocked")
    play.over()
    assert play.stream.ended


def test_an_upstream_that_breaks_off_leaves_only_what_was_finished() -> None:
    play = Play() >> HEAD >> BODY[0] >> BODY[1] >> fragment(0, id="b", name="ping", arguments="{}", choice=1) >> finish(choice=1) << NOTHING
    actions = play.stream.broken()
    assert [action.choice for action in actions] == [1]  # type: ignore[union-attr]
    call = fragment(0, id="b", name="ping", arguments="{}", choice=1)
    (send,) = play.stream.resolve(1, [minimized(actions[0].calls[0])])  # type: ignore[union-attr]
    assert send.data == call + finish(choice=1)  # type: ignore[union-attr]
    assert play.stream.ended
    assert not play.stream.holding
    assert play.stream.broken() == []


def test_a_cut_inside_an_event_drops_the_stump() -> None:
    play = Play() >> text("a") >> text("b")[:-20] >> END << text("a")
    play.over()


def test_an_unterminated_last_event_counts() -> None:
    play = Play() >> text("a") >> DONE[:-2] >> END << text("a") << DONE[:-2]
    play.over()
    play = Play() >> HEAD >> BODY[0] >> BODY[1] >> finish()[:-1] >> END << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, as_it_came) << HEAD << BODY[0] << BODY[1] << finish()
    play.over()


def test_a_blocked_call_ends_the_stream() -> None:
    play = Play() >> text("Hi") >> HEAD >> BODY[0] >> BODY[1] >> finish() >> usage() << text("Hi") << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, blocked) << refuses("tool_call_blocked")
    play >> DONE >> END << NOTHING


def test_a_blocked_call_refuses_the_choices_after_it() -> None:
    other = fragment(0, id="call_b", name="ping", arguments="{}", choice=1)
    play = Play() >> HEAD >> BODY[0] >> BODY[1] >> other >> finish() >> finish(choice=1) >> DONE
    play << decides(0, ("find_pet_shop", ARGUMENTS)) << decides(1, ("ping", "{}"))
    play >> resolved(0, blocked) << refuses("tool_call_blocked")
    play >> resolved(1, as_it_came) << NOTHING


def test_blocked_calls_taken_out_and_the_others_renumbered() -> None:
    calls = [fragment(i, id=f"call_{i}", name="ping", arguments=f'{{"n": {i}}}') for i in range(4)]
    play = Play() >> text("Well.")
    for piece in (*calls, finish(), DONE):
        play >> piece
    play << text("Well.") << decides(0, *(("ping", f'{{"n": {i}}}') for i in range(4)))
    play >> resolved(0, blocked, as_it_came, blocked, changed_to('{"n": 33}'), on_block=OnBlock.MESSAGE)
    sent = play.sent()
    answer = client(sent)[0]
    assert answer.calls == {0: ["call_1", "ping", '{"n": 1}'], 1: ["call_3", "ping", '{"n": 33}']}
    assert answer.content == "\n\n2 tool calls were withheld by the privacy policy of this proxy."
    assert answer.finish == "tool_calls"
    assert sent.startswith(fragment(0, id="call_1", name="ping", arguments='{"n": 1}'))
    assert sent.endswith(finish() + DONE)


def test_with_no_call_left_the_finish_is_stop() -> None:
    play = Play() >> chunk({"role": "assistant", "content": None}) >> HEAD >> BODY[0] >> BODY[1] >> finish() >> usage() >> DONE
    play << chunk({"role": "assistant", "content": None}) << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, blocked, on_block=OnBlock.MESSAGE)
    sent = play.sent()
    answer = client(sent)[0]
    assert (answer.calls, answer.finish) == ({}, "stop")
    assert answer.content == "A tool call was withheld by the privacy policy of this proxy."
    assert sent.endswith(finish("stop") + usage() + DONE)
    assert b"find_pet_shop" not in sent
    assert b"Leer" not in sent


def test_a_truncated_call_keeps_the_finish_reason() -> None:
    play = Play() >> HEAD >> BODY[0] >> finish("length") >> DONE << decides(0, ("find_pet_shop", '{"town": "Le', False))
    play >> resolved(0, as_it_came, on_block=OnBlock.MESSAGE)
    answer = client(play.sent())[0]
    assert (answer.calls, answer.finish) == ({}, "length")


def test_an_incomplete_call_stays_in_whatever_its_outcome_says() -> None:
    play = Play() >> HEAD >> BODY[0] >> finish() >> DONE << decides(0, ("find_pet_shop", '{"town": "Le', False))
    play >> resolved(0, minimized) << refuses("tool_call_blocked")


def test_choices_interleave_and_the_end_releases_each() -> None:
    a = [fragment(0, id="a", name="ping", arguments='{"x"'), fragment(0, arguments=": 1}")]
    b = [fragment(0, id="b", name="pong", arguments='{"y"', choice=1), fragment(0, arguments=": 2}", choice=1)]
    play = Play() >> a[0] >> b[0] >> a[1] >> finish() >> text("t", choice=2) >> b[1] >> finish(choice=1) << text("t", choice=2)
    play >> usage() << decides(0, ("ping", '{"x": 1}')) << decides(1, ("pong", '{"y": 2}'))
    play >> resolved(1, changed_to('{"y": 0}'))
    play << fragment(0, id="b", name="pong", arguments='{"y": 0}', choice=1) << finish(choice=1) << NOTHING
    play >> DONE << NOTHING
    play >> resolved(0, as_it_came) << a[0] << a[1] << finish() << usage() << DONE
    play.over()


def test_a_finished_choice_waits_for_the_stream_to_move_on() -> None:
    play = Play() >> HEAD >> BODY[0] >> finish() >> text("x", choice=1) << text("x", choice=1) << NOTHING
    play >> BODY[1] << NOTHING
    play >> usage() << decides(0, ("find_pet_shop", ARGUMENTS))


def test_an_unfinished_choice_does_not_mind_an_event_of_no_choice() -> None:
    filters = event({**PIECE, "choices": [], "prompt_filter_results": [{"prompt_index": 0}]})
    play = Play() >> HEAD >> filters << filters
    play >> BODY[0] >> BODY[1] >> finish() >> DONE << decides(0, ("find_pet_shop", ARGUMENTS))


def test_comments_pass_while_a_call_waits() -> None:
    play = Play() >> HEAD >> b": keep-alive\n\n" << b": keep-alive\n\n"
    assert play.stream.holding


def test_an_error_event_ends_a_call_that_was_not_finished() -> None:
    error = event({"error": {"message": "overloaded", "type": "server_error", "code": 529}})
    play = Play() >> text("a") >> HEAD >> BODY[0] >> error << text("a") << error
    assert not play.stream.holding
    play >> BODY[1] >> finish() >> END << finish()
    play.over()


def test_an_error_event_after_the_finish_follows_the_call() -> None:
    error = event({"error": {"message": "overloaded"}})
    play = Play() >> HEAD >> BODY[0] >> BODY[1] >> finish() >> error << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, as_it_came) << HEAD << BODY[0] << BODY[1] << finish() << error
    play.over()


def test_an_error_event_hands_over_no_call() -> None:
    call = {"index": 0, "id": "c", "function": {"name": "ping", "arguments": "{}"}}
    play = Play() >> chunk({"tool_calls": [call]}, "error", error={"message": "no"})
    assert payloads(play.sent()) == [{**PIECE, "choices": [], "error": {"message": "no"}}]


@pytest.mark.parametrize("error", [b'event: error\ndata: {"message": "gone"}\n\n', b"event: error\ndata: gone\n\n", b'event: error\ndata: "gone"\n\n'])
def test_an_error_event_by_name_only(error: bytes) -> None:
    play = Play() >> HEAD >> error << error
    assert not play.stream.holding


@pytest.mark.parametrize(
    "garbage",
    [b"data: <html>bad gateway</html>\n\n", b"data: [1, 2]\n\n", b'data: {"choices": {"index": 0}}\n\n', b'data: {"choices": [7]}\n\n',
     b'data: {"choices": [{"index": 0, "delta": {"tool_calls": {"id": "x"}}}]}\n\n',
     b'data: {"choices": [{"index": 0, "delta": {"tool_calls": ["x"]}}]}\n\n',
     b'data: {"choices": [{"index": 0, "delta": {"tool_calls": [{"function": "x"}]}}]}\n\n',
     b'data: {"choices": [{"index": 0, "delta": {"tool_calls": [{"name": "x", "arguments": "{}"}]}}]}\n\n',
     b'data: {"choices": [{"index": 0, "delta": {"function_call": "x"}}]}\n\n',
     b'data: {"choices": [{"index": 0, "message": {"tool_calls": [{"id": "x"}]}}]}\n\n',
     b'data: {"choices": [{"index": 0, "delta": {}, "message": {"content": "x"}}]}\n\n'],
)  # fmt: skip
def test_garbage_is_refused_after_what_was_good(garbage: bytes) -> None:
    play = Play() >> text("good") + garbage + text("late") << text("good") << refuses("upstream_invalid_response")
    play.over()
    play >> text("later") >> END << NOTHING


def test_a_fragment_for_a_released_choice_is_refused() -> None:
    play = Play() >> HEAD >> BODY[0] >> BODY[1] >> finish() >> usage() << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, as_it_came)
    play.sent()
    play >> fragment(0, arguments='{"x": 2}') << refuses("upstream_invalid_response")


def test_the_buffer_has_a_bound() -> None:
    play = Play(ChatStream(hold_limit_bytes=2000)) >> text("a" * 3000) << text("a" * 3000)
    play >> HEAD
    for _ in range(20):
        play >> fragment(0, arguments="x" * 50)
    play << refuses("hold_limit_exceeded")
    play.over()


def test_an_event_has_a_bound() -> None:
    play = Play(ChatStream(event_limit_bytes=1000)) >> text("ok") + text("x" * 2000) << text("ok") << refuses("event_too_large")
    play = Play(ChatStream(event_limit_bytes=1000)) >> text("ok") >> b"data: " << text("ok")
    for _ in range(30):
        play >> b"x" * 40
    play << refuses("event_too_large")


def test_the_backlog_behind_a_decision_counts() -> None:
    play = Play(ChatStream(hold_limit_bytes=3000)) >> HEAD >> BODY[0] >> BODY[1] >> finish() >> usage() << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> text("x" * 1000) << NOTHING
    play >> text("x" * 1000) << refuses("hold_limit_exceeded")


def test_outcomes_have_to_fit() -> None:
    play = Play() >> HEAD >> BODY[0] >> BODY[1] >> finish() >> DONE << decides(0, ("find_pet_shop", ARGUMENTS))
    (call,) = play.asked[0]
    other = minimized(call)
    with pytest.raises(ValueError, match="one outcome"):
        play.stream.resolve(0, [])
    with pytest.raises(ValueError, match="needs an outcome"):
        play.stream.resolve(0, [None])
    with pytest.raises(ValueError, match="not waiting"):
        play.stream.resolve(1, [other])
    with pytest.raises(TypeError, match="MinimizedCall"):
        play.stream.resolve(0, [call])  # type: ignore[list-item]
    play >> resolved(0, as_it_came) << HEAD
    with pytest.raises(ValueError, match="not waiting"):
        play.stream.resolve(0, [other])


def test_an_event_with_several_choices_is_split_by_what_waits() -> None:
    call = {"index": 0, "id": "c", "type": "function", "function": {"name": "ping", "arguments": "{}"}}
    both = event({**PIECE, "choices": [{"index": 0, "delta": {"content": "a"}}, {"index": 1, "delta": {"tool_calls": [call]}}]})
    plain = event({**PIECE, "choices": [{"index": 0, "delta": {"content": "a"}}, {"index": 1, "delta": {"content": "b"}}]})
    play = Play() >> plain << plain
    play >> both
    assert payloads(play.sent()) == [{**PIECE, "choices": [{"index": 0, "delta": {"content": "a"}}]}]
    play >> DONE << decides(1, ("ping", "{}"))
    play >> resolved(1, as_it_came)
    assert payloads(play.sent()) == [{**PIECE, "choices": [{"index": 1, "delta": {"tool_calls": [call]}}]}]


def test_reasoning_is_forwarded_and_named_as_not_read() -> None:
    play = Play()
    for piece in (chunk({"reasoning_content": "Let me think"}), chunk({"provider_specific_fields": {"thinking_blocks": [{"x": 1}]}})):
        play >> piece << piece
    assert play.stream.not_read == ("/choices/*/delta/provider_specific_fields/thinking_blocks", "/choices/*/delta/reasoning_content")


def test_audio_is_named_as_not_read() -> None:
    piece = chunk({"audio": {"transcript": "x"}})
    play = Play() >> piece << piece
    assert play.stream.not_read == ("/choices/*/delta/audio",)


def test_a_key_named_twice_where_a_call_has_to_change_is_refused() -> None:
    twice = HEAD.replace(b'"arguments": ""', b'"arguments": "{\\"x\\": 1}", "arguments": "{}"')
    Play() >> twice << refuses("upstream_invalid_response")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"}}]}", b'}}], "tool_calls": null}'),
        (b'"finish_reason"', b'"delta": {"content": "x"}, "finish_reason"'),
        (b'"choices"', b'"choices": [], "choices"'),
        (b"]}\n", b'], "choices": []}\n'),
    ],
)
def test_a_call_cannot_hide_behind_a_key_named_twice(old: bytes, new: bytes) -> None:
    twice = HEAD.replace(old, new, 1)
    assert twice != HEAD
    Play() >> twice << refuses("upstream_invalid_response")


def test_tokens_of_a_call_in_the_older_form_wait_and_go() -> None:
    tokens = chunk({}, more={"logprobs": {"tokens": ["Le", "er"], "token_logprobs": [-1.0, -2.0]}})
    play = Play() >> tokens << NOTHING
    play >> HEAD >> BODY[0] >> BODY[1] >> finish() >> DONE << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, changed_to('{"n": 1.10}'))
    assert b"Le" not in play.sent()
    spoken = chunk({"content": "Leer"}, more={"logprobs": {"tokens": ["Le", "er"], "token_logprobs": [-1.0, -2.0]}})
    Play() >> spoken << spoken


def test_a_copy_of_what_was_cut_goes_and_other_fields_stay() -> None:
    finding = Finding("/town", 0, 4, "L", "city", "rule", 0.9)
    decision = Decision("/town", Disposition.REMOVE, Reason.BALLAST_FIELD, (finding,))
    copied = HEAD.replace(b'"name"', b'"parsed_arguments": {"town": "Leer"}, "name"').replace(b'"type"', b'"extra_content": {"signature": "Zm9v"}, "type"')
    play = Play() >> copied >> BODY[0] >> BODY[1] >> finish() >> DONE << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, changed_to('{"n": 1.10}', findings=[finding], decisions=[decision]))
    sent = play.sent()
    assert b"parsed_arguments" not in sent and b'"extra_content": {"signature": "Zm9v"}' in sent


def test_reasoning_can_be_dropped() -> None:
    play = Play(ChatStream(reasoning="drop")) >> chunk({"reasoning_content": "hm"}) << NOTHING
    play >> chunk({"content": "x", "reasoning": "hm"}) << chunk({"content": "x"})
    play >> chunk({"content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "y"}]})
    assert payloads(play.sent())[0]["choices"][0]["delta"] == {"content": [{"type": "text", "text": "y"}]}
    assert play.stream.not_read == ()


def test_held_reasoning_waits_and_loses_what_the_arguments_lost() -> None:
    finding = Finding("/town", 0, 4, "L", "city", "rule", 0.9)
    decision = Decision("/town", Disposition.REMOVE, Reason.BALLAST_FIELD, (finding,))
    thought = [chunk({"role": "assistant", "reasoning_content": "They live in Le"}), chunk({"reasoning_content": "er, so", "content": "Hm. "})]
    play = Play(ChatStream(reasoning="hold")) >> thought[0] << NOTHING
    play >> thought[1]
    assert client(play.sent())[0].content == "Hm. "
    play >> HEAD >> BODY[0] >> BODY[1] >> finish() >> DONE << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, changed_to('{"n": 1.10}', findings=[finding], decisions=[decision]))
    sent = play.sent()
    assert "".join(p["choices"][0]["delta"].get("reasoning_content", "") for p in payloads(sent)) == "They live in [withheld], so"
    assert b"Leer" not in sent
    assert play.stream.not_read == ()


def test_held_reasoning_of_a_plain_answer_comes_before_its_finish() -> None:
    thought = chunk({"reasoning_content": "Hm"})
    play = Play(ChatStream(reasoning="hold")) >> thought >> text("Yes") >> finish("stop") << text("Yes") << NOTHING
    play >> DONE << thought << finish("stop") << DONE
    play.over()


def test_held_reasoning_beside_a_blocked_call_is_gone() -> None:
    play = Play(ChatStream(reasoning="hold")) >> chunk({"reasoning_content": "Leer it is"}) >> HEAD >> BODY[0] >> finish("length") >> DONE
    play << decides(0, ("find_pet_shop", '{"town": "Le', False))
    play >> resolved(0, as_it_came, on_block=OnBlock.MESSAGE)
    assert b"Leer" not in play.sent()


def test_log_probabilities_of_a_call_wait_with_it() -> None:
    def tokens(*words: str) -> dict[str, object]:
        return {"logprobs": {"content": [{"token": w, "logprob": -0.1, "bytes": list(w.encode())} for w in words]}}

    seen = chunk({"content": "Hi"}, more=tokens("Hi"))
    hidden = chunk({"content": ""}, more=tokens('{"town": "Leer'))
    half = chunk({"content": ""}, more={"logprobs": {"content": [{"token": "\ufffd", "logprob": -0.1, "bytes": [0xF0, 0x9F]}]}})
    play = Play() >> seen >> half << seen << half
    play >> hidden << NOTHING
    play >> HEAD >> BODY[0] >> BODY[1] >> finish() >> DONE << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, changed_to("{}"))
    assert b"Leer" not in play.sent()
    play = Play() >> hidden >> text("after") >> finish("stop") >> DONE << text("after") << hidden << finish("stop") << DONE
    play.over()


def test_a_confirmation_stands_on_the_finishing_choice() -> None:
    ask = lambda call: minimized(call, needs_confirmation=True)  # noqa: E731
    play = Play() >> HEAD >> BODY[0] >> BODY[1] >> finish() >> usage() << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, ask) << HEAD << BODY[0] << BODY[1]
    last, _ = payloads(play.sent())
    assert last["choices"][0]["toolminimize"] == {"confirm": [{"call_id": "call_a1", "pointer": "", "category": "", "reason": "needs_confirmation"}]}


def test_a_report_goes_into_the_body_when_given() -> None:
    play = Play() >> HEAD >> BODY[0] >> BODY[1] >> finish() >> DONE << decides(0, ("find_pet_shop", ARGUMENTS))
    play >> resolved(0, changed_to("{}"), report={"changed": 1})
    assert payloads(play.sent())[-1]["choices"][0]["toolminimize"] == {"changed": 1, "confirm": []}


def test_broken_utf8_in_text_passes_and_lone_surrogates_join() -> None:
    broken = text("ab").replace(b"ab", b"a\xff")
    play = Play() >> broken << broken
    play >> HEAD
    for half in ('{"x": "\ud83d', '\ude80"}'):
        delta = {"tool_calls": [{"index": 0, "function": {"arguments": half}}]}
        play >> b"data: " + json.dumps({**PIECE, "choices": [{"index": 0, "delta": delta}]}).encode() + b"\n\n"
    play >> finish() >> DONE << decides(0, ("find_pet_shop", '{"x": "\U0001f680"}'))
