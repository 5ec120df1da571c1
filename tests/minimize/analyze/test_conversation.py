"""What was said: dictated texts, options, the private background, consent."""

from __future__ import annotations

import pytest

from minimize.analyze.conversation import Conversation, plain
from minimize.knowledge.phrases import load
from minimize.model import Context, Finding, Policy, Turn

PHRASES = load()


def talk(*turns: tuple[str, str], policy: Policy | None = None, **more: object) -> Conversation:
    return Conversation(Context(tuple(Turn(r, t) for r, t in turns), **more), policy or Policy(), PHRASES)  # type: ignore[arg-type]


def test_dictated_is_verbatim_but_for_case_spacing_and_quotes() -> None:
    said = talk(("user", "Text her 'running  late,\nback at 8'."))
    assert said.dictated("Running late, back at 8.")
    assert not said.dictated("Running very late")
    assert not said.dictated("8")


def test_quoted_is_the_whole_quotation() -> None:
    said = talk(("user", "Call the event 'Board games at 8.' The letter says \"Dental surgery, room 4\"."))
    assert said.quoted("Board games at 8")
    assert said.quoted("Dental surgery, room 4")
    assert not said.quoted("Dental surgery")
    assert not said.quoted("the event")


def test_only_the_last_message_of_the_user_dictates() -> None:
    said = talk(("user", "my loyalty number is 4471"), ("assistant", "ok"), ("user", "find a hotel"))
    assert not said.asked("4471")
    assert talk(("user", "a hotel with my loyalty number 4471, quiet")).asked("4471")


@pytest.mark.parametrize(("value", "asked"), [("blue", True), ("blu", False), ("red", False), ("x" * 50, False), ("b", False)])
def test_an_option_is_a_word_of_its_own(value: str, asked: bool) -> None:
    assert talk(("user", "bluebells and gift wrap in blue please")).asked(value) is asked


def test_the_background_is_all_but_the_last_message() -> None:
    said = talk(("system", "Profile: Ola Nordmann, member 88-1234-77"), ("user", "weather in Oslo?"))
    assert said.from_background("asked by Ola Nordmann")
    assert said.from_background("ref 88-1234-77")
    assert not said.from_background("asked about Oslo weather")
    assert not talk(("user", "weather?")).from_background("Ola Nordmann")


def found(category: str) -> Finding:
    return Finding("/x", 0, 4, category, "x", "test", 1.0)


def test_a_phrase_of_the_policy_consents_to_any_category() -> None:
    said = talk(policy=Policy(task_context=("asthma",)))
    assert said.consented(found("H"), "severe asthma")
    assert not said.consented(found("H"), "diabetes")


def test_a_phrase_of_the_client_reaches_as_far_as_the_policy_lets_it() -> None:
    assert not talk(task_context=("asthma",)).consented(found("H"), "asthma")
    assert talk(task_context=("asthma",), policy=Policy(consent_allowed=frozenset("H"))).consented(found("H"), "asthma")
    assert not talk(task_context=("asthma",), policy=Policy(consent_allowed=frozenset("F"))).consented(found("H"), "asthma")
    assert talk(consent=frozenset("H")).consented(found("H"), "anything")


def test_folding() -> None:
    assert plain(" “A\u200b  B”. ") == "a b"


def test_language_of_the_conversation() -> None:
    assert talk(("user", "Bitte trag den Termin mit dem Arzt ein")).language == "de"
    assert talk().language == "en"


def test_told_in_any_message_of_the_user() -> None:
    said = talk(("user", "call mom please"), ("assistant", "ok, Kari"), ("user", "at ten"))
    assert said.told("mom")
    assert not said.told("Kari")
    assert not said.told("mo")


def test_grounded_is_the_share_of_words_that_the_user_said() -> None:
    said = talk(("user", "Book the corner table, we are celebrating"))
    assert said.grounded("corner table, celebration") == 1.0
    assert said.grounded("recovering from surgery") == 0.0
    assert talk().grounded("anything") == 1.0


def test_what_only_the_profile_tells() -> None:
    said = talk(("system", "Profile: plays the trombone, gout, vegan"), ("user", "a vegan place for trombonists?"))
    assert said.from_profile("gout")
    assert not said.from_profile("vegan")
    assert not said.from_profile("trombone")
    assert not said.from_profile("goat")


def test_retold_is_most_of_it_in_the_last_message() -> None:
    said = talk(("user", "Remind me to bring the green ladder"))
    assert said.retold("bring green ladders")
    assert not said.retold("bring the oboe home")
    assert talk(("user", "記下：帶綠色梯子")).retold("帶綠色梯子")


@pytest.mark.parametrize(
    ("said", "name", "own"),
    [
        ("I'm Ola Nordby, what are my rights?", "Ola Nordby", True),
        ("court dates of my son Ola Nordby", "Ola Nordby", True),
        ("Ola Nordby, my husband, was born where?", "Ola Nordby", True),
        ("Ich heiße Uwe Seiler. Welche Fristen gelten?", "Uwe Seiler", True),
        ("我是欧阳晓,查一下期限", "欧阳晓", True),
        ("Find me something on Sigrid Undset", "Sigrid Undset", False),
        ("My essay is due. Find dates of Sigrid Undset", "Sigrid Undset", False),
        ("我想查鲁迅的作品", "鲁迅", False),
        ("anything", "Ola Nordby", False),
    ],
)
def test_introduced_is_whom_the_user_calls_himself_or_his(said: str, name: str, own: bool) -> None:
    assert talk(("user", said)).introduced(name) is own


def test_what_is_between_quotation_marks_is_a_quote_if_it_is_a_text() -> None:
    said = "Post 'The fair is on Sunday.' to #web, label “new”, as on Kari's board"
    assert Conversation(Context((Turn("user", said),)), Policy(), load()).quotes == ("the fair is on sunday",)


def test_short_words_of_scripts_without_spaces_may_come_from_the_profile() -> None:
    talk = Conversation(Context((Turn("system", "利用者：うつ病"), Turn("user", "加湿器を比較して"))), Policy(), load())
    assert talk.from_profile("うつ病")
    assert not talk.from_profile("加湿器")
