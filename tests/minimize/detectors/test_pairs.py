"""Keys and values inside texts."""

from minimize.detectors.pairs import columns, inner, stripped
from minimize.knowledge.load import load
from minimize.knowledge.text import View


def test_json_query_and_prose():
    text = '{"dob": "1968-04-19"} ssn=219-09-9999&q=1\nGeburtsdatum: 1.2.1980'
    found = [(text[p.start : p.end], p.evidence.sub) for p in inner(View(text), load().fields)]
    assert found == [("1968-04-19", "dob"), ("219-09-9999", "national_id"), ("1.2.1980", "dob")]


def test_a_text_without_pairs():
    assert inner(View("no pairs here"), load().fields) == []


def test_blanks_and_stops_are_left_out():
    assert stripped("  ab. ", 0, 6) == (2, 4)


def test_tables_with_a_heading():
    text = 'name,email,age,colour\n"Lea Schmid",lea@example.ch,29,red\nBo Ek,bo@example.se,41,blue'
    found = [(text[p.start : p.end], p.evidence.sub) for p in columns(text, load().fields) if p.evidence.sub != "id"]
    assert found == [
        ("Lea Schmid", "person"),
        ("lea@example.ch", "email"),
        ("29", "age"),
        ("Bo Ek", "person"),
        ("bo@example.se", "email"),
        ("41", "age"),
    ]
    assert columns("a,b,c\n1,2,3", load().fields) == []


def test_prose_with_commas_is_no_table():
    text = "Please note, the client's name, e-mail, and age are given below\n\n**Case Number:** K-5, open\nName, email, age and more"
    assert columns(text, load().fields) == []
    assert columns("name,email,age\nsee the list that follows\n", load().fields) == []
