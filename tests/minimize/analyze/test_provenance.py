"""Where a value comes from, however people write it."""

from __future__ import annotations

import time

import pytest

from minimize.analyze.provenance import Origin, Said, Sources, folded
from minimize.model import Turn


def sources(last: str, background: str = "", earlier: str = "") -> Sources:
    turns = [Turn("system", background), Turn("user", earlier), Turn("assistant", "Fine."), Turn("user", last)]
    return Sources([turn for turn in turns if turn.text])


def test_who_wrote_it() -> None:
    talk = sources("Book for Ola Nordby", "User: Kari Lien, card 5555 0000", "I am vegan")
    assert talk.origin("ola nordby") is Origin.LAST
    assert talk.origin("Vegan") is Origin.EARLIER
    assert talk.origin("Kari Lien") is Origin.BACKGROUND
    assert talk.origin("Per Moen") is Origin.NOWHERE
    assert [Origin.LAST.rule, Origin.EARLIER.rule, Origin.BACKGROUND.rule, Origin.NOWHERE.rule] == [
        "provenance:user",
        "provenance:user",
        "provenance:background",
        "provenance:model",
    ]


def test_the_user_wins_over_the_background() -> None:
    assert sources("I'm Kari Lien", "User: Kari Lien").origin("Kari Lien") is Origin.LAST


def test_without_a_user_nothing_is_known() -> None:
    assert not Sources([]).known
    assert not Sources([Turn("system", "Kari")]).known
    assert Sources([]).origin("Kari") is Origin.NOWHERE


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("born 09/11/1979", "1979-11-09"),
        ("born on 9 November 1979", "1979-11-09"),
        ("née le 9 novembre 1979", "1979-11-09"),
        ("November 9th, 1979", "1979-11-09"),
        ("1979년 11월 9일에 태어났어요", "1979-11-09"),
        ("1979年11月9日生まれ", "1979-11-09"),
        ("전화는 +82 10-0000-0199", "010-0000-0199"),
        ("call me at (555) 555-0177", "+1 555 555 0177"),
        ("আমার আয় ৮১,৫০০ টাকা", "81500"),
        ("lönen är 51 300 kr", "51300"),
        ("at least 65k a year", "65000"),
        ("gaji minimal 7,5 juta", "7500000"),
        ("月12万円まで", "120000"),
        ("matrícula 7 733 BBB", "7733BBB"),
        ("CAFÉ ZOË", "cafe zoe"),
        ("Yaşar Kemal'in romanları", "Yaşar Kemal"),
        ("收货人欧阳晓,放门口", "欧阳晓"),
        ("熱が三日続いています", "熱が三日"),
        ("목이 3일째 아파요", "목 3일째"),
        ("write to o.nordby@example.org, please", "o.nordby@example.org"),
        ("meet Ivanova tomorrow", "Ivanov"),
    ],
)
def test_ways_of_writing(said: str, value: str) -> None:
    assert sources(said).origin(value) is Origin.LAST


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("born 09/11/1979", "1979-11-10"),
        ("born 9 November 1979", "1978-11-09"),
        ("555-0142", "555-0143"),
        ("I like Ann", "Anna"),
        ("in 2026", "2"),
        ("at 65 Elm Street", "66000"),
        ("月曜に", "火曜"),
        ("matrícula 7733 BBB", "7733BBC"),
        ("anything", "..."),
    ],
)
def test_what_is_something_else(said: str, value: str) -> None:
    assert sources(said).origin(value) is Origin.NOWHERE


def test_the_share_of_the_words_that_were_said() -> None:
    assert Said("cough for two weeks").share("two weeks cough fever") == 0.75
    assert Said("").share("cough") == 0.0
    assert sources("a cough, for two weeks").dictated("cough two weeks")
    assert not sources("a cough").dictated("cough two weeks")
    assert sources("a cough").dictated("cough fever", 0.5)


def test_folding() -> None:
    assert folded("Ärger İstanbul ٤٢ 한") == "arger istanbul 42 한"


def test_linear_in_the_conversation() -> None:
    talk = sources("7 x " * 100_000, "東京 12-3 " * 100_000)
    start = time.perf_counter()
    for value in ("12 34", "東京都", "1979-11-09", "nobody " * 50_000):
        talk.origin(value)
    assert time.perf_counter() - start < 2.0


def test_arabic_words_are_known_without_what_hangs_before_them() -> None:
    said = Sources((Turn("user", "ابحث عن مركز لتحليل الدم"),))
    assert said.last.holds("مركز تحليل دم")
    assert not said.last.holds("مركز الكلى")
