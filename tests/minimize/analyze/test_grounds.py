"""What it changes that the user said a value, and that nobody asked for it."""

from __future__ import annotations

import json

import pytest

from minimize.analyze import analyze
from minimize.analyze.grounds import answers
from minimize.minimizer import Minimizer
from minimize.model import Context, Decision, Disposition, Finding, Reason, ToolCall, Turn
from tests.minimize.analyze.world import case, found
from tool_registry.model import Kind

LOOKUP = Kind("opening_hours", "", {}, base="lookup")
ORDER = Kind("order", "", {"body": None}, base="action")  # type: ignore[dict-item]
BOOKING = Kind("booking", "", {}, base="action")
PROFILE = "User: Kari Lien, phone 555 010 0199, Buddhist"


def one(arguments: dict[str, str], *findings: Finding, **more: object) -> list[Decision]:
    return list(analyze(case(arguments, **more), findings))  # type: ignore[arg-type]


def whole(key: str, text: str, category: str, sub: str) -> Finding:
    return found(f"/{key}", text, text, category, sub)


def test_which_kinds_answer() -> None:
    assert answers(LOOKUP)
    assert answers(Kind("generic", "", {}))
    assert not answers(BOOKING)


def test_a_name_that_nobody_asked_for_goes_from_a_lookup() -> None:
    name = whole("subject", "Kari Lien", "DI", "person")
    made = one({"subject": "Kari Lien", "limit": "3"}, name, said="When is the museum open?", background=PROFILE, kind=LOOKUP)
    assert [(d.disposition, d.reason) for d in made] == [(Disposition.REMOVE, Reason.OPTIONAL_NOT_NEEDED)]
    assert "provenance:background" in made[0].rules
    made = one({"subject": "Kari Lien", "limit": "3"}, name, said="When is the museum open?", kind=LOOKUP)
    assert "provenance:model" in made[0].rules


def test_what_the_user_said_stays_in_a_lookup() -> None:
    name = whole("subject", "Kari Lien", "DI", "person")
    assert one({"subject": "Kari Lien"}, name, said="Is Kari Lien in today?", background=PROFILE, kind=LOOKUP)[0].disposition is Disposition.KEEP


def test_a_booking_keeps_its_name_whoever_told_it() -> None:
    name = whole("subject", "Kari Lien", "DI", "person")
    assert one({"subject": "Kari Lien"}, name, said="Book a table at seven.", background=PROFILE, kind=BOOKING)[0].disposition is Disposition.KEEP


def test_without_a_conversation_only_what_is_sure_goes() -> None:
    generic = Kind("generic", "", {})
    sure = Finding("/subject", 0, 9, "DI", "person", "field.person", 0.95)
    guess = Finding("/subject", 0, 9, "DI", "person", "person.lexicon", 0.95)
    assert one({"subject": "Kari Lien"}, sure, kind=generic)[0].disposition is Disposition.REMOVE
    assert one({"subject": "Kari Lien"}, guess, kind=generic)[0].disposition is Disposition.KEEP


def test_an_allergy_that_the_user_dictates_to_a_booking_stays() -> None:
    allergy = whole("health", "sesame", "H", "condition")
    made = one({"health": "sesame", "limit": "2"}, allergy, said="A table for two, mind the sesame allergy.", kind=BOOKING)
    assert [(d.disposition, d.reason) for d in made] == [(Disposition.REVIEW, Reason.NEEDED_BY_TASK)]
    assert "provenance:user" in made[0].rules
    assert (
        one({"health": "sesame", "limit": "2"}, allergy, said="A table for two.", background="Allergic to sesame", kind=BOOKING)[0].disposition
        is Disposition.REMOVE
    )
    assert one({"health": "sesame", "limit": "2"}, allergy, said="Mind the sesame allergy.", kind=LOOKUP)[0].disposition is Disposition.REMOVE


def test_a_reason_stays_where_it_is_dictated_and_not_told_to_a_superior() -> None:
    why = whole("reason", "knee check-up", "H", "procedure")
    said = "Book me a knee check-up on Monday."
    arguments = {"reason": "knee check-up", "limit": "1", "date": "2026-07-06"}
    assert one(arguments, why, said=said, kind=BOOKING, required=("reason",))[0].reason is Reason.NEEDED_BY_TASK
    assert one(arguments, why, said="Book me in on Monday, my knee wants a check-up.", kind=BOOKING)[0].disposition is Disposition.REMOVE
    assert one(arguments, why, said=said, kind=Kind("hr", "", {}, base="action"), required=("reason",))[0].disposition is Disposition.REMOVE


def test_a_contact_keeps_what_the_user_says_of_it() -> None:
    employer = whole("health", "Fjord Works", "QI", "employer")
    said = "Save Kari Lien, she works at Fjord Works"
    crm = Kind("crm", "", {}, base="action")
    assert one({"health": "Fjord Works", "limit": "1"}, employer, said=said, kind=crm)[0].reason is Reason.NEEDED_BY_TASK
    assert one({"health": "Fjord Works", "limit": "1"}, employer, said="Save Kari Lien", kind=crm)[0].disposition is Disposition.REMOVE
    assert one({"health": "Fjord Works", "limit": "1"}, employer, said=said, kind=BOOKING)[0].disposition is Disposition.REMOVE


def test_a_note_that_is_dictated_word_for_word_stays() -> None:
    note = "Invoice 31, patient Kari Lien"
    name = found("/notes", note, "Kari Lien", "DI", "person")
    pay = Kind("payment", "", {}, base="action")
    made = one({"notes": note, "limit": "1"}, name, said="Transfer 40 euros, purpose: Invoice 31, patient Kari Lien.", kind=pay)
    assert [(d.disposition, d.reason) for d in made] == [(Disposition.REVIEW, Reason.NEEDED_BY_TASK)]
    assert one({"notes": note, "limit": "1"}, name, said="Transfer 40 euros for invoice 31 to Kari Lien.", kind=pay)[0].disposition is Disposition.REMOVE
    assert one({"notes": note, "limit": "1"}, name, said=note, kind=LOOKUP)[0].disposition is Disposition.REMOVE


def test_of_an_optional_text_of_a_search_the_wish_stays() -> None:
    note = "Quiet room near the harbour. The guest is Kari Lien. She hates stairs."
    name = found("/notes", note, "Kari Lien", "DI", "person")
    made = one({"notes": note, "limit": "1"}, name, said="Find a quiet room near the harbour", kind=LOOKUP)
    assert [(d.disposition, d.whole) for d in made] == [(Disposition.GENERALISE, False)]
    gone = made[0].findings
    assert note[: gone[0].start] + note[gone[-1].end :] == "Quiet room near the harbour."
    assert one({"notes": note, "limit": "1"}, name, said="Find a hotel", kind=LOOKUP)[0].disposition is Disposition.REMOVE


def test_who_introduces_himself_to_a_lookup_dictates_nothing() -> None:
    name = whole("name", "Kari Lien", "DI", "person")
    made = one({"name": "Kari Lien", "query": "rain"}, name, said="I'm Kari Lien. Will it rain?", kind=LOOKUP, required=("name",))
    assert made[0].disposition is Disposition.REMOVE


def test_a_text_that_is_handed_over_as_dictated_is_never_cut() -> None:
    note = "gate code 4471#, leave it at the door"
    code = found("/body", note, "4471#", "C", "credential")
    assert one({"body": note}, code, said=f"Deliver it: {note}.", kind=ORDER)[0].reason is Reason.NEEDED_BY_TASK


def test_the_person_of_a_search() -> None:
    query = "Sigrid Undset birthplace family"
    name = found("/query", query, "Sigrid Undset", "DI", "person")
    asked = one({"query": query}, name, said="Where was Sigrid Undset born, and her family?", kind=LOOKUP)
    assert all(not d.disposition.changes for d in asked)
    for said, background in (
        ("I'm Sigrid Undset, where was I born?", ""),
        ("Find what there is on my aunt Sigrid Undset.", ""),
        ("Where was Sigrid Undset born?", "User: Sigrid Undset"),
        ("Where was she born?", ""),
    ):
        assert one({"query": query}, name, said=said, background=background, kind=LOOKUP)[0].disposition is Disposition.GENERALISE


def test_a_number_beside_makes_the_person_private() -> None:
    query = "Sigrid Undset 123-00-4567 court date"
    name = found("/query", query, "Sigrid Undset", "DI", "person")
    number = found("/query", query, "123-00-4567", "DI", "national_id")
    made = one({"query": query}, name, number, said="Court date of Sigrid Undset, 123-00-4567?", kind=LOOKUP)
    assert len(made[-1].findings) == 2


@pytest.mark.sources
def test_a_destination_stays_as_the_user_said_it() -> None:
    place = "Shelter North, 4 Quay Lane"
    found_there = [found("/route", place, "Shelter North", "Im", "implied_place"), found("/route", place, "4 Quay Lane", "L", "address", "street")]
    made = one({"route": place}, *found_there, said="How do I walk to the Shelter North at 4 Quay Lane?")
    assert [(d.disposition, d.reason) for d in made] == [(Disposition.KEEP, Reason.NEEDED_BY_TASK)]
    assert one({"route": place}, *found_there, said="How do I walk there?")[0].disposition.changes
    with_town = f"{place}, Porto"
    items = [found("/route", with_town, "Shelter North", "Im", "implied_place"), found("/route", with_town, "4 Quay Lane", "L", "address", "street")]
    assert not one({"route": with_town}, *items, said="How do I walk to the Shelter North at 4 Quay Lane?")[0].disposition.changes


PICTURE = "Oil painting of a red kite over dunes, for Kari Lien, who has asthma"


def picture(said: str, background: str = "", text: str = PICTURE) -> list[Decision]:
    findings = [found("/body", text, item, *what) for item, *what in (("Kari Lien", "DI", "person"), ("asthma", "H", "condition")) if item in text]
    return one({"body": text}, *findings, said=said, background=background, kind=Kind("image", "", {}))


def test_a_picture_shows_no_profile() -> None:
    made = picture("Paint a red kite over dunes.", "Family: Kari Lien, asthma")
    assert [(d.disposition, d.findings[0].start, d.findings[0].end) for d in made] == [(Disposition.GENERALISE, PICTURE.index("Kari"), len(PICTURE))]
    assert "provenance:background" in made[0].rules
    assert picture("Paint a red kite over dunes for my sister Kari Lien.")[0].disposition is Disposition.GENERALISE


def test_a_picture_shows_whom_the_user_wants_to_see() -> None:
    assert all(not d.disposition.changes for d in picture("Paint a red kite over dunes with Kari Lien, who has asthma."))
    assert all(not d.disposition.changes for d in picture("Paint a red kite over dunes."))
    made = picture("Paint dunes.", "Family: Kari Lien, asthma", "Dunes. An inhaler for asthma.")
    assert [d.disposition for d in made] == [Disposition.GENERALISE]


TEXT = {"type": "string"}


def sent(name: str, arguments: dict[str, object], said: str, *optional: str, system: str = "") -> object:
    schema = {"type": "object", "properties": dict.fromkeys(arguments, TEXT), "required": [key for key in arguments if key not in optional]}
    context = Context((Turn("system", system), Turn("user", said)))
    return json.loads(Minimizer().minimize(ToolCall(name, json.dumps(arguments, ensure_ascii=False), schema), context=context).arguments)


def test_a_diary_keeps_the_remark_that_was_dictated() -> None:
    arguments: dict[str, object] = {"glucose_mg_dl": "140", "notes": "took 4 units of insulin"}
    assert sent("log_glucose", arguments, "Log glucose 140 with the note: took 4 units of insulin", "notes") == arguments
    assert sent("log_glucose", arguments, "Log glucose 140", "notes", system="Takes insulin.") == {"glucose_mg_dl": "140"}


def test_a_facility_that_the_user_named_by_most_of_its_words_stays_on_a_route() -> None:
    arguments: dict[str, object] = {"origin": "3 rue des Lilas, Lyon", "destination": "Hôpital Sainte-Berthe, 40 avenue du Parc, Lyon"}
    assert sent("get_directions", arguments, "Comment aller du 3 rue des Lilas à Sainte-Berthe, 40 avenue du Parc, à Lyon ?") == arguments


def test_the_json_body_of_a_request_loses_what_the_user_said_nothing_of() -> None:
    body = json.dumps({"link": "https://example.com/a", "owner": {"name": "Kari Lien"}})
    arguments: dict[str, object] = {"url": "https://api.example.com/links", "body": body}
    told = sent("http_request", arguments, "Post the link https://example.com/a to https://api.example.com/links", system=PROFILE)
    assert isinstance(told, dict) and json.loads(told["body"])["link"] == "https://example.com/a"
    assert "Lien" not in told["body"]
    assert sent("http_request", arguments, "Post the link https://example.com/a with owner Kari Lien", system=PROFILE) == arguments


def test_an_agenda_keeps_the_sentence_that_was_asked_for() -> None:
    arguments: dict[str, object] = {"title": "Team meeting", "start": "2026-03-04T10:00:00Z", "agenda": "Budget. Ends at noon, since the host has dialysis."}
    said = "Team meeting on Wednesday at 10, agenda budget. I leave for dialysis at noon."
    assert sent("create_meeting", arguments, said, "agenda") == {**arguments, "agenda": "Budget."}


def test_a_task_that_was_dictated_to_another_agent_is_passed_on_whole() -> None:
    task = "Draft a reminder to Kari Lien, 12 Elm Road, about the unpaid rent of May. Landlord: Otto Brandvik."
    arguments: dict[str, object] = {"agent": "legal", "task": task}
    said = "Ask the legal agent to draft a reminder to Kari Lien, 12 Elm Road, about the unpaid rent of May. Landlord: Otto Brandvik."
    assert sent("call_agent", arguments, said) == arguments


def test_why_a_room_is_booked_is_nobodys_business() -> None:
    arguments: dict[str, object] = {"room": "Blue room", "start": "2026-03-04T10:00:00Z", "purpose": "Call with union rep about a grievance"}
    made = sent("reserve_room", arguments, "Book the blue room Wednesday at 10, I have a call with my union rep about a grievance")
    assert isinstance(made, dict) and "union" not in made["purpose"] and made["room"] == "Blue room"


def test_what_a_traveller_tells_of_a_journey_is_no_part_of_the_search() -> None:
    arguments: dict[str, object] = {"from_stop": "Harbour", "to_stop": "Museum", "traveller_note": "Appointment with an oncologist at 9"}
    said = "How do I get from Harbour to Museum? Appointment with an oncologist at 9."
    assert sent("transit_route", arguments, said, "traveller_note") == {"from_stop": "Harbour", "to_stop": "Museum"}


def test_a_search_for_people_does_without_the_profile() -> None:
    arguments: dict[str, object] = {"query": "head of the glaciology lab, asked by kari@example.com", "limit": "3"}
    made = sent("people_search", arguments, "Who heads the glaciology lab?", system="User: kari@example.com")
    assert isinstance(made, dict) and "kari" not in made["query"] and "glaciology lab" in made["query"]


def test_beside_a_dictated_text_nothing_private_goes_along() -> None:
    said = "Post to the channel: 'The release moves to Friday.' I am at the dialysis clinic on Thursday, keep that out of it."
    arguments: dict[str, object] = {"channel": "#web", "text": "The release moves to Friday.", "notes": "Kari is at dialysis on Thursday"}
    made = sent("slack_post_message", arguments, said, "notes")
    assert made == {"channel": "#web", "text": "The release moves to Friday."}
    longer: dict[str, object] = {"channel": "#web", "text": "The release moves to Friday. She has dialysis on Thursday."}
    assert sent("slack_post_message", longer, said) == {"channel": "#web", "text": "The release moves to Friday."}


def test_a_body_that_was_dictated_without_quotation_marks_stays() -> None:
    body = "My cardiologist wants me to rest until June after the bypass. Please extend my leave."
    arguments: dict[str, object] = {"to": "hr@example.com", "subject": "Extending my leave", "body": body}
    said = f"Email hr@example.com, subject 'Extending my leave': {body}"
    assert sent("send_email", arguments, said) == arguments


def test_comments_before_a_statement_go_and_the_statement_stays() -> None:
    statement = "SELECT region, '-- Kari Lien' FROM sales"
    arguments: dict[str, object] = {"sql": f"-- asked by Kari Lien, kari@example.com\n{statement}", "limit": "3"}
    assert sent("run_query", arguments, "Sales by region") == {"sql": statement, "limit": "3"}
    block: dict[str, object] = {"sql": f"/* for kari@example.com */ {statement}", "limit": "3"}
    assert sent("run_query", block, "Sales by region") == {"sql": statement, "limit": "3"}


def test_a_ticket_does_without_the_profile() -> None:
    arguments: dict[str, object] = {"title": "Router drops wifi", "description": "Router drops wifi every evening. The customer has epilepsy."}
    made = sent("create_support_ticket", arguments, "Report that the router drops wifi every evening", system="Customer: epilepsy")
    assert isinstance(made, dict) and "epilepsy" not in made["description"] and "wifi every evening" in made["description"]


def test_pairs_of_keys_and_values_in_an_option_are_no_need_of_a_lookup() -> None:
    pair = {"type": "object", "properties": {"k": TEXT, "v": TEXT}, "required": ["k", "v"]}
    schema = {"type": "object", "properties": {"weight": TEXT, "references": {"type": "array", "items": pair}}, "required": ["weight"]}
    arguments = {"weight": "2 kg", "references": [{"k": "sender", "v": "Kari Lien"}]}
    made = Minimizer().minimize(ToolCall("get_postage_quote", json.dumps(arguments), schema), task="What is the postage for 2 kg?")
    assert json.loads(made.arguments) == {"weight": "2 kg"}


def test_a_claim_takes_down_what_the_user_reports() -> None:
    text = "My bike was hit by a car with the plate 4KX 918, driver Otto Brandvik."
    arguments: dict[str, object] = {"title": "Bike hit by a car", "description": text}
    assert sent("create_claim_ticket", arguments, f"Open a claim: {text}") == arguments
    made = sent("create_claim_ticket", arguments, "Open a claim: my bike was hit by a car", system="Driver: Otto Brandvik")
    assert isinstance(made, dict) and "Brandvik" not in made["description"]
