"""Roles of parameters: by name in many languages, by place, type, format, enum and description."""

from __future__ import annotations

from typing import Any

import pytest

from tool_registry.load import load
from tool_registry.model import Param

TEXT = {"type": "string"}


def param(name: str, schema: dict[str, Any] | None = None, *, pointer: str = "", tool: str = "frobnicate") -> Param:
    made = load().recognise(tool, "", {"type": "object", "properties": {name: schema or TEXT}}, trust_annotations=True)
    return made.params[pointer or f"/{name}"]


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("location", "location"), ("ort", "location"), ("lugar", "location"), ("場所", "location"), ("地点", "location"), ("место", "location"),
        ("homeAddress", "address"), ("street_address", "address"), ("lieferadresse", "address"), ("住所", "address"), ("지주소", "address"),
        ("pickup_location", "origin"), ("origen", "origin"), ("出発地", "origin"), ("откуда", "origin"),
        ("destination", "destination"), ("reiseziel", "destination"), ("目的地", "destination"),
        ("postal_code", "postcode"), ("plz", "postcode"), ("property_zip", "postcode"), ("郵便番号", "postcode"),
        ("ciudad_envio", "city"), ("shipping_city", "city"), ("ville", "city"), ("город", "city"), ("城市", "city"),
        ("dateOfBirth", "birth_date"), ("geburtsdatum", "birth_date"), ("fecha_nacimiento", "birth_date"), ("出生日期", "birth_date"),
        ("customer_ssn_last4", "national_id"), ("national_id", "national_id"), ("cpf", "national_id"),
        ("身份证号", "national_id"), ("codice_fiscale", "national_id"),
        ("passport_no", "passport"), ("reisepassnummer", "passport"), ("护照号", "passport"),
        ("full_name", "person_name"), ("nome_completo", "person_name"), ("氏名", "person_name"), ("姓名", "person_name"), ("фио", "person_name"),
        ("first_name", "given_name"), ("vorname", "given_name"), ("apellidos", "family_name"), ("фамилия", "family_name"),
        ("contactEmail", "email"), ("correo_electronico", "email"), ("メールアドレス", "email"),
        ("phone_number", "phone"), ("telefonnummer", "phone"), ("手机号", "phone"), ("رقم_الهاتف", "phone"), ("전화번호", "phone"),
        ("user_note", "notes"), ("observaciones", "notes"), ("bemerkung", "notes"), ("備考", "notes"), ("примечание", "notes"), ("ملاحظات", "notes"),
        ("user_context", "context"), ("hintergrund", "context"), ("背景", "context"),
        ("trip_purpose", "reason"), ("motif", "reason"), ("理由", "reason"),
        ("search_query", "query"), ("requete", "query"), ("suchbegriff", "query"), ("关键词", "query"), ("검색어", "query"), ("запрос", "query"),
        ("empfaenger", "recipient"), ("destinatario", "recipient"), ("收件人", "recipient"), ("alıcı", "recipient"),
        ("annual_income", "income"), ("gehalt", "income"), ("年収", "income"),
        ("symptoms", "health"), ("diagnose", "health"), ("症状", "health"), ("диагноз", "health"),
        ("order_id", "record_id"), ("bestellnummer", "record_id"), ("订单号", "record_id"),
        ("api_key", "credential"), ("passwort", "credential"), ("pwd_token", "credential"),
        ("max_results", "limit"), ("page_size", "limit"), ("time_zone", "timezone"), ("target_lang", "language"),
        ("marital_status", "marital_status"), ("religion", "religion"), ("iban", "account_number"), ("loyalty_number", "loyalty_id"),
    ],
)  # fmt: skip
def test_a_name_says_its_role(name: str, role: str) -> None:
    assert param(name).role == role


@pytest.mark.parametrize(("name", "role"), [("resource_subtype", "choice"), ("havingClause", "filter"), ("assigned_by_any", "username"), ("llm", "agent_name")])
def test_names_that_real_servers_use_say_their_role(name: str, role: str) -> None:
    assert param(name).role == role


@pytest.mark.parametrize("name", ["conditions", "exclusion", "records", "portfolio", "bed_and_breakfast_or_not"])
def test_a_name_that_may_hold_private_data_is_no_setting(name: str) -> None:
    assert param(name).need.use.value != "setting"


def test_short_keys_and_values_of_free_fields_are_read() -> None:
    pairs = {"type": "array", "items": {"type": "object", "properties": {"k": TEXT, "v": TEXT}}}
    assert param("metadata", pairs, pointer="/metadata/*/k").role == "choice"
    assert param("metadata", pairs, pointer="/metadata/*/v").role == "custom_value"


def test_a_name_that_says_nothing_is_unknown_and_unsure() -> None:
    made = param("zorblax")
    assert made.role == "unknown"
    assert made.confidence < 0.5


@pytest.mark.parametrize(
    ("schema", "role"),
    [
        ({"type": "boolean"}, "flag"),
        ({"type": "string", "enum": ["a", "b"]}, "choice"),
        ({"type": "string", "format": "email"}, "email"),
        ({"type": "string", "format": "date"}, "date"),
        ({"type": "string", "format": "date-time"}, "datetime"),
        ({"type": "string", "format": "uri"}, "url"),
        ({"type": "string", "format": "uuid"}, "record_id"),
        ({"type": "number"}, "number"),
        ({"type": "object"}, "metadata"),
        ({"type": "string", "description": "Street address of the depot"}, "address"),
        ({"type": "string", "description": "The phone number to call"}, "phone"),
    ],
)
def test_schema_decides_where_the_name_says_nothing(schema: dict[str, Any], role: str) -> None:
    assert param("zorblax", schema).role == role


def test_an_enum_of_a_sensitive_role_stays_that_role() -> None:
    assert param("marital_status", {"enum": ["single", "married"]}).role == "marital_status"


def test_a_number_called_tab_id_is_an_identifier_and_one_called_ssn_is_one_too() -> None:
    assert param("tabId", {"type": "integer"}).role == "record_id"
    assert param("ssn", {"type": "integer"}).role == "national_id"


def test_max_stops_is_a_limit_not_a_place() -> None:
    assert param("max_stops", {"type": "integer"}).role == "limit"


def test_name_inside_a_passenger_is_that_persons_name() -> None:
    people = {"type": "array", "items": {"type": "object", "properties": {"name": TEXT, "id": TEXT}}}
    assert param("passengers", people, pointer="/passengers/*/name").role == "person_name"
    assert param("passengers", people, pointer="/passengers/*/id").role == "user_id"


def test_name_inside_an_address_is_a_person_and_inside_a_place_is_the_place() -> None:
    inside = {"type": "object", "properties": {"name": TEXT, "line1": TEXT}}
    assert param("shipping_address", inside, pointer="/shipping_address/name").role == "person_name"
    assert param("pickup", inside, pointer="/pickup/name").role == "origin"


def test_number_inside_phones_is_a_phone() -> None:
    phones = {"type": "array", "items": {"type": "object", "properties": {"number": TEXT, "label": TEXT}}}
    assert param("phones", phones, pointer="/phones/*/number").role == "phone"


def test_value_inside_custom_fields_is_judged_as_a_free_value() -> None:
    fields = {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "integer"}, "value": TEXT}}}
    assert param("custom_fields", fields, pointer="/custom_fields/*/value").role == "custom_value"


def test_owner_as_an_object_is_a_party_and_as_text_a_handle() -> None:
    assert param("owner", {"type": "object", "properties": {"name": TEXT}}).role == "party"
    assert param("owner").role == "username"


def test_evidence_names_the_datum_not_a_value() -> None:
    assert param("driver_ssn").evidence == "name:ssn"
    assert param("zorblax", {"type": "boolean"}).evidence == "type:boolean"


@pytest.mark.parametrize("name", ["titular", "kandidaat", "bewohner", "ospiti", "sjaafoer", "uchazec", "водитель"])
def test_an_object_that_a_word_for_persons_names_is_about_a_person(name: str) -> None:
    schema = {"type": "object", "properties": {"name": TEXT}}
    assert param(name, schema).role == "person"
    assert param(name, schema, pointer=f"/{name}/name").role == "person_name"


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("basho", "location"), ("hizuke", "date"), ("shimei", "person_name"), ("seinengappi", "birth_date"), ("shenfenzheng", "national_id"),
        ("chengshi", "city"),
        ("nid_number", "national_id"), ("national_code", "national_id"), ("کد_ملی", "national_id"), ("medicare_no", "national_id"),
        ("terveystiedot", "health"), ("blood_group", "health"), ("krevni_skupina", "health"), ("রক্তের গ্রুপ", "health"), ("โรคประจำตัว", "health"),
        ("venit_lunar", "income"), ("pension_type", "income"), ("sueldo", "income"), ("lương", "income"), ("μισθός", "income"),
        ("party_affiliation", "religion"), ("forerkort_status", "licence"), ("arbetsgivare", "employer"),
    ],
)  # fmt: skip
def test_words_for_ids_health_and_money_are_known_in_many_languages(name: str, role: str) -> None:
    assert param(name).role == role


@pytest.mark.parametrize("name", ["min_salary", "gehalt_ab", "mindestgehalt", "luong_toi_thieu", "最低年収", "salario_desde"])
def test_a_bound_of_a_search_is_a_filter_and_no_figure_of_the_user(name: str) -> None:
    assert param(name, {"type": "number"}, tool="search_jobs").role == "amount"
    assert param("current_salary", {"type": "number"}, tool="search_jobs").need.use == "ballast"


def test_properties_as_text_are_judged_as_text() -> None:
    assert param("properties", TEXT, tool="track_event").role == "custom_value"
    assert "DI" not in param("properties", TEXT, tool="track_event").need.categories


def test_an_umlaut_is_read_in_either_spelling() -> None:
    assert param("författare").role == param("forfattare").role == "public_figure"


@pytest.mark.parametrize(
    ("name", "role"),
    [("assignee_any", "user_id"), ("tags_all", "tags"), ("followers_not", "recipient"), ("assigned_by_not", "username"), ("musteri_not", "notes")],
)
def test_how_a_search_treats_several_values_is_no_part_of_the_name(name: str, role: str) -> None:
    assert param(name).role == role


@pytest.mark.parametrize("name", ["questions", "rules"])
def test_a_list_of_objects_is_no_text(name: str) -> None:
    listed = {"type": "array", "items": {"type": "object", "properties": {"colour": TEXT}}}
    assert param(name, listed).role == param(name, listed, pointer=f"/{name}/*").role == "group"


def test_an_address_for_mail_is_no_postal_one() -> None:
    assert param("address", {**TEXT, "description": "E-mail address of the list"}).role == "email"
    assert param("address", {**TEXT, "description": "Postal address, not the e-mail address"}).role == "address"
    assert param("address").role == "address"
