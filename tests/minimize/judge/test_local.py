"""The judge without a model: what was asked to be said stays, what was told beside it goes with its clause."""

from __future__ import annotations

import json

import pytest

from minimize import Minimizer, Policy, ToolCall
from minimize.model import Context, Turn

SCHEMA = {
    "type": "object",
    "properties": {"to": {"type": "string"}, "subject": {"type": "string"}, "body": {"type": "string"}},
    "required": ["to", "body"],
}
JUDGING = Minimizer(policy=Policy(content_aware="local"))


def body(text: str, task: str, system: str = "", minimizer: Minimizer = JUDGING) -> str:
    call = ToolCall("send_email", json.dumps({"to": "ines@example.com", "body": text}, ensure_ascii=False), SCHEMA, "Send an e-mail")
    turns = (*((Turn("system", system),) if system else ()), Turn("user", task))
    done = minimizer.minimize(call, context=Context(turns))
    assert done.blocked is None and done.valid_after
    said: str = json.loads(done.arguments)["body"]
    return said


@pytest.mark.parametrize(
    ("task", "text", "left"),
    [
        (
            "My migraine is back and I have been throwing up all night. Write to Ines (ines@example.com) that the slides come on Tuesday.",
            "Hi Ines,\n\nthe slides come on Tuesday because I have a migraine.\n\nBest,\nOla",
            "Hi Ines,\n\nthe slides come on Tuesday.\n\nBest,\nOla",
        ),
        (
            "Email Ines that I can't come on Friday. It's the chemotherapy, but she doesn't need to know that.",
            "Hi Ines, I can't come on Friday. I have chemotherapy that day. Best, Ola",
            "Hi Ines, I can't come on Friday. Best, Ola",
        ),
        (
            "Ich bin wegen der Scheidung völlig fertig. Schreib Ines, dass der Bericht am Montag kommt.",
            "Hallo Ines, der Bericht kommt am Montag. Ich stecke mitten in der Scheidung. Viele Grüße",
            "Hallo Ines, der Bericht kommt am Montag. Viele Grüße",
        ),
    ],
)
def test_what_was_told_beside_the_task_goes(task: str, text: str, left: str) -> None:
    assert body(text, task) == left
    assert body(text, task, minimizer=Minimizer()) == text, "without the mode it is the message itself"


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("Tell Ines that I have a migraine and stay at home today.", "Hi Ines, I have a migraine and stay at home today."),
        ("Schreib Ines, dass ich wegen der Scheidung am Montag frei brauche.", "Hallo Ines, wegen der Scheidung brauche ich am Montag frei."),
        ("Let Ines know that I've got the flu.", "Hi Ines, I have come down with influenza."),
        ('Text Ines exactly this: "No cancer. Love you."', "No cancer. Love you."),
        (
            "Ines asked what I take. Write her the list: Metformin in the morning, 20 mg of Atorvastatin at night.",
            "Metformin in the morning, 20 mg of Atorvastatin at night.",
        ),
        ("the slides", "Hi Ines, I have a migraine."),
        ("I have a slipped disc and can't lift. Email Ines about it.", "Hi Ines, I have a slipped disc and can't lift. Best, Ola"),
        ("J'ai un cancer. Écris-le à Ines.", "Bonjour Ines, j'ai un cancer."),
        ("Ik heb diabetes. Laat dat aan Ines weten.", "Hoi Ines, ik heb diabetes."),
        ("У меня диабет. Напиши об этом Инес.", "Привет, Инес, у меня диабет."),
        ("Email Ines that I'm out next week. Also that I have surgery on Monday.", "Hi Ines, I'm out next week. I have surgery on Monday."),
        ("Email Ines that I'm off sick. The reason is my migraine, she should know.", "Hi Ines, I'm off sick. The reason is my migraine."),
        ("My son has asthma. Write to the school that he can't do PE and why.", "Dear school, my son can't do PE because he has asthma."),
        (
            "I earn 4200 euros a month. Write the landlord that I want the flat and include my income.",
            "Dear landlord, I want the flat. I earn 4200 euros a month.",
        ),
    ],
    ids=["told", "reason-told", "other-words", "dictated", "list", "no-request", "it", "fr", "nl", "ru", "also", "should-know", "why", "by-name"],
)
def test_what_was_asked_to_be_said_stays(task: str, text: str) -> None:
    assert body(text, task) == text


@pytest.mark.parametrize(
    ("task", "text", "left"),
    [
        (
            "I have a migraine. Email Ines that the deadline moved to Friday.",
            "Hi Ines, I have a migraine and the deadline moved to Friday.",
            "Hi Ines, the deadline moved to Friday.",
        ),
        (
            "Ich habe Migräne. Schreib Ines, dass der Bericht am Montag kommt.",
            "Hallo Ines, ich habe Migräne und der Bericht kommt am Montag.",
            "Hallo Ines, der Bericht kommt am Montag.",
        ),
        (
            "I have a migraine. Email Ines that the slides come Tuesday.",
            "Hi Ines,\n\nI have a migraine.\n\nThe slides come Tuesday.\n\nOla",
            "Hi Ines,\n\nThe slides come Tuesday.\n\nOla",
        ),
    ],
)
def test_what_was_asked_for_in_the_same_breath_stays(task: str, text: str, left: str) -> None:
    assert body(text, task) == left


def test_an_address_is_not_judged() -> None:
    schema = {"type": "object", "properties": {"url": {"type": "string"}}, "required": ["url"]}
    call = ToolCall("fetch", '{"url": "https://jobs.example/search?q=nurse%20night%20shift&l=Oslo"}', schema, "Fetch a page")
    assert not JUDGING.minimize(call, "Open the results for night nurse jobs in Oslo.").changed


def test_what_only_the_profile_tells_goes() -> None:
    system = "User: Ola Nordby, SSN 219-09-9981, has epilepsy."
    text = "Dear Ines, when can we meet? My SSN is 219-09-9981. I have epilepsy."
    left = body(text, "Ask Ines (ines@example.com) when we can meet.", system)
    assert "219-09-9981" not in left and "epilepsy" not in left and left.startswith("Dear Ines, when can we meet?")


def test_an_identifier_that_the_user_gave_stays() -> None:
    text = "Dear Ines, my SSN is 219-09-9981."
    assert body(text, "Send Ines my SSN, 219-09-9981.") == text


def test_the_decision_names_the_judge() -> None:
    call = ToolCall(
        "send_email", json.dumps({"to": "ines@example.com", "body": "The slides come on Tuesday because of my migraine."}), SCHEMA, "Send an e-mail"
    )
    done = JUDGING.minimize(call, "My migraine is back. Write to Ines that the slides come on Tuesday.")
    assert ["judge:local" in d.rules for d in done.decisions if d.pointer == "/body"] == [True]
