"""Documents: what is read, what is refused, what the leaves say."""

from __future__ import annotations

import json
import math
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimize.errors import CallError, DuplicateKeys, InvalidArguments, TooDeep, TooLarge
from minimize.paths import Document, Drop, Leaf, Put


@pytest.mark.parametrize("text", ["", " ", "\n\t", "null", " null "])
def test_no_arguments_are_the_empty_object(text: str) -> None:
    document = Document.parse(text)
    assert (document.root, document.leaves, document.keys, document.text) == ({}, (), (), text)
    assert document.edit([]) == text


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "1",
        '"{}"',
        "true",
        "{",
        "{]",
        '{"a":}',
        '{"a":1,}',
        "{'a':1}",
        '{"a":1} {}',
        "\ufeff{}",
        '{"a":"\x01"}',
        '{"a":"\\x"}',
        '{"a":01}',
        "\xa0",
        "{\u2003}",
    ],
)
def test_what_is_no_json_object_is_refused_without_its_text(text: str) -> None:
    with pytest.raises(InvalidArguments) as caught:
        Document.parse(text)
    assert str(caught.value) == "invalid_arguments"
    assert caught.value.__context__ is None


@pytest.mark.parametrize("text", ['{"a":1,"a":2}', '{"b":{"a":1,"\\u0061":1}}', '{"l":[{"":1,"":1}]}'])
def test_duplicate_keys_are_refused(text: str) -> None:
    with pytest.raises(DuplicateKeys):
        Document.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 10_000 + "]" * 10_000,
        '{"a":' * 10_000 + "1" + "}" * 10_000,
        '{"a":' * 65 + "1" + "}" * 65,
        '{"a":' + "[" * 64 + "]" * 64 + "}",
        '{"a":' + "[" * 100_000,
    ],
)
def test_deep_nesting_is_refused_at_once(text: str) -> None:
    started = time.perf_counter()
    with pytest.raises(TooDeep):
        Document.parse(text)
    assert time.perf_counter() - started < 0.2


def test_the_deepest_that_is_allowed() -> None:
    text = '{"a":' * 64 + "1" + "}" * 64
    assert Document.parse(text).leaves == (Leaf(("a",) * 64, 1, "1"),)
    assert Document.parse('{"a":' + "[[]]" * 1 + ',"b":[],"c":[{}]}', max_depth=3).leaves == ()
    with pytest.raises(TooDeep):
        Document.parse('{"a":[[]]}', max_depth=2)


def test_size_is_counted_in_bytes() -> None:
    text = '{"a":"éé"}'
    assert Document.parse(text, max_bytes=12).root == {"a": "éé"}
    with pytest.raises(TooLarge):
        Document.parse(text, max_bytes=11)


def test_leaves_and_keys_come_in_the_order_of_the_text() -> None:
    document = Document.parse('{"b":[1.10,{"x/y":"é","z":null},[]],"a":true,"n":-0,"e":{},"f":NaN,"g":1e400,"h":123456789012345678901234567890}')
    assert [(leaf.pointer, leaf.text, leaf.literal) for leaf in document.leaves] == [
        ("/b/0", "1.10", "1.10"),
        ("/b/1/x~1y", "é", ""),
        ("/b/1/z", "", ""),
        ("/a", "", ""),
        ("/n", "-0", "-0"),
        ("/f", "NaN", "NaN"),
        ("/g", "1e400", "1e400"),
        ("/h", "123456789012345678901234567890", "123456789012345678901234567890"),
    ]
    assert document.keys == (("b",), ("b", "1", "x/y"), ("b", "1", "z"), ("a",), ("n",), ("e",), ("f",), ("g",), ("h",))
    assert document.root["h"] == 123456789012345678901234567890
    assert document.root["g"] == math.inf
    assert document.leaf("/a") == Leaf(("a",), True)
    assert document.leaf("/b") is None


def test_integers_that_python_does_not_read_keep_their_literal() -> None:
    literal = "-" + "9" * 5000
    document = Document.parse('{"a":' + literal + ',"b":' + "1" * 4299 + "}")
    assert document.root["a"] == -math.inf
    assert document.leaves[0].literal == literal
    assert isinstance(document.root["b"], int)
    assert document.edit([Put("/b", 1)]) == '{"a":' + literal + ',"b":1}'


def test_lone_surrogates_stay() -> None:
    text = '{"a":"\\ud83d","b":"\\ude00 x"}'
    document = Document.parse(text)
    assert document.root["a"] == "\ud83d"
    assert document.edit([Drop("/b")]) == '{"a":"\\ud83d"}'
    leaf = Document.parse('{"a":"\ud83d x \udc00"}').leaves[0]
    assert (leaf.value, leaf.text) == ("\ud83d x \udc00", "\ufffd x \ufffd")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1.10", "1.1", False),
        ("NaN", "NaN", True),
        ("1", "true", False),
        ("1", "1.0", False),
        ('"1"', "1", False),
        ("null", "null", True),
        ('"a"', '"\\u0061"', True),
        ("0", "false", False),
    ],
)
def test_what_two_leaves_have_in_common(one: str, other: str, same: bool) -> None:
    first, second = (Document.parse(f'{{"v":{text}}}').leaves[0] for text in (one, other))
    assert first.same(second) is same


def test_values_by_pointer() -> None:
    document = Document.parse('{"a":[{"b":1},"x"],"0":{"":2}}')
    assert document.value("") == document.root
    assert document.value("/a/0/b") == 1
    assert document.value("/0/") == 2
    assert document.has("/a/1")
    for absent in ("/a/2", "/a/-", "/a/01", "/a/-1", "/a/1/x", "/b", "/a/²", "/a/" + "9" * 5000):
        assert not document.has(absent)


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6)
VALUES = st.recursive(SCALARS, lambda v: st.lists(v, max_size=4) | st.dictionaries(st.text(max_size=4), v, max_size=4), max_leaves=12)


@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=5))
def test_leaves_are_the_values_at_their_pointers(value: dict[str, object]) -> None:
    document = Document.parse(json.dumps(value))
    for leaf in document.leaves:
        found = document.value(leaf.pointer)
        assert found is leaf.value or (type(found) is type(leaf.value) and found == leaf.value)
        if leaf.literal:
            assert str(json.loads(leaf.literal)) == str(found)
    assert all(document.has("".join("/" + s.replace("~", "~0").replace("/", "~1") for s in steps)) for steps in document.keys)


@given(st.text(st.sampled_from('{}[]",:\\u0019aé.-+eNnulltrue \n\ud800'), max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        document = Document.parse(text)
    except CallError:
        return
    assert document.edit([]) == text
    assert len(document.leaves) <= len(text)
