"""Words of names and descriptions, in several scripts."""

from __future__ import annotations

import pytest

from tool_registry.words import MAX_TOKENS, Vocabulary, bare, fold, is_unspaced, stem, tokens


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("shippingAddress", ("shipping", "address")),
        ("shipping_address2", ("shipping", "address")),
        ("HTTPServerURL", ("http", "server", "url")),
        ("start-date", ("start", "date")),
        ("Geburtsdatum", ("geburtsdatum",)),
        ("Straße", ("strasse",)),
        ("Empfänger", ("empfaenger",)),
        ("código_postal", ("codigo", "postal")),
        ("出発地", ("出発地",)),
        ("получатель", ("получатель",)),
        ("", ()),
        ("__1__", ()),
    ],
)
def test_a_name_falls_into_words(name: str, words: tuple[str, ...]) -> None:
    assert tokens(name) == words


@pytest.mark.parametrize(
    ("plural", "singular"),
    [("cities", "city"), ("addresses", "address"), ("passengers", "passenger"), ("status", "status"), ("news", "news"), ("gps", "gps"), ("bus", "bus")],
)
def test_an_english_plural_loses_its_ending(plural: str, singular: str) -> None:
    assert stem(plural) == singular


def test_spellings_of_an_umlaut_are_one() -> None:
    assert fold("Größe") == fold("groesse") == "groesse"
    assert fold("Épicerie") == "epicerie"


def test_a_japanese_voicing_mark_is_no_accent() -> None:
    assert fold("ガ") != fold("カ")


def test_only_so_many_words_are_looked_at() -> None:
    assert len(tokens("word " * 5000)) == MAX_TOKENS


def test_a_script_without_spaces_is_known_by_its_letters() -> None:
    assert is_unspaced("天気")
    assert is_unspaced("날씨")
    assert not is_unspaced("погода Wetter")


@pytest.fixture
def vocabulary() -> Vocabulary:
    made = Vocabulary()
    made.add_all({"en": ["send"], "de": ["send*", "schick*"], "ja": ["送信"]}, "@send")
    made.add_all({"en": ["business"], "de": ["bus*"]}, "@transport")
    return made


@pytest.mark.parametrize("text", ["send_it", "Sendungen", "verschickt schicken", "データを送信する"])
def test_a_word_stands_for_its_group_in_every_language(vocabulary: Vocabulary, text: str) -> None:
    assert "@send" in vocabulary.symbols(text)


def test_a_stem_does_not_match_an_english_word_that_is_known(vocabulary: Vocabulary) -> None:
    made = Vocabulary()
    made.add("bus*", "@transport")
    assert "@transport" in made.symbols("business")
    made = Vocabulary()
    made.add_english(["business"])
    made.add("bus*", "@transport")
    assert "@transport" not in made.symbols("business")
    assert "@transport" in made.symbols("busfahrt")


def test_words_themselves_are_symbols(vocabulary: Vocabulary) -> None:
    assert {"parcel", "late"} <= vocabulary.symbols("late parcels")


def test_a_compound_is_read_by_its_head_in_languages_that_join_words() -> None:
    vocabulary = Vocabulary()
    vocabulary.add_all({"de": ["kalender*"], "en": ["weather"]}, "~kind")
    assert "~kind" in vocabulary.symbols("vereinskalender_zeigen")
    assert "~kind" not in vocabulary.symbols("sweather")


def test_a_phrase_with_an_open_end_matches_words_that_begin_so() -> None:
    vocabulary = Vocabulary()
    vocabulary.add("kargo takip*", "~kind")
    assert "~kind" in vocabulary.symbols("kargo_takibi takip kargo_takipleri")
    assert "~kind" not in vocabulary.symbols("kargo fiyat")


def test_umlauts_count_in_either_spelling() -> None:
    vocabulary = Vocabulary()
    vocabulary.add("saljare", "@seller")
    vocabulary.add("kuenstler", "@artist")
    assert "@seller" in vocabulary.symbols("säljare")
    assert "@artist" in vocabulary.symbols("Künstler")
    assert bare("Säljare på väg") == "Saljare pa vag"
    assert bare("seller") == "seller"
