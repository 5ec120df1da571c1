"""Specs of declared tools: kind x role -> need, for the situations that the kinds were made for."""

from __future__ import annotations

import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tool_registry.load import load
from tool_registry.model import ToolSpec, Use

TEXT: dict[str, Any] = {"type": "string"}
OPTIONAL_TEXT: dict[str, Any] = {"type": ["string", "null"]}


def spec(name: str, properties: dict[str, Any], required: list[str] | None = None, description: str = "") -> ToolSpec:
    return load().recognise(name, description, {"type": "object", "properties": properties, "required": required or []}, trust_annotations=True)


def uses(made: ToolSpec) -> dict[str, str]:
    return {pointer: f"{p.need.use.value} {p.need.precision}".removesuffix(" exact") for pointer, p in made.params.items()}


def person(*members: str, required: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"type": "object", "properties": dict.fromkeys(members, TEXT), "required": list(required)}


def test_weather_needs_a_city_and_a_day_and_nobodys_story() -> None:
    made = spec(
        "city_forecast",
        {"location": TEXT, "date": {**TEXT, "format": "date"}, "units": {"enum": ["C", "F"]}, "context": TEXT, "asker_name": TEXT},
        ["location"],
    )
    assert uses(made) == {"/location": "payload city", "/date": "payload date", "/units": "setting", "/context": "ballast", "/asker_name": "ballast"}


def test_an_hourly_forecast_needs_the_time() -> None:
    made = spec("hourly_weather", {"city": TEXT, "at": {**TEXT, "format": "date-time"}}, ["city", "at"])
    assert made.params["/at"].need.precision == "exact"


def test_directions_need_streets_but_not_why() -> None:
    made = spec(
        "plan_route", {"origin": TEXT, "destination": TEXT, "trip_purpose": TEXT, "stops": {"type": "array", "items": person("address", "notes")}}, ["origin"]
    )
    assert uses(made)["/origin"] == "payload street"
    assert uses(made)["/stops/*/address"] == "payload street"
    assert uses(made)["/trip_purpose"] == uses(made)["/stops/*/notes"] == "ballast"


def test_a_ride_needs_its_passenger_but_not_their_number_in_the_register() -> None:
    made = spec(
        "order_taxi", {"pickup": TEXT, "dropoff": TEXT, "passenger": person("name", "phone", "national_id", required=("name", "phone")), "rider_note": TEXT}
    )
    assert uses(made)["/passenger/name"] == uses(made)["/passenger/phone"] == "subject"
    assert uses(made)["/passenger/national_id"] == "ballast"
    assert made.params["/rider_note"].need.use is Use.CONTENT
    assert not made.params["/rider_note"].need.categories


def test_booking_needs_passports_that_are_required_and_searching_needs_none() -> None:
    people = {
        "type": "array",
        "items": person("given_name", "date_of_birth", "passport_number", "ssn", required=("given_name", "date_of_birth", "passport_number")),
    }
    booked = uses(spec("book_flight", {"offer_id": TEXT, "passengers": people, "remarks": OPTIONAL_TEXT}, ["offer_id", "passengers", "remarks"]))
    assert booked["/passengers/*/passport_number"] == booked["/passengers/*/date_of_birth"] == "subject"
    assert booked["/passengers/*/ssn"] == booked["/remarks"] == "ballast"
    sought = uses(spec("search_flights", {"origin": TEXT, "destination": TEXT, "travelers": people}, ["origin", "destination"]))
    assert sought["/travelers"] == sought["/travelers/*/passport_number"] == "ballast"


def test_a_calendar_title_is_a_label_and_its_description_ballast() -> None:
    made = uses(
        spec(
            "create_event",
            {"title": TEXT, "start": TEXT, "attendees": {"type": "array", "items": TEXT}, "location": TEXT, "description": TEXT},
            ["title", "start"],
        )
    )
    assert made["/title"] == "label"
    assert made["/description"] == "ballast"
    assert made["/attendees"] == made["/attendees/*"] == "subject"
    assert made["/location"] == made["/start"] == "payload"


def test_a_message_keeps_its_body_whole_for_the_judge() -> None:
    made = spec("send_email", {"to": TEXT, "subject": TEXT, "body": TEXT}, ["to", "subject", "body"])
    assert made.params["/body"].need.categories == {"*"}
    assert made.params["/to"].need.use is Use.SUBJECT


def test_a_search_keeps_its_topic_but_no_identifiers() -> None:
    need = spec("web_search", {"query": TEXT}, ["query"]).params["/query"].need
    assert {"H", "F", "B", "I", "Im", "R"} <= need.categories
    assert not {"DI", "QI", "L", "C"} & need.categories
    assert need.precision == "neighbourhood"


def test_providers_are_sought_by_postcode_without_symptoms_or_membership() -> None:
    made = uses(spec("find_doctors", {"specialty": TEXT, "zip": TEXT, "street": TEXT, "symptoms": TEXT, "member_id": TEXT}, ["specialty", "zip"]))
    assert made["/zip"] == made["/street"] == "payload postcode"
    assert made["/symptoms"] == made["/member_id"] == "ballast"


def test_an_applicant_beside_a_loan_calculation_is_ballast() -> None:
    applicant = {"anyOf": [{"type": "null"}, person("name", "ssn", "employer", required=("name", "ssn", "employer"))]}
    made = uses(
        spec("estimate_loan", {"principal": {"type": "number"}, "income": {"type": "number"}, "applicant": applicant}, ["principal", "income", "applicant"])
    )
    assert made["/principal"] == made["/income"] == "payload"
    assert made["/applicant"] == made["/applicant/ssn"] == "ballast"


def test_a_transfer_needs_its_accounts_but_not_its_memo() -> None:
    made = uses(
        spec(
            "transfer_funds",
            {"from_account": TEXT, "to_account": TEXT, "amount": {"type": "number"}, "memo": OPTIONAL_TEXT},
            ["from_account", "to_account", "amount", "memo"],
        )
    )
    assert made == {"/from_account": "subject", "/to_account": "subject", "/amount": "payload", "/memo": "ballast"}


def test_a_leave_request_needs_no_diagnosis_and_its_reason_gets_a_stand_in() -> None:
    made = uses(
        spec("submit_leave_request", {"employee_id": TEXT, "start_date": TEXT, "reason": TEXT, "diagnosis": TEXT}, ["employee_id", "start_date", "reason"])
    )
    assert made == {"/employee_id": "subject", "/start_date": "payload", "/reason": "ballast", "/diagnosis": "ballast"}


def test_a_record_is_found_by_its_id_without_demographics() -> None:
    made = uses(spec("query_lab_results", {"patient_ref": person("mrn"), "demographics": person("name", "ssn")}, ["patient_ref"]))
    assert made["/patient_ref/mrn"] == "subject"
    assert made["/demographics/name"] == made["/demographics/ssn"] == "ballast"


def test_what_is_executed_is_marked_so() -> None:
    assert uses(spec("run_command", {"command": TEXT}, ["command"])) == {"/command": "executed"}
    assert uses(spec("run_sql", {"query": TEXT}, ["query"])) == {"/query": "executed"}
    assert uses(spec("write_file", {"path": TEXT, "content": TEXT}, ["path", "content"])) == {"/path": "executed", "/content": "executed"}


def test_an_agent_gets_the_task_but_not_the_person() -> None:
    made = spec(
        "delegate_task",
        {"task": TEXT, "context": OPTIONAL_TEXT, "user_profile": {"type": "object"}, "history": {"type": "array", "items": TEXT}},
        ["task", "context"],
    )
    assert made.trust == "agent"
    assert uses(made)["/context"] == uses(made)["/user_profile"] == uses(made)["/history"] == "ballast"
    assert "DI" not in made.params["/task"].need.categories


def test_a_loyalty_number_survives_in_a_profile_that_is_ballast() -> None:
    made = uses(spec("ask_hotel_agent", {"city": TEXT, "traveler_profile": person("name", "loyalty_number")}, ["city"]))
    assert made["/traveler_profile"] == made["/traveler_profile/name"] == "ballast"
    assert made["/traveler_profile/loyalty_number"] == "subject"


def test_the_ages_of_travellers_survive_where_fares_depend_on_them() -> None:
    made = uses(spec("search_flights", {"origin": TEXT, "passengers": {"type": "array", "items": person("age", "name", "passport")}}, ["origin"]))
    assert made["/passengers/*/age"] == "payload"
    assert made["/passengers/*/name"] == made["/passengers/*/passport"] == "ballast"


def test_a_generic_tool_keeps_what_it_may_need_and_drops_what_only_explains() -> None:
    made = uses(
        spec("frobnicate", {"widget": TEXT, "full_name": TEXT, "email": TEXT, "ssn": TEXT, "notes": TEXT, "reason": TEXT}, ["widget", "full_name", "ssn"])
    )
    assert made == {"/widget": "payload", "/full_name": "subject", "/email": "subject", "/ssn": "subject", "/notes": "ballast", "/reason": "ballast"}
    assert uses(spec("frobnicate", {"ssn": TEXT}))["/ssn"] == "ballast"


@pytest.mark.parametrize("parameters", [None, {}, {"type": "object", "properties": {}}])
def test_an_undeclared_or_empty_tool_is_generic(parameters: Any) -> None:
    made = load().recognise("get_weather", "Forecast.", parameters, trust_annotations=True)
    assert made.kind.name == "generic"
    assert made.trust == "third_party_no_dpa"
    assert made.params == {}


@pytest.mark.parametrize(
    ("key", "role", "use"),
    [
        ("religion", "religion", Use.BALLAST),
        ("maritalStatus", "marital_status", Use.BALLAST),
        ("health", "health", Use.BALLAST),
        ("dob", "birth_date", Use.SUBJECT),
        ("product_interest", "special_requests", Use.CONTENT),
        ("zorblax", "unknown", Use.CONTENT),
    ],
)
def test_an_undeclared_key_is_judged_by_its_name(key: str, role: str, use: Use) -> None:
    kind = load().kinds["crm"]
    got, sure = load().role_of_key(key, kind)
    assert got.name == role
    assert kind.need(got, optional=True).use is use
    assert 0 < sure <= 1


@pytest.mark.parametrize("key", ["data", "arg1", "options", "payload", "text", "input", "person", "blob", "数据", "parametros"])
def test_an_undeclared_key_that_names_nothing_is_unknown_where_the_kind_has_no_use_for_it(key: str) -> None:
    assert load().role_of_key(key, load().kinds["generic"])[0].name == "unknown"


@pytest.mark.parametrize(("key", "kind", "role"), [("text", "translation", "text"), ("text", "messaging", "body"), ("person", "booking", "person")])
def test_an_undeclared_key_that_the_kind_needs_keeps_its_role(key: str, kind: str, role: str) -> None:
    assert load().role_of_key(key, load().kinds[kind])[0].name == role


def test_a_declared_parameter_of_a_weak_name_keeps_its_role() -> None:
    assert spec("frobnicate", {"text": TEXT}).params["/text"].role == "text"


@pytest.mark.parametrize(
    ("name", "kind"),
    [("send_gift", "order"), ("geschenk_senden", "order"), ("enviarRegalo", "order"), ("发送礼物", "order"), ("search_gifts", "product_search")],
)
def test_whoever_sends_a_gift_looks_for_no_product(name: str, kind: str) -> None:
    assert spec(name, {"recipient": TEXT, "item": TEXT, "message": TEXT}).kind.name == kind


def test_params_are_found_at_concrete_steps() -> None:
    made = spec("book_flight", {"passengers": {"type": "array", "items": person("given_name")}})
    found = made.param(("passengers", "3", "given_name"))
    assert found is not None
    assert found.pointer == "/passengers/*/given_name"
    assert made.param(("passengers", "3", "nothing")) is None


def test_pointers_escape_slashes_and_tildes() -> None:
    assert list(spec("frobnicate", {"a/b~c": TEXT}).params) == ["/a~1b~0c"]


def test_the_same_declaration_gives_the_same_spec_and_another_one_does_not() -> None:
    first = spec("get_weather", {"city": TEXT})
    assert spec("get_weather", {"city": dict(TEXT)}) is first
    assert spec("get_weather", {"town": TEXT}) is not first
    assert spec("get_weather", {"city": TEXT}, description="x") is not first
    assert spec("get_weather", {"town": TEXT}).schema_hash != first.schema_hash


def test_the_hash_does_not_depend_on_the_order_of_keys() -> None:
    a = load().recognise("t", "", {"type": "object", "properties": {"a": TEXT}}, trust_annotations=True)
    b = load().recognise("t", "", {"properties": {"a": TEXT}, "type": "object"}, trust_annotations=True)
    assert a.schema_hash == b.schema_hash


def test_a_schema_too_deep_for_json_is_still_recognised() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(5_000):
        schema = {"type": "object", "properties": {"d": schema}}
    made = load().recognise("get_weather", "", schema, trust_annotations=True)
    assert made.kind.name == "weather"


def test_threads_share_the_registry() -> None:
    names = [f"tool_{i % 7}" for i in range(300)]
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda n: spec(n, {"city": TEXT, n: TEXT}), names))
    assert {s.name for s in made} == set(names)


def test_recognition_is_quick() -> None:
    fields = (
        "city",
        "street",
        "full_name",
        "date_of_birth",
        "email",
        "phone",
        "notes",
        "reason",
        "amount",
        "currency",
        "order_id",
        "page",
        "limit",
        "query",
        "tags",
    )

    def took(salt: int) -> float:
        began = time.process_time()
        spec(f"tool_{salt}", dict.fromkeys(fields, TEXT), ["city"], "Does something with an order of a customer in a shop.")
        return time.process_time() - began

    for salt in range(5):
        took(salt)
    assert statistics.median(took(salt) for salt in range(100, 140)) < 0.003
    again = [took(7) for _ in range(200)][1:]
    assert statistics.median(again) < 0.0002


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["object", "array", "string", "#", "#/$defs/a", "city-level"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.text(max_size=6)
            | st.sampled_from(["type", "properties", "items", "required", "anyOf", "allOf", "$ref", "$defs", "a", "enum", "x-minimum-necessary", "x-privacy"]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=25,
)


@given(name=st.text(max_size=30), description=st.text(max_size=60), schema=st.dictionaries(st.sampled_from(["type", "properties", "anyOf", "$defs"]), JSON))
@settings(max_examples=150, deadline=None)
def test_whatever_a_client_declares_gives_a_spec(name: str, description: str, schema: dict[str, Any]) -> None:
    for trusted in (True, False):
        made = load().recognise(name, description, schema, trust_annotations=trusted)
        assert made.kind.name in load().kinds
        assert all(param.role in load().roles for param in made.params.values())


@pytest.mark.parametrize("size", [10_000, 100_000])
def test_long_names_and_descriptions_take_bounded_time(size: int) -> None:
    began = time.process_time()
    spec("aA" * size, {"bB_" * size: TEXT, "x": {"type": "string", "description": "word " * size}}, description="send an email " * size)
    assert time.process_time() - began < 0.5


def about(name: str, *, required: bool = False, tool: str = "find_flats", schema: dict[str, Any] | None = None) -> tuple[str, str]:
    declared = {"type": "object", "properties": {name: schema or {"type": "string"}}, "required": [name] if required else []}
    made = load().recognise(tool, "", declared, trust_annotations=True).params[f"/{name}"]
    return made.role, made.about_user


@pytest.mark.parametrize(
    "name",
    [
        "about_me",
        "ueber_mich",
        "sobre_mim",
        "memoire",
        "про_клієнта",
        "umore",
        "ruhHali",
        "自己紹介",
        "对话摘要",
        "parent_state",
        "resumo_conversa",
        "private_life",
        "reason_for_stay",
    ],
)
def test_names_that_promise_a_story_about_the_user(name: str) -> None:
    assert about(name)[1] == "always"


def test_a_name_that_says_whom_it_is_about_promises_for_sure() -> None:
    assert about("notes") == ("notes", "maybe")
    assert about("applicant_notes") == ("notes", "always")
    assert about("catatan_pelamar") == ("notes", "always")


def test_neither_options_nor_what_the_tool_is_about_promise_anything() -> None:
    assert about("mood", schema={"enum": ["calm", "loud"]})[1] == ""
    assert about("memory", tool="save_memory")[1] == ""
    assert about("location") == ("location", "")


def needs(name: str, description: str, properties: dict[str, Any], required: list[str], **more: Any) -> dict[str, Use]:
    declared = {"type": "object", "properties": properties, "required": required, **more}
    made = load().recognise(name, description, declared, trust_annotations=True)
    return {pointer: param.need.use for pointer, param in made.params.items()}


def test_a_record_that_a_tool_cannot_do_without_is_its_subject() -> None:
    text = {"type": "string"}
    found = needs("get_dosage_plan", "Read a patient's dosage plan from the ward's system.", {"mrn": text, "status": text}, ["mrn"])
    assert found["/mrn"] is Use.SUBJECT


def test_all_lines_of_an_address_that_is_named_are_needed() -> None:
    text = {"type": "string"}
    address = {"type": "object", "properties": {"line1": text, "line2": text, "gate_note": text}, "required": ["line1"]}
    properties = {"order_id": text, "address": address, "phone": text}
    found = needs("set_delivery_address", "", properties, ["order_id", "address"], **{"x-minimum-necessary": ["order_id", "address"]})
    assert found["/address/line2"] is not Use.BALLAST
    assert found["/address/gate_note"] is Use.BALLAST
    assert found["/phone"] is Use.BALLAST


def test_free_inputs_of_a_message_that_is_named_are_judged_by_their_keys() -> None:
    message = {"type": "object", "properties": {"text": {"type": "string"}, "data": {"type": "object"}, "trace": {"type": "object"}}, "required": ["text"]}
    found = needs("send_task", "", {"message": message}, ["message"], **{"x-minimum-necessary": ["message"]})
    assert found["/message/data"] is not Use.BALLAST
    assert found["/message/trace"] is Use.BALLAST


@pytest.mark.parametrize(("name", "role"), [("diaDiem", "location"), ("referencia_cliente", "client_reference"), ("letztePeriode", "health")])
def test_names_of_more_languages(name: str, role: str) -> None:
    assert about(name)[0] == role


def test_no_psd_in_a_story_leaves_nothing_of_it() -> None:
    found = needs("order_taxi", "", {"pickup": {"type": "string"}, "about_me": {"type": "string", "x-privacy": {"precision": "none"}}}, ["pickup"])
    assert found["/about_me"] is Use.BALLAST


def test_a_place_of_a_post_is_a_town() -> None:
    place = {"type": "object", "properties": {"lat": {"type": "number"}, "lng": {"type": "number"}}}
    declared = {"type": "object", "properties": {"text": {"type": "string"}, "position": place}, "required": ["text"]}
    made = load().recognise("publish_post", "Publishes a post.", declared, trust_annotations=True)
    assert {made.params[f"/position/{name}"].need.precision for name in ("lat", "lng")} == {"city"}


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("notas_cliente", "notes"),
        ("achtergrond_klant", "context"),
        ("kunden_kontext", "context"),
        ("ziyaret_sebebi", "reason"),
        ("用户背景", "context"),
        ("고객메모", "notes"),
        ("причина_візиту", "reason"),
        ("kundnotiz", "notes"),
    ],
)
def test_a_persons_word_beside_one_for_a_story(name: str, role: str) -> None:
    found = about(name)
    assert found[0] == role
    assert found[1]


@pytest.mark.parametrize("name", ["profileNames", "customer_name", "user_id", "guest_count", "client_email", "patient_status", "reminders", "user_language"])
def test_a_persons_word_beside_another_tells_nothing(name: str) -> None:
    assert about(name)[1] == ""


def test_a_treatment_to_be_booked_is_what_is_booked() -> None:
    found = needs("book_salon_slot", "Book a slot.", {"slot_id": {"type": "string"}, "treatment": {"type": "string"}}, ["slot_id", "treatment"])
    assert found["/treatment"] is Use.PAYLOAD


def test_a_mood_is_what_music_and_pictures_are_made_for() -> None:
    for tool, described in (("search_music", "Find songs"), ("generate_image", "Image from a prompt")):
        found = needs(tool, described, {"prompt": {"type": "string"}, "mood": {"type": "string"}}, ["prompt"])
        assert found["/mood"] is not Use.BALLAST


def test_structured_data_of_a_task_are_the_task() -> None:
    properties = {"task": {"type": "string"}, "inputs": {"type": "object"}, "context": {"type": "object"}}
    found = needs("delegate_task", "Hands a task to another agent", properties, ["task"])
    assert found["/inputs"] is Use.PAYLOAD
    assert found["/context"] is Use.BALLAST


@pytest.mark.parametrize("name", ["stadtteil", "neighborhood", "barrio", "dzielnica", "район", "quận", "區", "الحي"])
def test_a_quarter_is_needed_as_one(name: str) -> None:
    made = load().recognise("find_flats", "Find flats.", {"type": "object", "properties": {name: {"type": "string"}}}, trust_annotations=True)
    assert (made.params[f"/{name}"].role, made.params[f"/{name}"].need.precision) == ("district", "neighbourhood")


def test_the_state_of_a_delegation_is_no_region() -> None:
    found = needs("delegate_task", "Hands a task to another agent", {"task": {"type": "string"}, "state": {"type": "string"}}, ["task"])
    assert found["/state"] is Use.BALLAST


@pytest.mark.parametrize(
    ("tool", "name", "role"),
    [
        ("query_contacts", "where", "filter"),
        ("assign_card", "member_id", "user_id"),
        ("add_task_dependency", "dependents", "record_id"),
        ("add_task_dependency", "insert_after", "record_id"),
        ("send_message", "caption", "body"),
    ],
)
def test_words_mean_what_they_mean_in_such_tools(tool: str, name: str, role: str) -> None:
    assert spec(tool, {name: TEXT}).params[f"/{name}"].role == role
