"""Edits at spans: only what is named changes, and the result is what the edits say of the values."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimize.errors import DuplicateKeys
from minimize.pointers import join, split
from minimize.spans import Drop, Edit, Put, Rename, Splice, apply

SPACED = '{ "a" : 1 ,\n  "b":[1 , 2,3],\t"c": {"d":"x"} }'


@pytest.mark.parametrize(
    ("text", "edits", "result"),
    [
        ('{"a":1,"b":2,"c":3}', [Drop("/a")], '{"b":2,"c":3}'),
        ('{"a":1,"b":2,"c":3}', [Drop("/b")], '{"a":1,"c":3}'),
        ('{"a":1,"b":2,"c":3}', [Drop("/c")], '{"a":1,"b":2}'),
        ('{"a":1,"b":2,"c":3}', [Drop("/a"), Drop("/b")], '{"c":3}'),
        ('{"a":1,"b":2,"c":3}', [Drop("/c"), Drop("/b")], '{"a":1}'),
        ('{"a":1,"b":2,"c":3}', [Drop("/a"), Drop("/c")], '{"b":2}'),
        ('{"a":1,"b":2,"c":3}', [Drop("/a"), Drop("/b"), Drop("/c")], "{}"),
        ('{\n  "a": 1\n}', [Drop("/a")], "{}"),
        ('{\n  "a": 1,\n  "b": 2\n}', [Drop("/b")], '{\n  "a": 1\n}'),
        ('{\n  "a": 1,\n  "b": 2\n}', [Drop("/a")], '{\n  "b": 2\n}'),
        (SPACED, [Drop("/b/1")], SPACED.replace("1 , 2,3", "1,3")),
        (SPACED, [Drop("/b/0"), Drop("/b/2")], SPACED.replace("1 , 2,3", "2")),
        (SPACED, [Drop("/c/d")], SPACED.replace('{"d":"x"}', "{}")),
        (SPACED, [Drop("/c"), Put("/c/d", 1)], '{ "a" : 1 ,\n  "b":[1 , 2,3] }'),
        (SPACED, [Put("/c/d", 1), Put("/c", None)], SPACED.replace('{"d":"x"}', "null")),
        (SPACED, [Put("/a", 10**30)], SPACED.replace('"a" : 1', f'"a" : {10**30}')),
        (SPACED, [Put("/b", {"k": [True, "v"]})], SPACED.replace("[1 , 2,3]", '{"k": [true, "v"]}')),
        (SPACED, [Rename("/c", "e"), Put("/c/d", "y")], SPACED.replace('"c": {"d":"x"}', '"e": {"d":"y"}')),
        ('{"a":1,"b":2}', [Rename("/a", "b"), Rename("/b", "a")], '{"b":1,"a":2}'),
        ('{"a":1,"b":2}', [Rename("/a", "b"), Drop("/b")], '{"b":1}'),
        ('{"a":"one"}', [Put("", {"z": 1})], '{"z":1}'),
        ("", [Put("", {"z": 1})], '{"z":1}'),
        ('{"a/b":{"~":0}}', [Put("/a~1b/~0", 1)], '{"a/b":{"~":1}}'),
        ('{"\\u0061":1}', [Put("/a", 2)], '{"\\u0061":2}'),
        ('{"a":1.10,"b":1e400,"c":NaN,"d":123456789012345678901,"e":"x"}', [Put("/e", 0)], '{"a":1.10,"b":1e400,"c":NaN,"d":123456789012345678901,"e":0}'),
        ('{"n":' + "9" * 5000 + ',"e":"x"}', [Put("/e", "y")], '{"n":' + "9" * 5000 + ',"e":"y"}'),
    ],
)
def test_what_an_edit_leaves(text: str, edits: list[Edit], result: str) -> None:
    assert apply(text, edits) == result


@pytest.mark.parametrize(
    ("literal", "pieces", "result"),
    [
        ("a b c", ((2, 3, "xx"),), "a xx c"),
        ("a b c", ((0, 0, "<"), (5, 5, ">")), "<a b c>"),
        ("a b c", ((4, 5, "C"), (0, 1, "A")), "A b C"),
        (r"caf\u00e9 \/ bar", ((6, 9, "x"),), r"caf\u00e9 \/xr"),
        (r"caf\u00e9 \/ bar", ((3, 4, "è"),), r"caf\u00e8 \/ bar"),
        (r"\ud83d\ude80 to Bonn", ((2, 9, ""),), r"\ud83d\ude80 "),
        (r"\ud83d\ude80\ud83d\ude80!", ((1, 2, "-"),), r"\ud83d\ude80-!"),
        ("\U0001f680 to \\n Bonn", ((7, 11, "Köln"),), "\U0001f680 to \\n Köln"),
        (r"\ud83d x", ((2, 3, "y"),), r"\ud83d y"),
        (r"\"quoted\" name", ((9, 13, 'a"b\\'),), r"\"quoted\" a\"b\\"),
        (r"\\u0041 A", ((0, 1, "/"),), "/u0041 A"),
        ("tab\\tx", ((3, 4, "\n"),), "tab\\nx"),
    ],
)
def test_a_splice_touches_its_pieces_only(literal: str, pieces: tuple[tuple[int, int, str], ...], result: str) -> None:
    assert apply(f'{{"a": "{literal}","b":0}}', [Splice("/a", pieces)]) == f'{{"a": "{result}","b":0}}'


def test_new_text_is_written_in_the_manner_of_the_old() -> None:
    assert apply(r'{"a":"M\u00fcnchen"}', [Put("/a", "Köln")]) == r'{"a":"K\u00f6ln"}'
    assert apply('{"a":"München"}', [Put("/a", "Köln")]) == '{"a":"Köln"}'
    assert apply('{"a":"Munich"}', [Put("/a", "Köln")]) == '{"a":"Köln"}'
    assert apply(r'{"\u00e4":1}', [Rename("/ä", "ö")]) == r'{"\u00f6":1}'
    assert apply('{"a":"x"}', [Put("/a", "\ud83d")]) == r'{"a":"\ud83d"}'
    assert apply('{"a":"xy"}', [Splice("/a", ((0, 1, "\ud83d"),))]) == r'{"a":"\ud83dy"}'


@pytest.mark.parametrize(
    ("edit", "error"),
    [
        (Put("/z", 1), KeyError),
        (Drop("/b/9"), KeyError),
        (Drop("/b/00"), KeyError),
        (Put("/a/x", 1), KeyError),
        (Put("/c/d/x", 1), KeyError),
        (Drop(""), ValueError),
        (Rename("/b/0", "x"), ValueError),
        (Splice("/a", ((0, 1, ""),)), ValueError),
        (Splice("/c/d", ((0, 2, ""),)), ValueError),
        (Splice("/c/d", ((0, 1, ""), (0, 1, "y"))), ValueError),
        (Splice("/c/d", ((1, 0, ""),)), ValueError),
        (Put("/a", float("inf")), ValueError),
        (Rename("/a", "b"), DuplicateKeys),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused(edit: Edit, error: type[Exception]) -> None:
    with pytest.raises(error):
        apply(SPACED, [edit])


# Random texts: values of any form, written with random blanks and escapes.
KEYS = st.text(max_size=4)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text(st.characters(codec=None), max_size=12))
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12)
OBJECTS = st.dictionaries(KEYS, VALUES, max_size=5)
BLANKS = st.sampled_from(["", "", " ", "\n", "\t ", "\r\n  "])


def written(draw: Any, value: Any) -> str:
    """Write a value with blanks and escapes as they come."""

    def blank() -> str:
        return str(draw(BLANKS))

    if isinstance(value, dict):
        return "{" + ",".join(f"{blank()}{string(draw, k)}{blank()}:{blank()}{written(draw, v)}{blank()}" for k, v in value.items()) + blank() + "}"
    if isinstance(value, list):
        return "[" + ",".join(f"{blank()}{written(draw, v)}{blank()}" for v in value) + blank() + "]"
    return string(draw, value) if isinstance(value, str) else json.dumps(value)


def string(draw: Any, value: str) -> str:
    manner = draw(st.sampled_from(["ascii", "raw", "mixed"]))
    if manner != "mixed":
        return json.dumps(value, ensure_ascii=manner == "ascii")
    return '"' + "".join(json.dumps(c, ensure_ascii=bool(draw(st.booleans())))[1:-1].replace("/", "\\/") for c in value) + '"'


@st.composite
def texts(draw: Any) -> str:
    return str(draw(BLANKS)) + written(draw, draw(OBJECTS)) + str(draw(BLANKS))


def places(value: Any, steps: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [place for key, item in items for place in ((*steps, str(key)), *places(item, (*steps, str(key))))]


def at(value: Any, steps: tuple[str, ...]) -> Any:
    for step in steps:
        value = value[int(step) if isinstance(value, list) else step]
    return value


def whole(value: Any) -> Any:
    """Unite surrogate halves that stand beside each other, as any reader of the result does."""
    return json.loads(json.dumps(value))


@st.composite
def edited(draw: Any) -> tuple[str, list[Edit]]:
    text = draw(texts())
    root = json.loads(text)
    edits: list[Edit] = []
    taken: list[tuple[str, ...]] = []
    for steps in draw(st.permutations(places(root)))[:4]:
        if any(steps[: len(t)] == t or t[: len(steps)] == steps for t in taken):
            continue
        taken.append(steps)
        pointer, value, parent = join(steps), at(root, steps), at(root, steps[:-1])
        kind = draw(st.sampled_from(["put", "drop", "rename", "splice"]))
        if kind == "splice" and isinstance(value, str):
            cuts = sorted(draw(st.lists(st.integers(0, len(value)), min_size=2, max_size=2)))
            edits.append(Splice(pointer, ((cuts[0], cuts[1], draw(st.text(max_size=3))),)))
        elif kind == "rename" and isinstance(parent, dict):
            new = draw(KEYS.filter(lambda k, parent=parent: k not in parent))
            if not any(isinstance(e, Rename) and e.key == new and split(e.pointer)[:-1] == steps[:-1] for e in edits):
                edits.append(Rename(pointer, new))
        elif kind == "drop":
            edits.append(Drop(pointer))
        else:
            edits.append(Put(pointer, draw(VALUES)))
    return text, edits


def expected(value: Any, edits: dict[str, Edit], steps: tuple[str, ...] = ()) -> Any:
    """Make the edits on the values."""
    if isinstance(value, list):
        kept = [(str(i), v) for i, v in enumerate(value) if not isinstance(edits.get(join((*steps, str(i)))), Drop)]
        return [changed(v, edits, (*steps, key)) for key, v in kept]
    if isinstance(value, dict):
        out = {}
        for key, v in value.items():
            edit = edits.get(join((*steps, key)))
            if not isinstance(edit, Drop):
                out[edit.key if isinstance(edit, Rename) else key] = changed(v, edits, (*steps, key))
        return out
    return value


def changed(value: Any, edits: dict[str, Edit], steps: tuple[str, ...]) -> Any:
    match edits.get(join(steps)):
        case Put(value=new):
            return new
        case Splice(pieces=((start, end, new),)):
            return value[:start] + new + value[end:]
    return expected(value, edits, steps)


@given(texts())
def test_no_edit_no_change(text: str) -> None:
    assert apply(text, []) == text


@given(edited())
def test_the_edited_text_says_what_the_edits_say(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    result = json.loads(apply(text, edits))
    wanted = expected(json.loads(text), {edit.pointer: edit for edit in edits})
    assert whole(result) == whole(wanted)
    assert json.dumps(whole(result)) == json.dumps(whole(wanted)), "order of members, form of numbers"


@given(edited())
def test_what_stays_is_a_subsequence_of_the_original(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    emptied: list[Edit] = [Splice(e.pointer, tuple((s, t, "") for s, t, _ in e.pieces)) if isinstance(e, Splice) else Drop(e.pointer) for e in edits]
    remaining = iter(text)
    assert all(character in remaining for character in apply(text, emptied))


@given(texts())
def test_a_new_scalar_stands_between_the_old_text(text: str) -> None:
    root = json.loads(text)
    for steps in places(root):
        before, after = apply(text, [Put(join(steps), 712345)]).split("712345")
        assert text.startswith(before)
        assert text.endswith(after)
        assert json.loads(text[len(before) : len(text) - len(after)]) == at(root, steps)


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ('{"s":"' + "\\u00e9x" * 100_000 + '"}', [Splice("/s", tuple((i, i + 1, "") for i in range(0, 100_000, 5)))]),
        ('{"l":[' + ",".join("1" for _ in range(150_000)) + "]}", [Drop(f"/l/{i}") for i in range(0, 150_000, 10)]),
        ("{" + ",".join(f'"k{i}":[{{}}]' for i in range(50_000)) + "}", [Rename(f"/k{i}", f"r{i}") for i in range(0, 50_000, 5)]),
    ],
    ids=["escapes", "items", "members"],
)
def test_large_texts_take_linear_time(text: str, edits: list[Edit]) -> None:
    started = time.perf_counter()
    json.loads(apply(text, edits))
    assert time.perf_counter() - started < 2.0
