from __future__ import annotations

import json

from llmproxy.records.audit import Hider, call_row, decision_rows, declared_members, exchange_row, plain_name, short_hash, text_of
from tests.llmproxy.records.made import decided, finding, record

SECRET = b"a secret of the installation"


def test_a_value_becomes_its_keyed_hash() -> None:
    (row,) = decision_rows(record(1, decided()), 0, SECRET)
    assert row["value_hash"] == short_hash(SECRET, "asthma")
    assert (row["pointer"], row["category"], row["disposition"], row["reason"]) == ("/notes", "H", "remove", "ballast_field")
    assert "asthma" not in json.dumps(row)


def test_the_span_is_hashed_and_not_the_whole_text() -> None:
    call = decided('{"notes": "\\u00fcber asthma"}', finding(start=5, end=11))
    assert decision_rows(record(1, call), 0, SECRET)[0]["value_hash"] == short_hash(SECRET, "asthma")


def test_a_number_is_hashed_by_its_source_text() -> None:
    call = decided('{"notes": 219099999.10}', finding(end=12))
    assert decision_rows(record(1, call), 0, SECRET)[0]["value_hash"] == short_hash(SECRET, "219099999.10")


def test_a_place_that_cannot_be_found_again_has_no_hash() -> None:
    for call in (decided("[oops"), decided('{"notes": "flu"}'), decided('{"other": 1}'), decided("[" * 100_000)):
        assert decision_rows(record(1, call), 0, SECRET)[0]["value_hash"] is None


def test_free_text_of_a_custom_tool() -> None:
    call = decided("my asthma", finding("", 3, 9), custom=True)
    assert decision_rows(record(1, call), 0, SECRET)[0]["value_hash"] == short_hash(SECRET, "asthma")


def test_a_sensitive_key_is_hashed_in_every_pointer() -> None:
    in_key = finding("/people/ann@a.example", 0, 13, in_key=True, category="DI", sub="email")
    below = finding("/people/ann@a.example/illness")
    call = decided('{"people": {"ann@a.example": {"illness": "asthma"}}}', in_key, below)
    rows = decision_rows(record(1, call), 0, SECRET)
    hidden = "#" + short_hash(SECRET, "ann@a.example")[:12]
    assert [r["pointer"] for r in rows] == [f"/people/{hidden}", f"/people/{hidden}/illness"]
    assert rows[0]["value_hash"] == short_hash(SECRET, "ann@a.example")


def test_undeclared_keys_are_data_even_if_nothing_was_found_in_them() -> None:
    schema = {"properties": {"people": {"additionalProperties": {"properties": {"age": {}}}}}}
    hider = Hider(decided(schema=schema), SECRET)
    pointer = hider.pointer("/people/annabel/0/age")
    assert pointer == f"/people/#{short_hash(SECRET, 'annabel')[:12]}/0/age"
    without_schema = Hider(decided(), SECRET)
    assert without_schema.pointer("/people/ann b/note") == f"/people/#{short_hash(SECRET, 'ann b')[:12]}/note"
    assert without_schema.pointer("") == ""


def test_pointers_in_flags_are_hidden_too() -> None:
    call = decided(flags=("suspicious_schema", "not_read:/a b/text"))
    assert json.loads(call_row(record(1, call), 0, SECRET)["flags"]) == ["suspicious_schema", f"not_read:/#{short_hash(SECRET, 'a b')[:12]}/text"]


def test_names_that_a_model_made_up_are_hashed() -> None:
    assert plain_name("maps.route-2", SECRET) == "maps.route-2" and plain_name("", SECRET) == ""
    assert plain_name("call Ann Archer", SECRET) == "#" + short_hash(SECRET, "call Ann Archer")
    row = exchange_row(record(1, model="ask ann"), SECRET, {"registry": "3"})
    assert exchange_row(record(1, model="ann", status=404), SECRET, {})["model"] == "#" + short_hash(SECRET, "ann")
    assert row["model"].startswith("#") and json.loads(row["versions"]) == {"registry": "3"}


def test_rows_of_a_call_are_bounded() -> None:
    call = decided('{"notes": "asthma"}', *[finding() for _ in range(2000)])
    assert len(decision_rows(record(1, call), 0, SECRET)) == 500


def test_members_of_a_schema_at_any_depth() -> None:
    schema = {"$defs": {"x": {"properties": {"c": {}}}}, "anyOf": [{"properties": {"a": {"items": {"properties": {"b": {}}}}}}]}
    assert declared_members(schema) == {"a", "b", "c"}


def test_text_at_a_pointer() -> None:
    assert text_of({"a": ["x", {"b~c": "y"}]}, "/a/1/b~0c") == "y"
    assert text_of({"a": ["x"]}, "/a/1") is None and text_of({"a": "x"}, "/a/b") is None and text_of("x", "") == "x"
