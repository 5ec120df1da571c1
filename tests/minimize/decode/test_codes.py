"""Codes that a program undoes."""

import pytest

from minimize.decode import codes


@pytest.mark.parametrize(
    ("step", "text", "plain"),
    [
        (codes.percent, "a%40b", "@"),
        (codes.percent, "%C3%A9", "é"),
        (codes.entities, "&eacute;", "é"),
        (codes.escapes, "\\u00e9", "é"),
        (codes.quoted_printable, "=C3=A9", "é"),
        (codes.base_64, "TWFyaWEgR29uemFsZXo=", "Maria Gonzalez"),
        (codes.base_64, "TWFyaWEg\nR29uemFs\nZXo=", "Maria Gonzalez"),
        (codes.base_32, "JVQXE2LBEBDW63T2MFWGK6Q=", "Maria Gonzalez"),
        (codes.hexadecimal, "0x4d 0x61 0x72 0x69 0x61 0x20", "Maria "),
        (codes.numbers_of_characters, "01001101 01100001 01110010 01101001 01100001 00100000", "Maria "),
        (codes.numbers_of_characters, "77, 97, 114, 105, 97, 32, 71, 111", "Maria Go"),
    ],
)
def test_codes_are_undone(step, text, plain):
    assert [piece[2] for piece in step(text)] == [plain]


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (codes.base_64, "recommendation"),
        (codes.base_64, "123456789012"),
        (codes.base_64, "Hauptbahnhof"),
        (codes.base_32, "INTERNATIONAL"),
        (codes.hexadecimal, "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"),
        (codes.numbers_of_characters, "10 20 30 40 50 60 70 80 90"),
        (codes.form, "C++ and + b"),
    ],
)
def test_words_and_hashes_stay(step, text):
    assert step(text) == []


def test_bytes_that_are_no_text():
    assert codes.printable(b"\x89PNG\r\n\x1a\n\x00\x00") is None
    assert codes.printable(bytes(range(128, 160))) is None


@pytest.mark.parametrize("text", ["Grüße aus Graz", "患者は田中さん", "السيد أحمد", "Иван Петров"])
def test_bytes_of_texts_in_any_script(text):
    assert codes.printable(text.encode()) == text
    assert codes.printable(text.encode("utf-16")) == text
    assert [piece[2] for piece in codes.hexadecimal(text.encode().hex())] == [text]
