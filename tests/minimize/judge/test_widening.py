"""Clauses and sentences that go with an item."""

from __future__ import annotations

import re
from time import thread_time

import pytest

from minimize.analyze.conversation import parts, plain
from minimize.judge.widening import sentences, share, widened
from minimize.knowledge.phrases import load
from minimize.model import Finding

PHRASES = load()


def gone(text: str, item: str, said: str) -> list[str]:
    at = text.index(item)
    finding = Finding("/body", at, at + len(item), "H", "condition", "test", 0.9)
    return [text[f.start : f.end] for f in widened(text, [finding], [finding], parts(plain(said)), PHRASES)]


@pytest.mark.parametrize(
    ("text", "said", "expected"),
    [
        ("I come on Monday because of my migraine. Bye.", "come on Monday", ["because of my migraine"]),
        ("I come on Monday, after the migraine of last week, by train.", "come on Monday by train", ["after the migraine of last week"]),
        ("My head aches from the migraine. I come on Monday.", "come on Monday", ["My head aches from the migraine"]),
        ("migraine", "come on Monday", ["migraine"]),
    ],
)
def test_the_clause_or_the_sentence_goes(text: str, said: str, expected: list[str]) -> None:
    assert gone(text, "migraine", said) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The new stage opens in March, and Ola has a migraine. Bye.", "The new stage opens in March, . Bye."),
        ("The new stage opens in March, and Ola, a baker, has a migraine, poor man. Bye.", "The new stage opens in March, . Bye."),
        ("The new stage opens in March (Ola has a migraine). Bye.", "The new stage opens in March . Bye."),
        ("The new stage (Ola, a baker, has a migraine) opens in March. Bye.", "The new stage  opens in March. Bye."),
        ("The new stage opens in March because of Ola's migraine. Bye.", "The new stage opens in March . Bye."),
        ("The new stage opens in March; the migraine of Ola is worse. Bye.", "The new stage opens in March; . Bye."),
        ("Ola, of the new stage in March, has a migraine. Bye.", ". Bye."),
        ("Ola works (with a migraine). Bye.", ". Bye."),
        ("舞台は三月に開きます、migraine がひどく。", "。"),
    ],
)
def test_a_statement_before_the_item_stays_though_the_user_did_not_say_it(text: str, expected: str) -> None:
    (cut,) = gone(text, "migraine", "tell them the news")
    assert text.replace(cut, "") == expected


@pytest.mark.parametrize(
    ("text", "item", "expected"),
    [
        ("Hi Ines, I have a migraine, so the slides come late.", "migraine", "I have a migraine, so"),
        ("I have a migraine, which is why the slides come late.", "migraine", "I have a migraine, which is why"),
        ("Tengo migraña, así que los documentos llegan tarde.", "migraña", "Tengo migraña, así que"),
        ("Ich habe Migräne, also kommen die Folien.", "Migräne", "Ich habe Migräne"),
        ("통풍으로 인해 보고서가 늦습니다.", "통풍", "통풍으로 인해"),
        ("Diyabet nedeniyle rapor geç gelecek.", "Diyabet", "Diyabet nedeniyle"),
        (
            "I owe two payments on the car loan and really need money.",
            "two payments on the car loan",
            "I owe two payments on the car loan and really need money",
        ),
        ("The slides come late because I have a migraine.", "come late because I have a migraine", "because I have a migraine"),
    ],
)
def test_words_of_cause_and_consequence_go_along(text: str, item: str, expected: str) -> None:
    assert gone(text, item, "slides come late documentos llegan tarde Folien kommen 보고서가 늦습니다 rapor geç gelecek") == [expected]


def test_sentences_know_initials_and_titles() -> None:
    text = "Dr. Vale comes at 5 p.m. on Monday. J. Roe too!\n今日は。明日は"
    assert [text[a:b] for a, b in sentences(text)] == ["Dr. Vale comes at 5 p.m", "on Monday", "J. Roe too", "今日は", "明日は"]


def test_the_share_of_nothing_is_none() -> None:
    assert share(frozenset(), frozenset({"a"})) == 0.0
    assert share(frozenset({"a", "b"}), frozenset({"a"})) == 0.5


@pytest.mark.parametrize("piece", ["I come, because of migraine, by train. ", "because of my migraine "], ids=["sentences", "one clause"])
def test_long_texts_take_linear_time(piece: str) -> None:
    def spent(size: int) -> float:
        text = piece * size
        items = [Finding("/b", m.start(), m.end(), "H", "condition", "t", 0.9) for m in re.finditer("migraine", text)]
        begun = thread_time()
        widened(text, items, items, frozenset(), PHRASES)
        return thread_time() - begun

    spent(50)
    assert spent(2000) < 12 * max(spent(500), 0.002)
