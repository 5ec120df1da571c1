"""Findings of a call's arguments."""

import base64
import itertools
import json

import pytest

from minimize.classify import classify, classify_text
from minimize.errors import DeadlineExceeded
from minimize.knowledge.load import load
from minimize.model import NO_DEADLINE, Deadline
from minimize.paths import Document

SCHEMA = {
    "type": "object",
    "properties": {
        "location": {"type": "string"},
        "units": {"type": "string", "enum": ["metric", "imperial"]},
        "context": {"type": "string"},
        "extra": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["location"],
}


def find(arguments, name="get_weather", schema=SCHEMA):
    knowledge = load()
    spec = knowledge.registry.recognise(name, "", schema, trust_annotations=True)
    document = Document.parse(json.dumps(arguments))
    return [f for f in classify(document, spec, knowledge, NO_DEADLINE) if f.precision not in ("city", "region", "country")]


def test_the_papers_worked_example():
    found = find({"location": "Memorial Sloan Kettering Cancer Center, 1275 York Ave, NY 10065"})
    assert [(f.category, f.sub) for f in found] == [("H", "facility"), ("L", "address"), ("L", "postcode")]


def test_places_coarser_than_needed_carry_their_precision():
    knowledge = load()
    spec = knowledge.registry.recognise("get_weather", "", SCHEMA, trust_annotations=True)
    found = classify(Document.parse('{"location": "Lisbon, Portugal"}'), spec, knowledge, NO_DEADLINE)
    assert [(f.sub, f.precision) for f in found] == [("city", "city"), ("country", "country")]


def test_numbers_and_pointers():
    found = find({"client": {"annual_income": 91750, "tabId": 219099999}}, "handoff", None)
    assert [(f.pointer, f.sub, f.start, f.end) for f in found] == [("/client/annual_income", "income", 0, 5)]


def test_keys_that_are_data():
    found = find({"location": "Ghent", "extra": {"ann.q@example.com": "x"}})
    assert [(f.pointer, f.sub, f.in_key) for f in found] == [("/extra/ann.q@example.com", "email", True)]


def test_a_postcode_is_of_the_address_beside_it_and_else_alone():
    assert [f.category for f in find({"location": "80302-4417"})] == ["QI"]


def test_findings_of_one_place_do_not_overlap():
    found = find({"context": "Dr. Ines Halvorsen, Northgate Cancer Center, ana@example.org, 386-40-6153, my mother has diabetes"})
    ends = [(f.start, f.end) for f in found]
    assert ends == sorted(ends)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(ends))


def test_the_deadline_holds():
    ticks = iter(range(100))
    knowledge = load()
    spec = knowledge.registry.recognise("x", "", None, trust_annotations=True)
    with pytest.raises(DeadlineExceeded):
        classify(Document.parse('{"a": "b"}'), spec, knowledge, Deadline(lambda: next(ticks), 0.5))


def test_one_string_for_the_command_line():
    spans = classify_text("ask Priya Raman in Chennai", "text", "send_message", knowledge=load())
    assert [(s["category"], s["sub"], s["start"], s["end"]) for s in spans] == [("DI", "person", 4, 15)]
    assert {"confidence", "detector"} <= spans[0].keys()


STORY = {
    "type": "object",
    "properties": {
        "city": {"type": "string"},
        "about_me": {"type": "string"},
        "notes": {"type": "string"},
        "memoria": {"type": "array", "items": {"type": "string"}},
        "mood": {"type": "string", "enum": ["very good", "not so good"]},
        "profile": {"type": "object"},
    },
    "required": ["city", "about_me"],
}


def stories(arguments, name="find_flats", schema=STORY):
    return [(f.pointer, f.detector) for f in find(arguments, name, schema) if f.sub == "user_context"]


def test_prose_in_a_field_about_the_user_is_an_item_in_any_language():
    assert stories({"city": "Ghent", "about_me": "keeps bees on the roof"}) == [("/about_me", "role:profile")]
    assert stories({"city": "Ghent", "memoria": ["cría abejas en la azotea", "A-12"]}) == [("/memoria/0", "role:history")]
    assert stories({"city": "Ghent", "notes": "keeps bees on the roof"}) == [("/notes", "role:notes")]


def test_a_key_that_nothing_declares_promises_as_much():
    assert stories({"city": "Ghent", "про_клієнта": "тримає бджіл на даху"}) == [("/про_клієнта", "role:user_story")]
    assert stories({"city": "Ghent", "profile": {"job": "teacher", "remark": "keeps bees on the roof"}}) == [("/profile/remark", "role:notes")]


def test_codes_options_and_stand_ins_are_none():
    for arguments in ({"about_me": "A-1"}, {"about_me": ""}, {"mood": "not so good"}, {"about_me": "Not specified"}, {"notes": "quiet street"}):
        assert stories({"city": "Ghent", **arguments}) == []


def test_a_tool_that_is_about_it_gets_it():
    schema = {"type": "object", "properties": {"mood": {"type": "string"}}, "required": ["mood"]}
    assert stories({"mood": "rather low this week"}, "log_mood", schema) == []


def test_what_a_tool_demands_as_notes_is_no_story():
    schema = {"type": "object", "properties": {"city": {"type": "string"}, "notes": {"type": "string"}}, "required": ["city", "notes"]}
    assert stories({"city": "Ghent", "notes": "keeps bees on the roof"}, schema=schema) == []
    schema["properties"]["tenant_notes"] = schema["properties"].pop("notes")
    assert stories({"city": "Ghent", "tenant_notes": "keeps bees on the roof"}, schema=schema) == [("/tenant_notes", "role:notes")]


def test_values_that_a_delegation_does_not_ask_for_are_items_of_their_own():
    schema = {"type": "object", "properties": {"task": {"type": "string"}}, "required": ["task"], "x-required-context": ["order_id"]}
    text = "Order ID: ORD-2031-77120. Member code: QX-77120-B."
    found = [f for f in find({"task": text}, "delegate_task", schema) if f.sub == "context_field"]
    assert [text[f.start : f.end] for f in found] == ["QX-77120-B"]


def test_values_and_items_of_a_long_delegation_are_merged_in_linear_time():
    schema = {"type": "object", "properties": {"task": {"type": "string"}}, "required": ["task"], "x-required-context": ["order_id"]}
    text = "Member code: QX-77120-B, mail to bo@example.com. " * 900
    found = [f for f in find({"task": text}, "delegate_task", schema) if f.sub in ("context_field", "email")]
    assert len(found) > 1000
    assert all(a.end <= b.start for a, b in itertools.pairwise(found))


def test_of_a_picture_only_what_its_file_tells_is_an_item(shots):
    text = base64.b64encode(shots.jpeg(shots.tiff())).decode()
    assert [(s["start"], s["end"], s["sub"]) for s in classify_text(text, knowledge=load())] == [(0, len(text), "gps")]
    assert classify_text(base64.b64encode(shots.jpeg()).decode(), knowledge=load()) == []
