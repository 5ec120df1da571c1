"""The rules by use, one by one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from minimize.analyze import analyze
from minimize.analyze.conversation import Conversation
from minimize.analyze.necessity import decide
from minimize.model import Context, Decision, Disposition, Finding, Policy, Reason, Turn
from tests.minimize.analyze.world import case, found
from tool_registry.model import Kind


def one(arguments: dict[str, str], *items: tuple[str, str, str], **more: object) -> list[tuple[str, Disposition, Reason]]:
    findings = [found(f"/{key}", arguments[key], item, category, "person" if category == "DI" else "condition") for key, item, category in items]
    return [(d.pointer, d.disposition, d.reason) for d in analyze(case(arguments, **more), findings)]  # type: ignore[arg-type]


def test_a_setting_and_a_subject_stay() -> None:
    assert one({"limit": "Ola"}, ("limit", "Ola", "DI")) == [("/limit", Disposition.KEEP, Reason.NEEDED_BY_KIND)]
    assert one({"recipient": "Ola"}, ("recipient", "Ola", "DI")) == [("/recipient", Disposition.KEEP, Reason.NEEDED_BY_KIND)]


def test_executed_content_is_flagged_or_blocks() -> None:
    arguments = {"command": "mail Ola"}
    assert one(arguments, ("command", "Ola", "DI")) == [("/command", Disposition.REVIEW, Reason.EXECUTED_CONTENT)]
    assert one(arguments, ("command", "Ola", "DI"), executed="block")[0][1] is Disposition.BLOCK


def test_ballast_with_a_finding_goes() -> None:
    assert one({"notes": "for Ola"}, ("notes", "Ola", "DI")) == [("/notes", Disposition.REMOVE, Reason.OPTIONAL_NOT_NEEDED)]
    both = {"notes": "for Ola", "query": "shoes"}
    assert one(both, ("notes", "Ola", "DI"), required=("notes",)) == [("/notes", Disposition.REMOVE, Reason.BALLAST_FIELD)]


def test_the_only_argument_of_a_tool_is_its_task() -> None:
    alone = one({"notes": "for Ola", "limit": "3"}, ("notes", "Ola", "DI"), required=("notes",))
    assert alone == [("/notes", Disposition.REVIEW, Reason.NEEDED_BY_KIND)]


def test_a_required_party_that_the_user_named_stays() -> None:
    both = {"name": "Ola", "query": "shoes"}
    assert one(both, ("name", "Ola", "DI"), required=("name",), said="shoes for Ola") == [("/name", Disposition.REVIEW, Reason.NEEDED_BY_TASK)]
    assert one(both, ("name", "Ola", "DI"), required=("name",), said="shoes")[0][1] is Disposition.REMOVE


def test_a_title_may_name_whom_the_user_named() -> None:
    assert one({"title": "lunch with Ola"}, ("title", "Ola", "DI"), said="put lunch with Ola on friday") == [
        ("/title", Disposition.KEEP, Reason.NEEDED_BY_TASK)
    ]


def test_ballast_without_findings_stays_unless_it_tells_a_story() -> None:
    assert one({"notes": "aisle seat please"}) == []
    assert one({"notes": "for the funeral of my aunt"}) == [("/notes", Disposition.REMOVE, Reason.OPTIONAL_NOT_NEEDED)]
    assert one({"notes": "for the funeral of my aunt"}, required=("notes",)) == []


def test_a_label_with_psd_is_neutralised() -> None:
    assert one({"title": "lunch with Ola"}, ("title", "Ola", "DI")) == [("/title", Disposition.SUBSTITUTE, Reason.LABEL_NEUTRALISED)]
    assert one({"title": "lunch"}) == []


def test_content_is_cut_but_for_what_the_kind_needs() -> None:
    assert one({"query": "asthma nurse for Ola"}, ("query", "asthma", "H"), ("query", "Ola", "DI")) == [
        ("/query", Disposition.KEEP, Reason.NEEDED_BY_KIND),
        ("/query", Disposition.GENERALISE, Reason.NOT_THE_TASK),
    ]


def test_a_query_of_nothing_else_is_the_task() -> None:
    name = ("query", "Ola Nordmann", "DI")
    assert one({"query": "Ola Nordmann"}, name, required=("query",)) == [("/query", Disposition.REVIEW, Reason.NEEDED_BY_KIND)]
    asked = one({"query": "Ola Nordmann"}, name, required=("query",), said="I'm Ola Nordmann. What is there on me?")
    assert asked == [("/query", Disposition.REVIEW, Reason.NEEDED_BY_TASK)]
    assert one({"query": "Ola Nordmann"}, name, required=("query",), said="What is there on me?")[0][1] is Disposition.SUBSTITUTE
    assert one({"description": "Ola Nordmann"}, ("description", "Ola Nordmann", "DI"), required=("description",))[0][1] is Disposition.SUBSTITUTE
    assert one({"description": "Ola Nordmann"}, ("description", "Ola Nordmann", "DI"))[0][1] is Disposition.REMOVE


def test_a_number_alone_is_no_topic_unless_the_user_asks_for_it() -> None:
    number = found("/query", "her SSN is 123-00-4567", "SSN is 123-00-4567", "DI", "national_id")

    def made(said: str) -> Disposition:
        return analyze(case({"query": "her SSN is 123-00-4567", "limit": "3"}, required=("query",), said=said), [number])[-1].disposition

    assert made("") is Disposition.SUBSTITUTE
    assert made("What do they have on her?") is Disposition.SUBSTITUTE


@pytest.mark.sources
def test_an_address_in_a_field_for_towns_is_none() -> None:
    mail = found("/city", "o@x.example", "o@x.example", "DI", "email")
    lookup = Kind("weather", "", {}, base="lookup")
    assert analyze(case({"city": "o@x.example"}, required=("city",), kind=lookup), [mail])[0].disposition is Disposition.REMOVE
    assert analyze(case({"city": "o@x.example"}, required=("city",)), [mail])[0].disposition is Disposition.REVIEW


def test_data_in_a_field_for_places_is_cut_and_not_coarsened() -> None:
    text = '{"at": "dock 4", "who": "Ola"}'
    assert one({"location": text}, ("location", "Ola", "DI"), required=("location",)) == [("/location", Disposition.GENERALISE, Reason.NOT_THE_TASK)]


def test_a_message_is_for_review_or_dictated() -> None:
    arguments = {"body": "Ola has asthma"}
    assert one(arguments, ("body", "Ola", "DI")) == [("/body", Disposition.REVIEW, Reason.MESSAGE_CONTENT)]
    assert one(arguments, ("body", "Ola", "DI"), said="tell them: Ola has asthma.") == [("/body", Disposition.KEEP, Reason.NEEDED_BY_TASK)]


def test_a_credential_is_no_content() -> None:
    arguments = {"body": "the code is hunter2"}
    assert one(arguments, ("body", "hunter2", "C"))[-1] == ("/body", Disposition.GENERALISE, Reason.NOT_THE_TASK)
    assert one(arguments, ("body", "hunter2", "C"), said="send Ana the code, hunter2") == [("/body", Disposition.REVIEW, Reason.MESSAGE_CONTENT)]


def test_payload_is_coarsened_where_it_is_finer() -> None:
    assert one({"date": "2031-09-01T07:40:00Z"}) == [("/date", Disposition.TRUNCATE, Reason.FINER_THAN_NEEDED)]
    assert one({"date": "2031-09-01"}) == []


def decisions(arguments: dict[str, str], findings: list[Finding], policy: Policy) -> list[Decision]:
    return list(analyze(case(arguments, policy=policy), findings))


def test_a_town_in_ballast_is_no_psd() -> None:
    finding = found("/notes", "near Lyon", "Lyon", "L", "city", "city")
    assert decisions({"notes": "near Lyon"}, [finding], Policy()) == []


def test_psd_in_a_key_that_is_data() -> None:
    finding = Finding("/notes", 0, 3, "DI", "person", "test", 1.0, in_key=True)
    assert decisions({"notes": "x"}, [finding], Policy())[0].disposition is Disposition.REMOVE


def test_numbered_lines_of_one_text_go_together() -> None:
    at_hand = case({"note_1": "Ola, part one", "note_2": "7 X", "title": "x"})
    gone = [d.pointer for d in analyze(at_hand, [found("/note_1", "Ola, part one", "Ola", "DI", "person")])]
    assert gone == ["/note_1", "/note_2"]


def test_in_a_url_that_names_a_person_what_tells_of_it_goes_too() -> None:
    url = "https://x.example/s?q=asthma&name=Ola&about=has+asthma2"
    findings = [
        found("/query", url, "asthma", "H", "condition"),
        found("/query", url, "Ola", "DI", "person"),
        found("/query", url, "asthma2", "H", "condition"),
    ]
    made = [d for d in analyze(case({"query": url}), findings) if d.disposition.changes]
    assert [f.start for f in made[0].findings] == [url.index("Ola"), url.index("asthma2")]


def test_a_topic_that_only_the_profile_tells_is_cut_from_a_query() -> None:
    text = "quiet café with gout menu"
    at_hand = case({"query": text}, ("query",), said="a quiet café?")
    finding = found("/query", text, "gout", "H")
    assert [d.reason for d in decide(at_hand, at_hand.sites.of(("query",)), at_hand.document.leaves[0], [finding])] == [Reason.NEEDED_BY_KIND]
    talk = Conversation(Context((Turn("system", "Profile: gout"), Turn("user", "a quiet café?"))), Policy(), at_hand.phrases)
    told = replace(at_hand, conversation=talk)
    assert [d.reason for d in decide(told, told.sites.of(("query",)), told.document.leaves[0], [finding])] == [Reason.NOT_THE_TASK]
