"""Edits of JSON text at spans."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llmproxy.errors import UpstreamGarbage
from llmproxy.wire.spans import Add, Drop, Edit, Put, edit, literal, places

TEXT = '{ "a" : [1.10, {"b":"x\\u00e9"} ,3], "c" : 1234567890123456789,"d":{}, "e":[] }'


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([], TEXT),
        ([Put(("a", 1, "b"), '"n"')], TEXT.replace('"x\\u00e9"', '"n"')),
        ([Put(("c",), "0"), Put(("a", 0), "2")], TEXT.replace("1234567890123456789", "0").replace("1.10", "2")),
        ([Drop(("c",))], TEXT.replace(', "c" : 1234567890123456789', "")),
        ([Drop(("a",))], TEXT.replace('"a" : [1.10, {"b":"x\\u00e9"} ,3], ', "")),
        ([Drop(("a", 0)), Drop(("a", 1))], TEXT.replace('1.10, {"b":"x\\u00e9"} ,', "")),
        ([Drop(("a", 2)), Drop(("a", 1))], TEXT.replace(', {"b":"x\\u00e9"} ,3', "")),
        ([Drop(("a", i)) for i in range(3)], TEXT.replace('1.10, {"b":"x\\u00e9"} ,3', "")),
        ([Drop(("a", 1)), Put(("a", 1, "b"), "0")], TEXT.replace(', {"b":"x\\u00e9"}', "")),
        ([Put(("a",), "0"), Put(("a", 1, "b"), "1"), Drop(("a", 0))], TEXT.replace('[1.10, {"b":"x\\u00e9"} ,3]', "0")),
        ([Add((), "z", "[1]")], TEXT.replace('"e":[]', '"e":[], "z": [1]')),
        ([Add(("d",), "k\n", "1"), Add(("d",), "l", "2")], TEXT.replace("{}", '{"k\\n": 1, "l": 2}')),
        ([Add(("e",), None, "true")], TEXT.replace("[]", "[true]")),
        ([Drop(("a", 2)), Add(("a",), None, "4")], TEXT.replace(" ,3", ", 4")),
    ],
)
def test_edits(edits: list[Edit], expected: str) -> None:
    assert edit(TEXT, edits) == expected


@pytest.mark.parametrize("change", [Put(("x",), "1"), Drop(("a", 3)), Put(("a", "b"), "1"), Put(("c", "x"), "1"), Add(("c",), "k", "1"), Drop(("d", "x"))])
def test_a_place_that_is_not_there(change: Edit) -> None:
    with pytest.raises(KeyError):
        edit(TEXT, [change])


def test_literals() -> None:
    assert literal(TEXT, ("a", 0)) == "1.10"
    assert literal(TEXT, ("c",)) == "1234567890123456789"
    assert literal(TEXT, ("a", 1)) == '{"b":"x\\u00e9"}'
    with pytest.raises(KeyError):
        literal(TEXT, ("q",))


@pytest.mark.parametrize(
    "text", ["", "{", '{"a" 1}', '{"a": 1,}', "{a: 1}", '{"a": 1 "b": 2}', '{"b": tru, "a": 1}', '{"b": ' + "[" * 100_000, '{"a": 1, "a": 2}']
)
def test_text_that_cannot_be_read(text: str) -> None:
    with pytest.raises(UpstreamGarbage):
        edit(text, [Put(("a",), "0")])


def test_a_byte_order_mark_and_escaped_keys() -> None:
    assert edit('\ufeff {"\\u0061": 1}', [Put(("a",), "2")]) == '\ufeff {"\\u0061": 2}'


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.text(max_size=3), VALUES, min_size=1, max_size=5), st.data(), st.sampled_from([None, 1]), st.booleans())
def test_edits_are_those_of_the_value(value: dict[str, Any], data: st.DataObject, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    gone = data.draw(st.sets(st.sampled_from(sorted(value))))
    rest = sorted(set(value) - gone)
    put = data.draw(st.sets(st.sampled_from(rest))) if rest else set()
    after = edit(text, [*(Drop((key,)) for key in gone), *(Put((key,), '"new"') for key in put), Add((), "added", "1")])
    expected = {key: "new" if key in put else item for key, item in value.items() if key not in gone}
    assert list(json.loads(after).items()) == [*expected.items(), ("added", 1)] if "added" not in expected else True


def test_time_grows_with_the_text_only() -> None:
    text = json.dumps({"skip": [{"k": "v" * 10}] * 50_000, "list": list(range(50_000)), "x": 1})
    start = time.process_time()
    after = edit(text, [Put(("x",), "2"), *(Drop(("list", i)) for i in range(0, 50_000, 2))])
    assert json.loads(after)["list"] == list(range(1, 50_000, 2))
    assert time.process_time() - start < 2


def test_places_of_several_values_in_one_walk() -> None:
    assert [TEXT[start:end] for start, end in places(TEXT, [("c",), ("a", 0)])] == ["1234567890123456789", "1.10"]
    with pytest.raises(KeyError):
        places(TEXT, [("c",), ("q",)])
