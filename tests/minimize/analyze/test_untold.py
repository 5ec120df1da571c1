"""Places of which nobody knows what they are for, end to end: whether the user said what stands there decides."""

from __future__ import annotations

import json
from typing import Any

import pytest

from minimize.minimizer import Minimizer
from minimize.model import Context, MinimizedCall, ToolCall, Turn

TEXT = {"type": "string"}
USUAL = Minimizer()


Properties = dict[str, Any]


def decided(tool: str, described: str, properties: Properties, required: list[str], arguments: dict[str, Any], said: str, system: str = "") -> MinimizedCall:
    schema = {"type": "object", "properties": properties, "required": required}
    turns = (*((Turn("system", system),) if system else ()), Turn("user", said))
    return USUAL.minimize(ToolCall(tool, json.dumps(arguments, ensure_ascii=False), schema, described), context=Context(turns))


def left(*asked: Any) -> dict[str, Any]:
    out: dict[str, Any] = json.loads(decided(*asked).arguments)
    return out


def test_the_one_demanded_text_of_a_search_in_an_unknown_language_is_its_query() -> None:
    properties = {"mokinin": TEXT, "sivuja": {"type": "integer"}}
    query = "nivelrikko vapaapäivä Web-haku Tapio Rautakorpi +1 303 555 0182"
    call = decided("web_etsin", "Web search", properties, ["mokinin"], {"mokinin": query, "sivuja": 3}, "Search the web for nivelrikko vapaapäivä")
    assert "Rautakorpi" not in call.arguments and "555 0182" not in call.arguments and "nivelrikko" in call.arguments
    assert "kind:principal" in call.decisions[0].rules


def test_the_one_demanded_text_of_a_calendar_is_a_title_also_inside_an_object() -> None:
    properties = {"merkinta": {"type": "object", "properties": {"qwx": TEXT, "start": {"type": "string", "format": "date-time"}}, "required": ["qwx", "start"]}}
    arguments = {"merkinta": {"qwx": "Methadone pickup with Dr. Rautakorpi", "start": "2027-03-01T09:00:00Z"}}
    out = left("calendar_add", "Adds a calendar event", properties, ["merkinta"], arguments, "Put my methadone pickup on Monday at nine in the calendar.")
    assert "ethadone" not in json.dumps(out) and "Rautakorpi" not in json.dumps(out) and out["merkinta"]["qwx"]


def test_two_demanded_texts_of_unknown_meaning_are_nobodys_query() -> None:
    properties = {"abc": TEXT, "xyz": TEXT}
    call = decided("web_etsin", "Web search", properties, ["abc", "xyz"], {"abc": "a", "xyz": "b"}, "go")
    assert call.arguments == '{"abc": "a", "xyz": "b"}'


DEAL = {"company": TEXT, "stage": {"type": "string", "enum": ["open", "won"]}, "pearls": TEXT}


def test_an_optional_text_of_the_profile_that_nobody_asked_for_goes_whole() -> None:
    arguments = {"company": "Tveit Timber", "stage": "won", "pearls": "Ingrid is in the middle of a divorce, drinks, and is 47"}
    profile = "About Ingrid Tveit: 47, in the middle of a divorce, drinks."
    out = left("crm_update_deal", "Updates a deal of a customer", DEAL, ["company"], arguments, "Mark the Tveit Timber deal as won.", profile)
    assert out == {"company": "Tveit Timber", "stage": "won"}


def test_an_optional_text_that_the_user_asked_for_stays() -> None:
    arguments = {"company": "Tveit Timber", "stage": "won", "pearls": "Ingrid wants the invoice in March"}
    said = "Mark the Tveit Timber deal as won: Ingrid wants the invoice in March."
    assert left("crm_update_deal", "Updates a deal of a customer", DEAL, ["company"], arguments, said) == arguments


def test_what_a_tool_answered_may_be_what_a_demanded_text_is_about() -> None:
    schema = {"type": "object", "properties": {"zork": TEXT}, "required": ["zork"]}
    text = "Paolo Marlow asked for a refund of the blue kettle"
    told = Context((Turn("user", "Pass the last complaint on."), Turn("tool", f"complaint 7: {text}")))
    call = ToolCall("frobnicate", json.dumps({"zork": text}), schema, "Does the next step")
    assert USUAL.minimize(call, context=told).arguments == call.arguments
    alone = Context((Turn("user", "Do the next step."),))
    assert "Paolo Marlow" not in USUAL.minimize(call, context=alone).arguments


ROOM = {"quux": {"type": "array", "items": TEXT}, "blorp": TEXT, "when": {"type": "string", "format": "date-time"}}


def test_optional_parties_and_places_that_the_user_gives_stay() -> None:
    arguments = {"when": "2027-03-01T09:00:00Z", "quux": ["ingrid@example.com", "noor@example.org"], "blorp": "Victoria"}
    said = "Set up the first of March at nine with ingrid@example.com and noor@example.org in room Victoria."
    assert left("frobnicate", "Sets something up", ROOM, ["when"], arguments, said) == arguments


def test_the_users_own_address_is_no_party() -> None:
    arguments = {"when": "2027-03-01T09:00:00Z", "quux": ["dana@example.com"]}
    out = left("frobnicate", "Sets something up", ROOM, ["when"], arguments, "My e-mail is dana@example.com. Set up nine.")
    assert "dana@example.com" not in json.dumps(out)


def test_data_in_a_text_loses_the_members_that_nobody_told() -> None:
    body = {"sku": "KX-22", "qty": 4, "client": {"name": "Miriam Osterhout", "ssn": "219-09-9999"}}
    properties = {"hook": TEXT, "payload_json": {"type": "string", "description": "JSON with sku and qty"}}
    arguments = {"hook": "reserve", "payload_json": json.dumps(body)}
    out = left("trigger_hook", "Posts JSON to an endpoint", properties, ["hook", "payload_json"], arguments, "Reserve 4 of SKU KX-22 by the hook.")
    assert "Osterhout" not in out["payload_json"] and "219-09" not in out["payload_json"]
    inner = json.loads(out["payload_json"])
    assert (inner["sku"], inner["qty"]) == ("KX-22", 4)


def test_data_that_the_user_dictates_stays() -> None:
    body = {"sku": "KX-22", "client": {"name": "Miriam Osterhout"}}
    properties = {"hook": TEXT, "payload_json": TEXT}
    arguments = {"hook": "reserve", "payload_json": json.dumps(body)}
    said = "Reserve SKU KX-22 for the client Miriam Osterhout by the hook."
    assert left("trigger_hook", "Posts JSON to an endpoint", properties, ["hook", "payload_json"], arguments, said) == arguments


def test_a_key_that_only_sounds_like_a_setting_holds_no_text_of_the_users_life() -> None:
    properties = {"stack_text": TEXT, "ctx": {"type": "object", "additionalProperties": True}}
    arguments = {"stack_text": "TypeError in cart", "ctx": {"browser": "Firefox 141", "latest_order": "pregnancy test and prenatal vitamins"}}
    out = left("report_crash", "Sends an exception to the crash tracker", properties, ["stack_text"], arguments, "Report that crash in the cart.")
    assert "pregnancy" not in json.dumps(out) and out["stack_text"] == "TypeError in cart"


@pytest.mark.parametrize(
    ("query", "stays", "goes"),
    [
        ("childcare subsidy amount Noor Balogun single mother", "childcare subsidy", "single mother"),
        ("single mother childcare subsidy Noor Balogun", "single mother", "Balogun"),
    ],
)
def test_facts_behind_a_person_in_a_query_tell_of_that_person(query: str, stays: str, goes: str) -> None:
    out = left("web_search", "Search the web", {"query": TEXT}, ["query"], {"query": query}, "How much is the childcare subsidy?")
    assert stays in out["query"] and goes not in out["query"]


def test_numbers_beside_a_person_in_a_url_go_with_him() -> None:
    url = "https://pharmacy.example/find?item=plaster&city=Graz&patient=Victor%20Amadi&since=1971-02-03&plan=QX-7731904&page=2"
    out = left("browser_open_url", "Opens a web page", {"url": TEXT}, ["url"], {"url": url}, "Look for plaster in Graz on pharmacy.example.")
    assert out["url"] == "https://pharmacy.example/find?item=plaster&city=Graz&page=2"


def test_a_demanded_note_keeps_whom_the_user_has_it_name() -> None:
    properties = {"customer_id": {"type": "integer"}, "note": TEXT}
    text = "Called Aisha Thackray about the delivery. Her husband has leukaemia."
    said = "Log that I called Aisha Thackray about the delivery."
    out = left("crm_log_call", "Logs a call with a customer", properties, ["customer_id", "note"], {"customer_id": 7, "note": text}, said)
    assert "Aisha Thackray" in out["note"] and "delivery" in out["note"] and "leukaemia" not in out["note"]


REPORT = {
    "device": TEXT,
    "text": TEXT,
    "reporter": {"type": ["object", "null"], "properties": {"name": TEXT, "phone": TEXT, "age": {"type": "integer"}}},
    "people": {"type": "array", "items": {"type": "object", "properties": {"name": TEXT, "passport": TEXT}, "required": ["name"]}},
}
BROKEN = {"device": "P-12", "text": "Printer P-12 reports a paper jam."}


def reported(said: str, system: str = "", **more: Any) -> dict[str, Any]:
    return left("open_ticket", "Opens a ticket at the service desk", REPORT, ["device", "text"], BROKEN | more, said, system)


def test_an_optional_person_that_nobody_told_goes_from_a_tool_that_acts() -> None:
    asked = "Open a ticket: printer P-12 reports a paper jam."
    assert "reporter" not in reported(asked, reporter={"name": "Tomas Osterhout", "phone": "+1 303 555 0142", "age": 46})
    assert reported(f"{asked} I am Tomas Osterhout, +1 303 555 0142.", reporter={"name": "Tomas Osterhout", "phone": "+1 303 555 0142"})["reporter"]
    assert reported(asked, "The user is Tomas Osterhout.", reporter={"name": "Tomas Osterhout"})["reporter"]


def test_a_list_is_no_option_and_neither_is_what_a_picture_may_have_told() -> None:
    people = [{"name": "Tomas Osterhout"}]
    arguments = BROKEN | {"people": people}
    said = "Open a ticket: printer P-12 reports a paper jam."
    assert left("open_ticket", "Opens a ticket at the service desk", REPORT, ["device", "text", "people"], arguments, said)["people"] == people
    schema = {"type": "object", "properties": REPORT, "required": ["device", "text"]}
    seen = Context((Turn("user", "Open a ticket from this card."),), cut=True)
    call = ToolCall("open_ticket", json.dumps(BROKEN | {"reporter": {"name": "Tomas Osterhout"}}), schema, "Opens a ticket at the service desk")
    assert USUAL.minimize(call, context=seen).arguments == call.arguments


@pytest.mark.parametrize("value", ["--02-03", "1993-12-05", "KR", "F"])
def test_what_a_user_says_in_other_words_is_not_invented(value: str) -> None:
    properties = {"full_name": TEXT, "birthday": TEXT, "country_of_citizenship": TEXT, "gender": TEXT}
    key = "birthday" if "-" in value else "gender" if value == "F" else "country_of_citizenship"
    said = "Save the contact Tan Mei-Ling, born 5 December 1993, so the third of February is wrong; a Korean woman."
    arguments = {"full_name": "Tan Mei-Ling", key: value}
    assert left("create_contact", "Adds a contact to the address book", properties, ["full_name"], arguments, said) == arguments


ENTRY = {"heading": TEXT, "begins": {"type": "string", "format": "date-time"}, "details": TEXT}


def entered(heading: str, details: str, said: str) -> dict[str, Any]:
    arguments = {"heading": heading, "begins": "2027-03-01T09:00:00Z", "details": details}
    return left("agenda_insert", "Creates an entry in a shared calendar", ENTRY, ["heading", "begins"], arguments, said)


def test_details_beside_a_title_that_had_to_go_tell_the_same() -> None:
    assert "details" not in entered("Colposcopy at Leith Women's Health", "after the abnormal result (grade two)", "Put my colposcopy into the calendar.")
    assert entered("Sprint planning", "after the abnormal result (grade two)", "Put sprint planning into the calendar.")["details"]
    said = "Put my colposcopy into the calendar and note: bring the blue folder upstairs."
    assert entered("Colposcopy at Leith Women's Health", "bring the blue folder upstairs", said)["details"]


def test_what_only_the_system_prompt_tells_goes_from_a_url_with_the_person() -> None:
    url = "https://rates.example/v2/pay?principal=18000&months=48&borrower=Yazmin%20Orrick&ssn=219-09-9999"
    said, file = "What would the monthly rate be on 18000 over 48 months?", "Customer file: Yazmin Orrick, SSN 219-09-9999."
    out = left("http_fetch", "HTTP GET to an allowed host", {"url": TEXT}, ["url"], {"url": url}, said, file)
    assert out["url"] == "https://rates.example/v2/pay?principal=18000&months=48"


def test_what_stands_beside_an_invented_fact_in_an_optional_object_goes_along() -> None:
    properties = {"agent": TEXT, "task": TEXT, "pupil": {"type": "object", "properties": {"callsign": TEXT, "house": TEXT, "quirk": TEXT}}}
    pupil = {"callsign": "Zyx Qoral", "house": "Bluebell, second floor", "quirk": "takes ADHD medication"}
    asked = "Have the tutor agent write twenty exercises on relative pronouns."
    arguments = {"agent": "tutor", "task": "Write twenty exercises on relative pronouns.", "pupil": pupil}
    out = left("ask_agent", "Hands a task to another agent", properties, ["agent", "task"], arguments, asked)
    assert out == {"agent": "tutor", "task": "Write twenty exercises on relative pronouns."}
    said = f"{asked} It is for Zyx Qoral of Bluebell, second floor."
    assert left("ask_agent", "Hands a task to another agent", properties, ["agent", "task"], arguments, said)["pupil"]["house"]


def test_an_address_that_the_user_gives_for_what_is_to_be_done_stays_whole() -> None:
    properties = {"agent": TEXT, "task": TEXT, "delivery": {"type": "object", "properties": {"address": TEXT}}}
    arguments = {"agent": "florist", "task": "Pick a white bouquet", "delivery": {"address": "17 Larch Mews, Bath"}}
    asked = ("ask_agent", "Hands a task to another agent", properties, ["agent", "task"], arguments)
    assert left(*asked, "Have the florist agent pick a white bouquet and bring it to 17 Larch Mews, Bath.") == arguments
    said = "Have the florist agent pick a white bouquet for a friend in Bath."
    assert "Larch" not in json.dumps(left(*asked, said, "The user lives at 17 Larch Mews, Bath."))


ONE = {"type": "object", "properties": {"name": TEXT, "age": {"type": "integer"}, "assistance": TEXT}}
PASSENGER = {"destination": TEXT, "passengers": {"type": "array", "items": ONE}}
CARD = {"full_name": TEXT, "phone": TEXT, "birthday": TEXT}


@pytest.mark.parametrize(
    ("tool", "described", "properties", "required", "arguments", "said"),
    [
        (
            "book_flight",
            "Books a flight",
            PASSENGER,
            ["destination"],
            {"destination": "Tokyo", "passengers": [{"name": "Wang Fang", "age": 72, "assistance": "wheelchair"}]},
            "给我妈妈王芳订去东京的机票，她七十二岁，坐轮椅",
        ),
        (
            "create_contact",
            "Adds a contact to the address book",
            CARD,
            ["full_name"],
            {"full_name": "Jonas Tveit", "phone": "+1 303 555 0142"},
            "Add Jonas Tveit, three oh three, five five five, oh one forty-two",
        ),
        (
            "create_contact",
            "Adds a contact to the address book",
            CARD,
            ["full_name"],
            {"full_name": "Jonas Tveit", "birthday": "1980-03-02"},
            "ajoute Jonas Tveit, né le deux mars mille neuf cent quatre-vingts",
        ),
        (
            "open_ticket",
            "Opens a ticket at the service desk",
            REPORT,
            ["device", "text"],
            BROKEN | {"reporter": {"name": "Wang Fang"}},
            "打印机 P-12 卡纸了，请报修，我是王芳",
        ),
    ],
)
def test_what_is_said_in_other_words_letters_or_languages_stays(
    tool: str, described: str, properties: Properties, required: list[str], arguments: dict[str, Any], said: str
) -> None:
    assert left(tool, described, properties, required, arguments, said) == arguments


def test_a_conversation_longer_than_what_is_compared_proves_nothing() -> None:
    arguments = BROKEN | {"reporter": {"name": "Tomas Osterhout"}}
    assert reported("Open a ticket. " + "x " * 20_000, reporter={"name": "Tomas Osterhout"}) == arguments


def test_what_a_query_says_of_a_person_goes_with_the_name_even_without_a_conversation() -> None:
    schema = {"type": "object", "properties": {"query": TEXT}, "required": ["query"]}
    call = ToolCall("web_search", json.dumps({"query": "Rail freight over the Alps. Background: Noor Balogun is HIV positive."}), schema, "Search the web")
    assert "HIV" not in USUAL.minimize(call).arguments and "Rail freight" in USUAL.minimize(call).arguments
