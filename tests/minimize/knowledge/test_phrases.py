"""The phrases: every language has titles, languages are told apart, contradictions are refused."""

from __future__ import annotations

import pytest

from minimize.errors import KnowledgeError
from minimize.knowledge.phrases import build, load

PHRASES = load()


def test_every_language_has_a_neutral_title_and_reason() -> None:
    for language in PHRASES.titles:
        assert PHRASES.titles[language]["event"]
        assert PHRASES.standins[language]["reason"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Termin mit dem Anwalt", "de"),
        ("rendez-vous avec le notaire", "fr"),
        ("cita con el abogado", "es"),
        ("consulta com o médico", "pt"),
        ("appuntamento con il notaio", "it"),
        ("afspraak met de notaris", "nl"),
        ("歯医者の予約", "ja"),
        ("看牙医", "zh"),
        ("치과 예약", "ko"),
        ("موعد الطبيب", "ar"),
        ("встреча с врачом", "ru"),
        ("зустріч у лікарні", "uk"),
        ("قرار با پزشک", "fa"),
        ("Diş hekimi randevusu", "tr"),
        ("Tandlæge på tirsdag", "da"),
        ("Khám bệnh ở Hà Nội", "vi"),
        ("schůzka s právníkem", "cs"),
        ("Ραντεβού με γιατρό", "el"),
        ("Lunch", "en"),
    ],
)
def test_languages(text: str, language: str) -> None:
    assert PHRASES.language(text) == language


def test_the_conversation_decides_where_the_value_does_not_tell() -> None:
    assert PHRASES.language("Chemo", "de") == "de"


def test_a_language_without_a_word_falls_back() -> None:
    assert PHRASES.title("ticket", "sv") == PHRASES.title("event", "sv")
    assert PHRASES.title("event", "xx") == "Appointment"


def test_leads() -> None:
    text = "for the patient: Ola"
    assert PHRASES.lead(text, 17, 0) == 8
    assert PHRASES.lead(text, 8, 0) == 4
    assert PHRASES.lead("委托人张三", 3, 0) == 0
    assert PHRASES.lead("shoes Ola", 6, 0) == 6
    assert PHRASES.lead("a case. Ola", 8, 0) == 8, "the end of a sentence is no label"
    assert PHRASES.lead("call Dr. Ola", 9, 0) == 5


def test_contradictions_are_refused() -> None:
    with pytest.raises(KnowledgeError):
        build({"languages": {"de": {}}})
    with pytest.raises(KnowledgeError):
        build({"languages": {"en": {"titels": {}}}})
