"""Answers as bytes without values, and back beside the same ask only."""

from __future__ import annotations

import pytest

from llmproxy.verdicts.packed import pack, unpack
from minimize.judge.asking import Answer, Asked, Item

ASKED = Asked(
    [Item("i1", "/body", "migraine", "H", 9), Item("i2", "/body", "Ines", "QI"), Item("i3", "/subject", "migraine", "H", 10)],
    {"/body": "Ines, my migraine is back. I moved to Graz.", "/subject": "About the migraine"},
)
HERE, INES, THERE = (item.place for item in ASKED.items)
ANSWER = Answer(frozenset({HERE}), (("/body", "moved to Graz", "L"), ("/subject", "About", "Im")), needed=frozenset({INES, THERE}))


@pytest.mark.parametrize("answer", [ANSWER, Answer(), Answer(frozenset({THERE}), needed=frozenset({HERE}))])
def test_there_and_back(answer: Answer) -> None:
    data = pack(answer, ASKED)
    assert data is not None and unpack(data, ASKED) == answer


def test_no_value_and_no_place_stands_in_it() -> None:
    assert pack(ANSWER, ASKED) == b'["-++",[[0,29,13,"L"],[1,0,5,"Im"]]]'


@pytest.mark.parametrize("answer", [Answer(missing=1), Answer(found=(("/body", "Vienna", "L"),)), Answer(found=(("/cc", "Graz", "L"),))])
def test_what_cannot_be_said_in_places_is_not_kept(answer: Answer) -> None:
    assert pack(answer, ASKED) is None


@pytest.mark.parametrize(
    "data", [b"", b"null", b"[]", b'["-+",[]]', b'["-+?",[]]', b'["-++",[[7,0,1,"L"]]]', b'["-++",[[0,9999,1,"L"]]]', b'["-++",[["a",0,1,"L"]]]', b'["-++",3]']
)
def test_what_is_no_answer_to_this_ask_is_none(data: bytes) -> None:
    assert unpack(data, ASKED) is None
