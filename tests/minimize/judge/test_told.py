"""The user's last message, parted into what he asks for and what he tells beside it."""

from __future__ import annotations

from dataclasses import replace
from time import thread_time

import pytest

from minimize import Minimizer
from minimize.judge.told import Told, told_by
from tests.minimize.analyze.world import case

KNOWLEDGE = Minimizer().knowledge


def told(message: str) -> Told:
    return told_by(replace(case({"body": "x"}, said=message), knowledge=KNOWLEDGE))


@pytest.mark.parametrize(
    ("message", "asked", "beside", "withheld"),
    [
        ("I have gout. Tell Ines the report comes.", "report", "gout", ""),
        ("Tell Ines the report comes, I have gout but leave that out.", "report", "gout", "gout"),
        ("Don't mention the gout, just tell Ines the report comes.", "report", "gout", "gout"),
        ("Tell Ines the report comes without mentioning the gout.", "report", "gout", "gout"),
        ("Tell Ines the report comes and I have gout but keep that quiet.", "report", "gout", "gout"),
        ("Tell Ines the report comes, it's the gout, but that's between us.", "report", "gout", "gout"),
        ("Please help, I have gout. Tell Ines the report comes.", "report", "gout", ""),
        ("Tell Ines (I have gout) that the report comes.", "report", "gout", ""),
        ("Tell Ines (the gout ward) that the report comes.", "gout", "", ""),
        ("Please help me tell Ines about the gout.", "gout", "", ""),
    ],
)
def test_a_message_is_parted(message: str, asked: str, beside: str, withheld: str) -> None:
    found = told(message)
    assert found.known
    for word, words, others in ((asked, found.asked, found.beside), (beside, found.beside, found.asked), (withheld, found.withheld, found.asked)):
        assert not word or (word[:5] in words and word[:5] not in others)


@pytest.mark.parametrize("message", ["", "I have gout.", "Please, I have gout.", "Can you help?"])
def test_without_a_request_nothing_is_known(message: str) -> None:
    assert not told(message).known


@pytest.mark.parametrize(
    ("message", "points"),
    [
        ("У меня подагра. Напиши Инес, что отчёт будет во вторник.", False),
        ("저는 통풍이 있어요. 이네스에게 보고서가 화요일에 온다고 전해 주세요.", False),
        ("I have gout. Email Ines about it.", True),
        ("I have gout. Email Ines Norling.", True),
    ],
)
def test_a_request_that_says_something_does_not_point_back_in_any_script(message: str, points: bool) -> None:
    assert told(message).points is points


def test_many_pleas_take_linear_time() -> None:
    def spent(size: int) -> float:
        begun = thread_time()
        assert not told("please, " * size).known
        return thread_time() - begun

    spent(50)
    assert spent(900) < 12 * max(spent(225), 0.004)
