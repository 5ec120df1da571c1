"""Neutral titles: in the language, within the lengths, with the verb where that is simple."""

from __future__ import annotations

from minimize.knowledge.phrases import load
from minimize.model import Finding
from minimize.operators.wording import neutral_title, thing

PHRASES = load()


def found(start: int, end: int, sub: str, category: str = "H") -> Finding:
    return Finding("/title", start, end, category, sub, "test", 1.0)


def test_a_title_says_what_the_thing_is() -> None:
    assert neutral_title("Dialysis", [found(0, 8, "procedure")], thing("calendar"), "en", PHRASES, (None, None)) == "Appointment"
    assert neutral_title("透析", [found(0, 2, "procedure")], thing("calendar"), "ja", PHRASES, (1, None)) == "予定"
    assert neutral_title("Dialysis", [found(0, 8, "procedure")], thing("reminder"), "de", PHRASES, (None, None)) == "Erinnerung"


def test_an_action_keeps_its_verb() -> None:
    assert neutral_title("Take Zofran", [found(5, 11, "medication")], thing("reminder"), "en", PHRASES, (None, None)) == "Take medication"


def test_an_action_loses_its_dose_its_remark_and_what_it_is_for() -> None:
    def title(text: str, *items: tuple[str, str], language: str = "en") -> str:
        findings = [found(text.index(item), text.index(item) + len(item), sub) for item, sub in items]
        return neutral_title(text, findings, thing("reminder"), language, PHRASES, (None, None))

    zofran = ("Zofran", "medication")
    assert title("Take Zofran 8 mg (nausea)", zofran, ("nausea", "condition")) == "Take medication"
    assert title("Take Zofran for nausea", zofran, ("nausea", "condition")) == "Take medication"
    assert title("Refill Zofran [again]", zofran) == "Refill medication"
    assert title("Zofran einnehmen", zofran, language="de") == "Erinnerung"
    assert title("After nausea take Zofran", zofran, ("nausea", "condition")) == "Reminder"
    assert title("Take Zofran before I see the others at noon", zofran) == "Reminder"


def test_lengths_are_obeyed() -> None:
    assert neutral_title("Chemo", [found(0, 5, "procedure")], "event", "en", PHRASES, (None, 5)) == "Appoi"
    assert len(neutral_title("Chemo", [found(0, 5, "procedure")], "event", "en", PHRASES, (20, 30))) >= 20


def test_the_neutral_title_is_never_the_original() -> None:
    assert neutral_title("Appointment", [found(0, 11, "procedure")], "event", "en", PHRASES, (None, None)) != "Appointment"
