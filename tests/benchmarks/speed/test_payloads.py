"""What goes over the wire in the measurements is well-formed, over-shares, and differs from call to call."""

from __future__ import annotations

import json
import random

from jsonschema import Draft202012Validator

from benchmarks.speed import payloads


def test_typical_calls_are_valid_small_and_different() -> None:
    rng = random.Random(1)
    calls = [payloads.typical(rng) for _ in range(200)]
    assert len(set(calls)) > 190
    assert {name for name, _ in calls} >= {"get_weather", "web_search", "lookup_record"}
    for name, text in calls:
        assert len(text) <= 1000
        Draft202012Validator(payloads.SCHEMAS[name]["parameters"]).validate(json.loads(text))


def test_streams_and_whole_answers_hold_the_same_call() -> None:
    whole = json.loads(payloads.whole("m"))["choices"][0]["message"]["tool_calls"][0]["function"]["arguments"]
    events = [json.loads(e[6:]) for e in payloads.tool_stream("m") if b"[DONE]" not in e]
    calls = [c for e in events for c in e["choices"][0]["delta"].get("tool_calls", ())]
    assert "".join(c["function"]["arguments"] for c in calls) == whole
    assert "Harborview" in whole
    assert events[-1]["choices"][0]["finish_reason"] == "tool_calls"


def test_text_stream_has_the_pieces_that_are_divided_by() -> None:
    texts = [e for e in payloads.text_stream("m") if b" word" in e]
    assert len(texts) == payloads.PIECES == 200


def test_big_texts_have_the_size_that_is_said() -> None:
    assert len(payloads.prose(50_000, random.Random(1))) == 50_000
    assert "@example.com" in payloads.prose(50_000, random.Random(1))
    bad = payloads.adversarial(10_000)
    assert len(bad) >= 17
    assert {len(t) for t in bad.values()} == {10_000}


def test_request_says_stream_only_when_asked() -> None:
    assert "stream" not in json.loads(payloads.request("m"))
    assert json.loads(payloads.request("m", stream=True))["stream"] is True
    assert payloads.request("m", salt=1) != payloads.request("m", salt=2)
