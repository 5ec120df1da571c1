"""A request's JSON: the fast reader and the close one agree, and no key stands twice unseen."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from llmproxy.errors import BadRequest
from llmproxy.wire import body
from llmproxy.wire.body import names_once

TEXTS = st.text(st.sampled_from('":\\ a\n'), max_size=6)
PLAIN = st.none() | TEXTS | st.integers(-5, 5)
VALUES = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=12)


def _pairs(value: Any, spacing: str, escaping: bool) -> str:
    """Write JSON with blanks before the colons, or with quotes and colons as escapes."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{_pairs(k, spacing, escaping)}{spacing}:{_pairs(v, spacing, escaping)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(_pairs(item, spacing, escaping) for item in value) + "]"
    if escaping and isinstance(value, str):
        return '"' + "".join(f"\\u{ord(c):04x}" if c in '":' else json.dumps(c)[1:-1] for c in value) + '"'
    return json.dumps(value)


@pytest.mark.parametrize("value", ["12345678901234567890123", "1.50", '"\\ud800"', '": \\":"', '{"a:":{"\\\\":[]}}', "1234567890123456", '" 4111111111111111"'])
def test_both_readers_say_the_same(value: str) -> None:
    text = f'{{"model":"m","messages":[{{"role":"user","content":{value}}}]}}'.encode()
    assert body.read(text) == body._read_closely(text)


@given(VALUES, st.sampled_from(["", "", " ", "\n"]), st.booleans())
def test_what_names_each_key_once_is_never_refused_and_mostly_seen_fast(value: Any, spacing: str, escaping: bool) -> None:
    text = _pairs({"v": value}, spacing, escaping).encode()
    assert orjson.loads(text) == body.read(text)[0] == {"v": value}
    if not spacing and not escaping and b'" ' not in text:
        assert names_once(text, {"v": value})


@given(VALUES, VALUES, st.sampled_from(["", " ", "\n"]), st.booleans(), st.sampled_from(["", " "]))
def test_a_key_named_twice_is_seen_whatever_stands_beside_it(first: Any, second: Any, spacing: str, escaping: bool, gap: str) -> None:
    text = f'{{"v":{_pairs(first, spacing, escaping)},"w"{gap}:1,"v":{_pairs(second, spacing, escaping)}}}'.encode()
    assert not names_once(text, orjson.loads(text))
    with pytest.raises(BadRequest):
        body.read(text)


def test_a_value_that_cannot_be_written_again_takes_a_closer_look() -> None:
    assert not names_once(b'{"a":"\\ud800"}', {"a": "\ud800"})
    deep = b'{"a":' * 300 + b"1" + b"}" * 300
    assert not names_once(deep, orjson.loads(deep))
    assert body.read(deep)[0] == orjson.loads(deep)
