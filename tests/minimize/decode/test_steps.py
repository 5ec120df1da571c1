"""Which steps a text needs, and the other readings with the way back."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimize.decode import guesses, is_ciphered, is_leet, look, readings
from minimize.detectors.engine import detect
from minimize.detectors.place import Place
from minimize.knowledge.load import load
from minimize.knowledge.text import View


def read(text):
    return {r.name: r.text for r in readings(text)}


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("ana%40example.org", "url", "ana@example.org"),
        ("ana&#64;example.org", "html", "ana@example.org"),
        ("ref YW5hQGV4YW1wbGUub3Jn x", "base64", "ref ana@example.org x"),
        ("616e61406578616d706c652e6f7267", "hex", "ana@example.org"),
        ("3 8 6 - 4 0 - 6 1 5 3", "spaced_digits", "386-40-6153"),
        ("an\u200ba", "invisible", "ana"),
        ("dіabetes", "homoglyph", "diabetes"),
        ("five five five zero one seven eight", "number_words", "5550178"),
        ("3 0 3 5 5 5 0 1 7 8", "spaced_digits", "303-555-0178"),
        ("1 2 3 4 5 6 7 8 9", "spaced_digits", "123456789"),
        ("ann.q@\nexample.com", "wrapped", "ann.q@example.com"),
        ("ssn backwards 3516-04-683", "reversed", "ssn backwards 386-40-6153"),
        ("rot13: nan@rknzcyr.bet", "rot13", "rot13: ana@example.org"),
        ('{\\"a\\": 1}', "json", '{"a": 1}'),
        ("ana=40example.org", "quoted_printable", "ana@example.org"),
        ("a n a @ x . o r g", "spaced_letters", "ana@x.org"),
    ],
)
def test_steps(text, name, expected):
    assert read(text)[name] == expected


@pytest.mark.parametrize("text", ["plain words, 12 of them", "redis:7.4.1", "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12", "Où est la gare ?"])
def test_plain_texts_have_no_readings(text):
    assert read(text) == {}


def test_spans_lead_back_to_the_encoded_text():
    text = "mail ana%40example.org now"
    reading = next(iter(readings(text)))
    at = reading.text.index("ana@example.org")
    start, end = reading.span(at, at + len("ana@example.org"))
    assert text[start:end] == "ana%40example.org"


@given(st.text(max_size=60))
def test_spans_stay_inside_whatever_the_text(text):
    for reading in readings(text):
        assert len(reading.text) == len(reading.starts) == len(reading.ends)
        assert all(0 <= s <= e <= len(text) for s, e in zip(reading.starts, reading.ends, strict=True))


def test_nested_encodings_are_found():
    inner = base64.b64encode(b"ana&#64;example.org").decode()
    hit = next(h for h in detect(f"token {inner}", Place(), load()) if h.sub == "email")
    assert hit.encoding == ("base64", "html")
    assert (hit.start, hit.end) == (6, 6 + len(inner))


def test_one_look_tells_whether_there_is_anything():
    assert look("a%40b") == (True, False, False)
    assert look("386\n\x00\n40") == (False, True, False)
    assert look("d1ab3tes").leet
    assert look("nothing here") == (False, False, False)


def test_guesses_become_known_words():
    assert [(r.name, r.text) for r in guesses("my d1ab3tes", load())] == [("leet", "my diabetes")]
    assert [r.text for r in guesses("zl qvnorgrf setebaid", load())] == ["zl diabetes diabetes"]
    assert [r.text for r in guesses("Znevn Tbamnyrm", load())] == ["Maria Gonzalez"]
    assert list(guesses("my qx4k z7prw 1234", load())) == []
    assert is_leet(View("d1ab3tes"), load())
    assert is_ciphered(View("setebaid"), load())
    assert not is_ciphered(View("Harborview Cancer Center"), load())
