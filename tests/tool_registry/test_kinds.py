"""Kinds by evidence: what wins over what, and how sure it is."""

from __future__ import annotations

import pytest

from tool_registry.kinds import KindIndex, index_kind
from tool_registry.load import load
from tool_registry.model import Kind


@pytest.fixture
def index() -> KindIndex:
    made = KindIndex()
    made.vocabulary.add_all({"en": ["send"], "de": ["send*"]}, "@send")
    index_kind(made, Kind("generic", "", {}), {})
    index_kind(made, Kind("letter", "", {}), {"words": {"en": ["letter"], "de": ["brief*"]}, "name": ["@send ~"], "params": ["stamp"], "against": ["search ~"]})
    index_kind(made, Kind("parcel", "", {}), {"words": {"en": ["parcel"]}, "name": ["~^0.1"], "bare": 0.1})
    return made


def test_a_phrase_needs_all_its_words_in_any_order(index: KindIndex) -> None:
    assert index.recognise("letter_send", "", [])[0].name == "letter"
    assert index.recognise("briefSenden", "", [])[0].name == "letter"
    assert index.recognise("send", "", [])[0].name == "generic"


def test_evidence_against_a_kind_counts(index: KindIndex) -> None:
    assert index.recognise("search_letter", "", [])[0].name == "generic"


def test_the_description_helps_where_the_name_says_nothing(index: KindIndex) -> None:
    assert index.recognise("do_it", "Sends a letter.", [])[0].name == "letter"


def test_a_telling_parameter_makes_it_surer(index: KindIndex) -> None:
    assert index.recognise("send_letter", "", ["stamp"])[1] > index.recognise("send_letter", "", [])[1] > 0.5


def test_weakened_evidence_does_not_reach_the_threshold(index: KindIndex) -> None:
    assert index.recognise("parcel", "", [])[0].name == "generic"


@pytest.mark.parametrize(
    ("name", "description", "kind"),
    [
        ("getWeather", "", "weather"),
        ("wetter_heute", "", "weather"),
        ("obtener_clima", "", "weather"),
        ("天気予報", "", "weather"),
        ("hava_durumu_getir", "", "weather"),
        ("पूछें", "मौसम बताएं", "weather"),
        ("calendar.events.insert", "", "calendar"),
        ("创建日程", "", "calendar"),
        ("utworz_wydarzenie", "", "calendar"),
        ("sendEmail", "", "email"),
        ("отправить_письмо", "", "email"),
        ("wyslij_sms", "", "messaging"),
        ("إرسال_رسالة", "", "messaging"),
        ("이메일_보내기", "", "email"),
        ("reserver_table", "Réserve une table dans un restaurant", "visit"),
        ("ホテル検索", "", "travel_search"),
        ("delegate_task", "", "delegation"),
        ("urlaubsantrag_stellen", "", "hr"),
        ("перевести_текст", "", "translation"),
        ("execute_sql", "", "sql"),
        ("frobnicate", "", "generic"),
    ],
)
def test_kinds_are_recognised_in_many_languages(name: str, description: str, kind: str) -> None:
    made = load().recognise(name, description, {"type": "object", "properties": {"a": {"type": "string"}}}, trust_annotations=True)
    assert made.kind.name == kind
