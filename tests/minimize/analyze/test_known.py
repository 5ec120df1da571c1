"""Names that the conversation gives away are found in open text, whole or in part."""

from __future__ import annotations

import pytest

from minimize.analyze.known import known_names, without_towns
from minimize.knowledge.phrases import load
from minimize.model import Context, Finding, Turn
from tests.minimize.analyze.world import case
from tests.minimize.operators.test_location import Known

PHRASES = load()


def names(said: str, arguments: dict[str, str], findings: tuple[Finding, ...] = ()) -> list[str]:
    at_hand = case(arguments)
    context = Context((Turn("system", said), Turn("user", "go")))
    return [arguments[f.pointer[1:]][f.start : f.end] for f in known_names(at_hand.document, at_hand.sites, context, findings, PHRASES)]


@pytest.mark.parametrize(
    ("said", "value", "found"),
    [
        ("You help. User profile: Ola Zzyxnor, Oslo.", "shoes for Ola Zzyxnor", ["Ola Zzyxnor"]),
        ("You help. User profile: Ola Zzyxnor, Oslo.", "shoes for Mrs Zzyxnor today", ["Zzyxnor"]),
        ('{"id": 7, "full_name": "x", "name": "Ola Zzyxnor"}', "for Ola Zzyxnor", ["Ola Zzyxnor"]),
        ("用户资料：欧阳某某，上海。", "律师 委托人欧阳某某", ["欧阳某某"]),
        ("ユーザー: 架空花子、東京", "架空花子さん 病院", ["架空花子"]),
        ("사용자 정보: 가상인, 서울", "예약자 가상인", ["가상인"]),
        ("Profile: Zzyxnor lives far away and likes the sea", "Zzyxnor", []),
        ("Profile: 12 Elm Street", "12 Elm Street", []),
        ("Ola Zzyxnor wrote this", "Ola Zzyxnor", []),
        ("User profile: Ola Zzyxnor, Oslo.", "olaf zzyxnorian", []),
    ],
)
def test_records(said: str, value: str, found: list[str]) -> None:
    assert names(said, {"query": value}) == found


def test_only_where_a_name_is_not_needed() -> None:
    assert names("Profile: Ola Zzyxnor, Oslo", {"recipient": "Ola Zzyxnor", "limit": "Ola Zzyxnor"}) == []


def test_what_is_found_already_is_not_found_again() -> None:
    taken = (Finding("/query", 0, 11, "DI", "person", "x", 1.0),)
    assert names("Profile: Ola Zzyxnor, Oslo", {"query": "Ola Zzyxnor"}, taken) == []


def test_a_town_called_like_a_person_is_none_in_a_field_for_places() -> None:
    def person(pointer: str, start: int, end: int) -> Finding:
        return Finding(pointer, start, end, "DI", "person", "x", 1.0)

    at_hand = case({"location": "Ola Nordmann, 3 Elm St, Dayton", "query": "Dayton"})
    apart, town, elsewhere = person("/location", 0, 12), person("/location", 24, 30), person("/query", 0, 6)
    assert without_towns(at_hand.document, at_hand.sites, (apart, town, elsewhere), Known()) == (apart, elsewhere)
