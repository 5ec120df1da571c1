"""Signs of private life in a field that the tool can do without; benign notes show none."""

from __future__ import annotations

import pytest

from minimize.analyze.conversation import Conversation
from minimize.analyze.story import tells_a_story
from minimize.knowledge.phrases import load
from minimize.model import Context, Policy, Turn

PHRASES = load()
PLAIN = Conversation(Context(), Policy(), PHRASES)


@pytest.mark.parametrize(
    "text",
    [
        "visiting grandma after her hip surgery",
        "we separated last month",
        "Reise wegen der Beerdigung seiner Mutter",
        "elle est enceinte et en arrêt",
        "no puede pagar sus deudas",
        "母の葬儀のため",
        "孩子住院了",
        "남편 병원 예약",
        "Customer has been out of work and behind on rent",
    ],
)
def test_stories(text: str) -> None:
    assert tells_a_story(text, PLAIN, PHRASES)


@pytest.mark.parametrize(
    "text",
    ["extra legroom if possible", "economy", "window seat, no breakfast", "batch job nightly import v2", "Fensterplatz", "最安値で", "json output", "mother"],
)
def test_benign_notes(text: str) -> None:
    assert not tells_a_story(text, PLAIN, PHRASES)


def test_the_private_context_repeated_is_one() -> None:
    talk = Conversation(Context((Turn("system", "Record: Ola Nordmann, plan 7781-22"), Turn("user", "rates today?"))), Policy(), PHRASES)
    assert tells_a_story("for Ola Nordmann", talk, PHRASES)
    assert not tells_a_story("for Kari Hansen", talk, PHRASES)
