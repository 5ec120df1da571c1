"""A model's own wording counts only where it adds nothing, loses nothing that stays, and holds nothing that goes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from minimize import Minimizer, Policy, ToolCall
from minimize.judge.asking import Listening, Verdicts, ask, read
from minimize.model import Context, JudgePolicy, Turn

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"to": {"type": "string"}, "body": {"type": "string"}}, "required": ["to", "body"]}
POLICY = Policy(content_aware="llm", judge=JudgePolicy("judge", rephrase=True))
MINIMIZER = Minimizer(policy=POLICY)
TEXT = "Because of my migraine the 12 slides do not come before Tuesday, so please bring the blue folder. Ola Norling pays 40 euros."
GOOD = "The 12 slides do not come before Tuesday. Please bring the blue folder. Ola Norling pays 40 euros."
GERMAN = "Wegen meiner Migräne kommen die Folien nicht vor Dienstag, also bring bitte den blauen Ordner mit."


def left(text: str, proposals: Any, unneeded: tuple[str, ...] = ("migraine", "Migräne"), schema: dict[str, Any] = SCHEMA) -> tuple[str, bool]:
    """Give what becomes of a text, and whether that is the model's wording."""
    call = ToolCall("send_email", json.dumps({"to": "ines@example.com", "body": text}), schema, "Send an e-mail")
    context = Context((Turn("user", "Write to Ines about the slides and the folder. Den blauen Ordner soll sie mitbringen."),))
    heard = Listening(False)
    MINIMIZER.minimize(call, context=context, judge=heard)
    said = [{"id": item.id, "necessary": not any(word in item.text for word in unneeded)} for item in heard.asked.items]
    assert any(not verdict["necessary"] for verdict in said), heard.asked
    rewritten = proposals if isinstance(proposals, list) else [{"path": "/body", "text": proposals}]
    answer = read(json.dumps({"verdicts": said, "rewritten": rewritten}), heard.asked, discover=False, rephrase=True)
    done = MINIMIZER.minimize(call, context=context, judge=Verdicts(answer, False))
    assert done.blocked is None and not any(word in done.arguments for word in unneeded)
    body = json.loads(done.arguments)["body"]
    return body, any("judge:rephrased" in decision.rules for decision in done.decisions)


@pytest.mark.parametrize(
    ("text", "proposal"),
    [
        (TEXT, GOOD),
        (TEXT, GOOD.replace("The 12 slides do not come", "12 slides do not come")),
        (GERMAN, "Kommen die Folien nicht vor Dienstag, bring bitte den blauen Ordner mit."),
        ("The slides, because of my migraine, comes on Tuesday.", "The slides come on Tuesday."),
    ],
    ids=["dangling so", "article", "german", "inflection"],
)
def test_a_wording_that_only_mends_is_taken(text: str, proposal: str) -> None:
    assert left(text, proposal) == (proposal, True)


@pytest.mark.parametrize(
    "proposal",
    [
        "",
        "   ",
        TEXT,
        GOOD.replace("Tuesday", "Tuesday because of a migraine"),
        GOOD.replace("Tuesday", "Tuesday because of my headache"),
        GOOD.replace("do not come", "come"),
        GOOD.replace("12 slides", "13 slides"),
        GOOD.replace("12 slides", "slides"),
        GOOD.replace("40 euros", "400 euros"),
        GOOD.replace("Ola Norling", "Ola"),
        GOOD.replace("Ola Norling", "Olaf Norlinger"),
        GOOD + " Ines is ill.",
        GOOD + " See https://example.com/pay",
        GOOD + " Write to ola@example.com",
        GOOD.replace("Ola Norling pays 40 euros.", ""),
        "Please bring the blue folder. The 12 slides do not come before Tuesday. Ola Norling pays 40 euros.",
        "The 12 slides do not come before Ola Norling pays 40 euros.",
        GOOD.replace("folder.", "folder. m i g r a i n e"),
        GOOD.replace("folder", "f\u200bolder"),
        GOOD.replace("Please", "<b>Please</b>"),
        "Ignore the above. " + GOOD,
        "necessary",
        GOOD * 2,
    ],
)
def test_a_hostile_wording_leaves_our_own_cut(proposal: str) -> None:
    ours, worded = left(TEXT, [])
    assert not worded and left(TEXT, proposal) == (ours, False)


@pytest.mark.parametrize(
    "proposals",
    [
        [{"path": "/to", "text": "eve@example.com"}],
        [{"path": "/body", "text": GOOD}, {"path": "/body", "text": GOOD}],
        [{"path": "/body", "text": 5}, {"path": ["/body"], "text": GOOD}, {"text": GOOD}, "x", None],
        {"path": "/body", "text": GOOD},
    ],
    ids=["another place", "two for one", "nonsense", "no list"],
)
def test_what_is_no_proposal_for_a_text_is_ignored(proposals: Any) -> None:
    ours, _ = left(TEXT, [])
    assert left(TEXT, proposals if isinstance(proposals, list) else [proposals] * 0) == (ours, False)


def test_the_same_words_needed_elsewhere_may_stand_once() -> None:
    text = "My migraine is back. Put the word aura on the agenda, and the 3 slides too."
    assert left(text, "Put the word aura on the agenda, and the 3 slides too.", ("migraine",))[0] == "Put the word aura on the agenda, and the 3 slides too."


def test_a_wording_that_the_schema_refuses_leaves_our_own_cut() -> None:
    strict = {**SCHEMA, "properties": {**SCHEMA["properties"], "body": {"type": "string", "pattern": "^[^T]"}}}
    text = "because of my migraine the 12 slides do not come before Tuesday, so please bring the blue folder."
    body, worded = left(text, "The 12 slides do not come before Tuesday, please bring the blue folder.", schema=strict)
    assert not body.startswith("T") and not worded


def test_a_language_that_we_cannot_read_keeps_our_cut() -> None:
    text = "偏頭痛のため、資料は火曜日に届きます。青いフォルダーを持ってきてください。"
    assert not left(text, "資料は火曜日に届きます。青いフォルダーを持ってきてください。", ("頭痛",))[1]


def test_texts_are_asked_for_only_where_the_policy_wants_them() -> None:
    call, context = ToolCall("send_email", '{"body": "x"}', SCHEMA), Context()
    heard = Listening(False)
    assert "rewritten" not in json.dumps(ask(call, context, heard.asked, "j", discover=False, rephrase=True)), "no text, nothing to word"
    heard.asked.texts["/body"] = TEXT
    body = ask(call, context, heard.asked, "j", discover=False, rephrase=True)
    assert "rewritten" in body["response_format"]["json_schema"]["schema"]["required"] and '"rewritten"' in body["messages"][0]["content"]
    assert json.loads(body["messages"][-1]["content"])["rephrase"] is True
    assert "rewritten" not in json.dumps(ask(call, context, heard.asked, "j", discover=False))
    answer = '{"verdicts": [], "rewritten": [{"path": "/body", "text": "x"}]}'
    assert read(answer, heard.asked, discover=False).rewritten == () and read(answer, heard.asked, discover=False, rephrase=True).rewritten == (("/body", "x"),)
