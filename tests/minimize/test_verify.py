"""The veto: each fault by name, and nothing where a rewrite did only what was decided."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from minimize.model import Decision, Disposition, Reason
from minimize.paths import Document, Drop, Edit, Put, Rename, Splice, split
from minimize.schema import SchemaView
from minimize.verify import CODES, verify
from tool_registry.model import Annotation, Kind, Need, Param, ToolSpec, Use


def spec(*params: Param) -> ToolSpec:
    patterns: dict[int, tuple[tuple[tuple[str, ...], Param], ...]] = {}
    for param in params:
        steps = split(param.pointer)
        patterns[len(steps)] = (*patterns.get(len(steps), ()), (steps, param))
    return ToolSpec("tool", Kind("generic", "", {}), 1.0, "agent", {p.pointer: p for p in params}, None, patterns=patterns)


def param(pointer: str, use: Use, *, required: bool = True, nullable: bool = False, necessary: bool | None = None) -> Param:
    return Param(pointer, "", Need(use), required, nullable, 1.0, None if necessary is None else Annotation(necessary))


def decided(*pointers: str, disposition: Disposition = Disposition.REMOVE, whole: bool = True) -> list[Decision]:
    return [Decision(pointer, disposition, Reason.BALLAST_FIELD, whole=whole) for pointer in pointers]


def faults(value: Any, edits: list[Edit], decisions: list[Decision], schema: Any = None, params: ToolSpec | None = None) -> tuple[str, ...]:
    before = Document.parse(value if isinstance(value, str) else json.dumps(value))
    after = Document.parse(before.edit(edits))
    return verify(before, after, SchemaView.of(schema), params or spec(), decisions)


CALL = {"city": "Bonn", "days": 3, "who": {"name": "Ann Example", "tags": ["a", "b", "c"]}, "note": "x"}


@pytest.mark.parametrize(
    ("edits", "pointers"),
    [
        ([], []),
        ([Drop("/note")], ["/note"]),
        ([Put("/note", None)], ["/note"]),
        ([Put("/who/name", "someone")], ["/who/name"]),
        ([Drop("/who/tags/1")], ["/who/tags/1"]),
        ([Drop("/who/tags/0"), Put("/who/tags/2", "z")], ["/who/tags/0", "/who/tags/2"]),
        ([Drop("/who/tags/0"), Drop("/who/tags/1"), Drop("/who/tags/2")], ["/who/tags/0", "/who/tags/1", "/who/tags/2"]),
        ([Drop("/who")], ["/who"]),
        ([Rename("/who", "person")], ["/who"]),
        ([Put("", {})], [""]),
    ],
)
def test_what_was_decided_may_change(edits: list[Edit], pointers: list[str]) -> None:
    assert faults(CALL, edits, decided(*pointers)) == ()


@pytest.mark.parametrize(
    ("edits", "pointers", "code"),
    [
        ([Put("/city", "Köln")], ["/note"], "kept_changed"),
        ([Put("/days", True)], [], "kept_changed"),
        ([Put("/days", 3.0)], [], "kept_changed"),
        ([Drop("/city")], ["/note"], "kept_changed"),
        ([Put("/who", "Ann")], ["/who/name"], "kept_changed"),
        ([Drop("/who/tags/1")], ["/who/tags/0"], "kept_changed"),
        ([Drop("/who/tags/1"), Drop("/who/tags/0")], ["/who/tags/0"], "kept_changed"),
        ([Put("/who/tags", ["a", "b", "c", "d"])], ["/who/tags/0"], "added"),
        ([Put("/who", {"name": "Ann Example", "tags": ["a", "b", "c"], "more": 1})], ["/note"], "added"),
        ([Put("/note", ""), Put("/who", {"name": "n", "tags": ["a", "b", "c"], "extra": 1})], ["/note", "/who/name"], "added"),
    ],
)
def test_what_was_not_decided_may_not_change(edits: list[Edit], pointers: list[str], code: str) -> None:
    assert faults(CALL, edits, decided(*pointers)) == (code,)


def test_a_kept_or_reviewed_place_is_compared_by_its_literal() -> None:
    for text in ("1.10", "1e400", "12345678901234567890"):
        keep = decided("/n", disposition=Disposition.KEEP) + decided("/x")
        before = Document.parse(f'{{"n": {text}, "x": 1}}')
        assert verify(before, Document.parse(f'{{"n": {text}}}'), SchemaView.of(None), spec(), keep) == ()
        assert verify(before, Document.parse('{"n": 1.1}'), SchemaView.of(None), spec(), keep) == ("kept_changed",)


def test_a_new_violation_is_a_fault_and_an_old_one_is_not() -> None:
    schema = {"type": "object", "properties": {"days": {"type": "integer", "minimum": 1}, "note": {"type": "string", "minLength": 1}}, "required": ["note"]}
    assert faults(CALL, [Drop("/note")], decided("/note"), schema) == ("schema_violation",)
    assert faults(CALL, [Put("/note", "none")], decided("/note"), schema) == ()
    wrong = {**CALL, "days": 0}
    assert faults(wrong, [Put("/note", "none")], decided("/note"), schema) == ()
    assert faults(wrong, [Put("/note", "")], decided("/note"), schema) == ("schema_violation",)


@pytest.mark.parametrize(
    ("given", "edit", "gone"),
    [
        (param("/city", Use.PAYLOAD), Drop("/city"), True),
        (param("/city", Use.PAYLOAD), Put("/city", " "), True),
        (param("/city", Use.PAYLOAD), Put("/city", "Germany"), False),
        (param("/city", Use.SUBJECT), Put("/city", None), True),
        (param("/city", Use.BALLAST), Put("/city", ""), False),
        (param("/city", Use.CONTENT, required=False), Drop("/city"), False),
        (param("/city", Use.CONTENT, nullable=True), Put("/city", None), False),
        (param("/city", Use.BALLAST, required=False, necessary=True), Drop("/city"), True),
        (param("/city", Use.PAYLOAD, necessary=False), Drop("/city"), False),
    ],
)
def test_a_needed_place_must_stay(given: Param, edit: Edit, gone: bool) -> None:
    assert faults(CALL, [edit], decided("/city"), params=spec(given)) == (("needed_gone",) if gone else ())


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('{"a": "Ann", "b": 1}', '{"a": "", "b": 1}', None),
        ('{"a": "Ann", "b": 1}', '{"a": , "b": 1}', "embedded_json"),
        ("[1, 2]", "{}", "embedded_json"),
        ("{not json}", "{not", None),
        ("https://example.com/?q=ann%20b&x=1", "https://example.com/?q=&x=1", None),
        ("https://example.com/?q=ann%20b", "https://example.com/?q=%2", "embedded_url"),
        ("https://example.com/ann", "https:///ann", "embedded_url"),
        ("https://example.com/ann", "https://example.com/some one", "embedded_url"),
        ("see https://example.com/?u=ann%40b now", "see https://example.com/?u=%4 now", "embedded_url"),
        ("see https://example.com/?u=ann now", "see now", None),
        ("id,name,city\n1,Ann,Bonn", "id,name,city\n1,,Bonn", None),
        ("id,name,city\n1,Ann,Bonn", "id,name,city\n1,Bonn", "embedded_csv"),
        ('id;name\n1;"Example; Ann"\n2;Bob', 'id;name\n1;""\n2;Bob', None),
        ("id;name\n1;Ann\n2;Bob", "id;name\n1Ann\n2;Bob", "embedded_csv"),
        ("Dear Ann, hello\nYours, Bob", "Hello\nYours, Bob", None),
        ("One, two\nthree, four\nfive, six", "One\nthree, four\nfive, six", None),
    ],
)
def test_formats_inside_strings_stay_whole(old: str, new: str, code: str | None) -> None:
    edited = decided("/s", disposition=Disposition.TRUNCATE, whole=False)
    assert faults({"s": old}, [Put("/s", new)], edited) == ((code,) if code else ())
    assert faults({"s": old}, [Put("/s", new)], decided("/s")) == (), "what is replaced whole need not keep its format"


@pytest.mark.sources
def test_every_code_is_documented() -> None:
    assert verify.__doc__ is not None
    for code in CODES:
        assert f"`{code}`" in verify.__doc__


@pytest.mark.parametrize(
    "text", ["a://" + "b" * 100_000 + " ", "https://a/" + "%41" * 30_000 + "%", ("x," * 40 + "\n") * 1_200, "{" * 50_000, "http://" * 14_000], ids=str.__len__
)
def test_large_strings_take_linear_time(text: str) -> None:
    edited = decided("/s", whole=False, disposition=Disposition.TRUNCATE)
    started = time.perf_counter()
    faults({"s": text}, [Splice("/s", ((0, 1, ""),))], edited)
    assert time.perf_counter() - started < 0.5
