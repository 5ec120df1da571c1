"""Words of the lexicons in context."""

import pytest


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("at Hillcrest Dialysis Center today", ("facility", "Hillcrest Dialysis Center")),
        ("Termin im Klinikum Nordstadt", ("facility", "Klinikum Nordstadt")),
        ("rendez-vous à l'hôpital Saint-Joseph", ("facility", "hôpital Saint-Joseph")),
        ("あおばレディースクリニックの予約", ("facility", "あおばレディースクリニック")),
        ("in der Uniklinik Beispielstadt", ("facility", "Uniklinik")),
        ("appointment at hillcrest fertility clinic", ("facility", "hillcrest fertility clinic")),
    ],
)
def test_facilities_with_their_names(found, text, expected):
    sub, name = expected
    assert any(s == sub and name in n for s, n in found(text))


def test_general_talk_is_no_finding(found):
    assert found("history of cancer research") == []
    assert ("condition", "breast cancer") in found("my aunt has breast cancer")


def test_kin_words_that_are_none(found):
    assert found("Mother's Day brunch ideas") == []
    assert found("call my mother") == [("family", "mother")]
