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


@pytest.mark.parametrize(
    ("task", "text", "left"),
    [
        (
            "Tell Ines the report is late, I'm HIV positive but leave that out.",
            "Hi Ines, the report is late. I'm HIV positive.",
            "Hi Ines, the report is late.",
        ),
        (
            "Don't mention my diabetes, just tell Ines the report is late.",
            "Hi Ines, the report is late because of my diabetes.",
            "Hi Ines, the report is late.",
        ),
        (
            "Tell Ines the report is late without mentioning my diabetes.",
            "Hi Ines, the report is late because of my diabetes.",
            "Hi Ines, the report is late.",
        ),
        (
            "Schreib Ines, dass der Bericht später kommt, ich habe Diabetes, aber das lass weg.",
            "Hallo Ines, der Bericht kommt später. Ich habe Diabetes.",
            "Hallo Ines, der Bericht kommt später.",
        ),
        (
            "Please help, I have bipolar disorder. Email Ines that the report is late.",
            "Hi Ines, the report is late. I have bipolar disorder.",
            "Hi Ines, the report is late.",
        ),
        (
            "Can you help me, I have bipolar disorder. Email Ines that the report is late.",
            "Hi Ines, the report is late. I have bipolar disorder.",
            "Hi Ines, the report is late.",
        ),
        (
            "Bitte hilf mir, ich habe Diabetes. Schreib Ines, dass der Bericht am Montag kommt.",
            "Hallo Ines, der Bericht kommt am Montag. Ich habe Diabetes.",
            "Hallo Ines, der Bericht kommt am Montag.",
        ),
        (
            "Email Ines that the report is late (my son is in rehab).",
            "Hi Ines, the report is late because my son is in rehab.",
            "Hi Ines, the report is late.",
        ),
        (
            "Email Ines (I have epilepsy) that the report is late.",
            "Hi Ines, I have epilepsy and the report is late.",
            "Hi Ines, the report is late.",
        ),
        (
            "У меня мигрень. Напиши Инес, что отчёт будет во вторник.",
            "Инес, отчёт будет во вторник, потому что у меня мигрень.",
            "Инес, отчёт будет во вторник.",
        ),
        (
            "У меня мигрень. Напиши Инес, что отчёт будет во вторник.",
            "Инес, из-за мигрени отчёт будет во вторник.",
            "Инес, отчёт будет во вторник.",
        ),
        (
            "У меня диабет. Напиши Инес, что отчёт будет во вторник.",
            "Инес, у меня диабет, поэтому отчёт будет во вторник.",
            "Инес, отчёт будет во вторник.",
        ),
        (
            "저는 편두통이 있어요. 이네스에게 보고서가 화요일에 온다고 이메일을 보내 주세요.",
            "이네스님, 편두통 때문에 보고서가 화요일에 옵니다.",
            "이네스님, 보고서가 화요일에 옵니다.",
        ),
        (
            "저는 당뇨병이 있어요. 이네스에게 보고서가 화요일에 온다고 이메일을 보내 주세요.",
            "이네스님, 당뇨병으로 인해 보고서가 화요일에 옵니다.",
            "이네스님, 보고서가 화요일에 옵니다.",
        ),
        (
            "片頭痛があります。イネスさんに資料は火曜日に届くとメールしてください。",
            "イネスさん、片頭痛のため資料は火曜日に届きます。",
            "イネスさん、資料は火曜日に届きます。",
        ),
        (
            "Diyabet hastasıyım. Ines'e raporun salı günü geleceğini yaz.",
            "Merhaba Ines, diyabet nedeniyle rapor salı günü gelecek.",
            "Merhaba Ines, rapor salı günü gelecek.",
        ),
        (
            "I have a migraine. Email Ines that the slides come Tuesday.",
            "Hi Ines, I have a migraine, so the slides come Tuesday.",
            "Hi Ines, the slides come Tuesday.",
        ),
        (
            "I have a migraine. Email Ines that the slides come Tuesday.",
            "Hi Ines. I have a migraine, so the slides come Tuesday.",
            "Hi Ines. The slides come Tuesday.",
        ),
        (
            "I have a migraine. Email Ines that the slides come Tuesday.",
            "Hi Ines, I have a migraine, which is why the slides come Tuesday.",
            "Hi Ines, the slides come Tuesday.",
        ),
        (
            "J'ai une migraine. Écris à Ines que les documents arrivent mardi.",
            "Bonjour Ines, j'ai une migraine, donc les documents arrivent mardi.",
            "Bonjour Ines, les documents arrivent mardi.",
        ),
        (
            "Tengo migraña. Escribe a Ines que los documentos llegan el martes.",
            "Hola Ines, tengo migraña, así que los documentos llegan el martes.",
            "Hola Ines, los documentos llegan el martes.",
        ),
        (
            "I have gout. Tell Ines that I only eat fish, but don't say why.",
            "Hi Ines, I only eat fish because of my gout.",
            "Hi Ines, I only eat fish.",
        ),
        (
            "Tell Ines that I only eat fish. It's my gout, but keep that to yourself.",
            "Hi Ines, I only eat fish because of my gout.",
            "Hi Ines, I only eat fish.",
        ),
        (
            "Tell Ines that I only eat fish, it's my gout, but that's between us.",
            "Hi Ines, I only eat fish because of my gout.",
            "Hi Ines, I only eat fish.",
        ),
    ],
)
def test_what_is_told_beside_a_request_goes_however_it_is_told(task: str, text: str, left: str) -> None:
    assert body(text, task) == left


@pytest.mark.parametrize(
    ("task", "text"),
    [
        ("Please help me tell Ines that I have bipolar disorder.", "Hi Ines, I have bipolar disorder."),
        ("Email Ines that I am off sick (migraine).", "Hi Ines, I am off sick with a migraine."),
        ("Email Ines that I am off sick (tell her about my migraine).", "Hi Ines, I am off sick with a migraine."),
        ("Tell Ines I have diabetes, but don't tell her about my debts.", "Hi Ines, I have diabetes."),
        ("Don't mention my debts, but tell Ines that I have diabetes.", "Hi Ines, I have diabetes."),
        ("Tell Ines that I have diabetes and need insulin, leave out the depression.", "Hi Ines, I have diabetes and need insulin."),
        ("Please, tell Ines that I have epilepsy.", "Hi Ines, I have epilepsy."),
        ("Please help me, tell Ines that I have epilepsy.", "Hi Ines, I have epilepsy."),
        ("Help! Write to Ines that I have epilepsy.", "Hi Ines, I have epilepsy."),
        ("Ask Ines for help, I have epilepsy and can't drive.", "Hi Ines, could you help? I have epilepsy and can't drive."),
        ("Email Ines that I need help, I have epilepsy.", "Hi Ines, I need help, I have epilepsy."),
        ("Email Ines that my son (he has asthma) can't do PE.", "Hi Ines, my son has asthma and can't do PE."),
        ('Write to the clinic: "I have a migraine (my third this week). Please call."', "I have a migraine (my third this week). Please call."),
        ("Tell Ines I'm pregnant, nobody needs to know the father.", "Hi Ines, I'm pregnant."),
        ("Tell Ines that I have cancer but she must not say a word to mom.", "Hi Ines, I have cancer. Don't tell mom."),
        ("Schreib Ines, dass ich Diabetes habe, aber sag nichts von den Schulden.", "Hallo Ines, ich habe Diabetes."),
        ("Напиши Инес, что у меня диабет.", "Инес, у меня диабет."),
        ("У меня диабет. Напиши об этом Инес, пожалуйста.", "Инес, у меня диабет."),
        ("이네스에게 당뇨병 때문에 쉬어야 한다고 전해 주세요.", "이네스님, 당뇨병 때문에 쉬어야 합니다."),
        ("저는 당뇨병이 있어요. 이 사실을 이네스에게 전해 주세요.", "이네스님, 저는 당뇨병이 있습니다."),
        ("糖尿病で休むとイネスさんにメールしてください。", "イネスさん、糖尿病のため休みます。"),
        ("我有糖尿病。请告诉伊内斯这件事。", "伊内斯，我有糖尿病。"),
        (
            "Tell Ines I can't come because of my migraine, so she should start without me.",
            "Hi Ines, I can't come because of my migraine, so please start without me.",
        ),
        ("I have a migraine. Email Ines that I'm late, so start without me.", "Hi Ines, I'm late, so start without me."),
        ("Keep it short and tell Ines I have diabetes.", "Hi Ines, I have diabetes."),
        ("Tell Ines I have diabetes, keep it to two sentences.", "Hi Ines, I have diabetes."),
        ("Skip that meeting and tell Ines I have the flu.", "Hi Ines, I have the flu."),
        (
            "Tell Ines to leave it out of the fridge; I have gout and can't eat it cold.",
            "Hi Ines, leave it out of the fridge; I have gout and can't eat it cold.",
        ),
    ],
)
def test_a_request_with_an_aside_keeps_what_it_asks_for(task: str, text: str) -> None:
    assert body(text, task) == text
