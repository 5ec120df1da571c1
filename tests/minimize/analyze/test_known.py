"""Names that the conversation gives away are found in open text, whole or in part."""

from __future__ import annotations

import pytest

from minimize.analyze.known import known_items
from minimize.knowledge.phrases import load
from minimize.model import Context, Finding, Turn
from tests.minimize.analyze.world import case

PHRASES = load()


def names(said: str, arguments: dict[str, str], findings: tuple[Finding, ...] = ()) -> list[str]:
    at_hand = case(arguments)
    context = Context((Turn("system", said), Turn("user", "go, my code is 555123456")))
    return [arguments[f.pointer[1:]][f.start : f.end] for f in known_items(at_hand.document, at_hand.sites, context, findings, PHRASES)]


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


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("rates for 7781-2290-41", ["7781-2290-41"]),
        ("rates for 7 7 8 1 2 2 9 0 4 1 now", ["7 7 8 1 2 2 9 0 4 1"]),
        ("rates for 77812290411", []),
        ("on 2026-05-11", []),
        ("code 555123456", []),
    ],
)
def test_numbers_of_the_system_prompt_that_the_user_did_not_say(value: str, found: list[str]) -> None:
    assert names("Today is 2026-05-11. Member 7781-2290-41, code 555123456.", {"query": value}) == found


def test_names_found_in_one_place_are_found_in_the_others() -> None:
    arguments = {"query": "lease law, client Ola Zzyxnor", "title": "Zzyxnor file", "recipient": "Zzyxnor"}
    taken = (Finding("/query", 18, 29, "DI", "person", "x", 0.9),)
    assert names("hello", arguments, taken) == ["Zzyxnor"]
    unsure = (Finding("/query", 18, 29, "DI", "person", "x", 0.6),)
    assert names("hello", arguments, unsure) == []
