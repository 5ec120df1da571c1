"""Readings and the way back."""

from minimize.decode.reading import WINDOW, read


def test_a_whole_piece_leads_back_to_all_of_its_span():
    reading = read("x", "ab%40cd", [(2, 5, "@", True)], weak=False)
    assert reading.text == "ab@cd"
    assert reading.span(1, 4) == (1, 6)


def test_a_piece_of_the_same_length_leads_back_character_by_character():
    reading = read("x", "abcd", [(1, 3, "XY", False)], weak=False)
    assert reading.text == "aXYd"
    assert reading.span(2, 3) == (2, 3)


def test_of_a_long_text_only_what_stands_around_is_read():
    text = "a" * 3000 + "%40" + "b" * 3000
    reading = read("x", text, [(3000, 3003, "@", True)], weak=False)
    assert len(reading.text) <= 4 * WINDOW
    at = reading.text.index("@")
    assert reading.span(at, at + 1) == (3000, 3003)
