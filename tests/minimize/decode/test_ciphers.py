"""Texts that were reversed or shifted."""

import pytest

from minimize.decode import ciphers
from minimize.decode.reading import read
from minimize.knowledge.load import load


def plain(pieces, text):
    return read("x", text, sorted(pieces), weak=False).text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("my ssn backwards: 3516-04-683", "my ssn backwards: 386-40-6153"),
        ("zelaznoG airaM (reversed)", "Maria Gonzalez (reversed)"),
        ("nothing is said", "nothing is said"),
    ],
)
def test_said_to_be_reversed(text, expected):
    got = plain(ciphers.backwards(text), text)
    assert got == expected or expected.split(": ")[-1] in got


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("moc.elpmaxe@lliuq", "quill@example.com"),
        ("3516-04-683", "386-40-6153"),
        ("2410-555-202", "202-555-0142"),
        ("1111 1111 1111 1114", "4111 1111 1111 1111"),
        ("4111 1111 1111 1111", "4111 1111 1111 1111"),
        ("1234 5678 1234 5678", "1234 5678 1234 5678"),
    ],
)
def test_forms_of_reversed_ones(text, expected):
    assert plain(ciphers.reversed_forms(text), text) == expected


def test_rot13_where_it_is_said():
    assert plain(ciphers.rot13("uryyb (rot13)"), "uryyb (rot13)") == "hello (rot13)"
    assert ciphers.rot13("uryyb") == []


def test_words_and_names_that_become_known():
    words = {ciphers.turned("diabetes")[0]: "diabetes", ciphers.turned("diabetes")[1]: "diabetes"}
    assert plain(ciphers.known_words("Setebaid qvnorgrf", words), "Setebaid qvnorgrf") == "diabetes diabetes"
    lexicon = load().lexicon
    assert ciphers.holds_names("to Znevn Tbamnyrm", lexicon)
    assert plain(ciphers.known_names("to Znevn Tbamnyrm", lexicon), "to Znevn Tbamnyrm") == "to Maria Gonzalez"
    assert plain(ciphers.known_names("zelaznoG airaM", lexicon), "zelaznoG airaM") == "Maria Gonzalez"
    assert ciphers.known_names("New Delhi, Tokyo Tower", lexicon) == []
