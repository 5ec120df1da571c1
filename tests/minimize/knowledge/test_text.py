"""Views keep the length, so that spans hold in the original."""

from hypothesis import given
from hypothesis import strategies as st

from minimize.knowledge.text import View, boundary, fold, is_cjk, raw


@given(st.text(max_size=80))
def test_views_keep_the_length(text):
    assert len(raw(text)) == len(fold(text)) == len(text)


def test_folding_takes_accents_case_and_width_away():
    assert fold("ŁÓDŹ Ｓiobhán ٣") == "lodz siobhan 3"
    assert raw("Ｔel\u00a0１２") == "Tel 12"


def test_cyrillic_short_i_is_a_letter_of_its_own():
    assert fold("Андрей") == "андрей"


def test_words_end_at_spaces_and_anywhere_in_han():
    assert not boundary("grape", 1)
    assert boundary("a b", 1)
    assert boundary("东京", 1)
    assert is_cjk("東")
    assert not is_cjk("é")


def test_tokens_are_words_with_their_apostrophes():
    view = View("O'Neil's 2 cars")
    assert [view.text[s:e] for s, e in view.tokens] == ["O'Neil's", "2", "cars"]
