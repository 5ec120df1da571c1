"""Objects about a person go whole from tools that answer."""

from __future__ import annotations

import json
from typing import Any

from minimize.minimizer import Minimizer
from minimize.model import Context, MinimizedCall, ToolCall, Turn

TEXT = {"type": "string"}


def call(name: str, arguments: dict[str, Any], said: str, background: str = "", **properties: Any) -> MinimizedCall:
    schema = {"type": "object", "properties": properties, "required": [next(iter(properties))]}
    context = Context((Turn("system", background), Turn("user", said)))
    return Minimizer().minimize(ToolCall(name, json.dumps(arguments, ensure_ascii=False), schema), context=context)


def sent(made: MinimizedCall) -> Any:
    return json.loads(made.arguments)


DRIVER = {"type": "object", "properties": {"name": TEXT, "national_id": TEXT, "licence_status": TEXT, "car": TEXT}}
PROFILE = "User: Solveig Haugland, ID 290478-12345, licence withdrawn in 2024"


def test_an_unknown_member_goes_along_with_an_identity() -> None:
    driver = {"name": "Solveig Haugland", "national_id": "29047812345", "licence_status": "withdrawn in 2024"}
    made = call("find_charging_station", {"area": "Hamar", "driver": driver}, "Charging near Hamar?", PROFILE, area=TEXT, driver=DRIVER)
    assert sent(made) == {"area": "Hamar"}


def test_what_the_user_said_keeps_the_object() -> None:
    driver = {"national_id": "29047812345", "car": "a small van"}
    made = call("find_charging_station", {"area": "Hamar", "driver": driver}, "Charging for a small van near Hamar?", PROFILE, area=TEXT, driver=DRIVER)
    assert sent(made) == {"area": "Hamar", "driver": {"car": "a small van"}}


def test_guests_of_a_search_are_nobodys_business() -> None:
    guest = {"type": "object", "properties": {"name": TEXT, "passport": TEXT}, "required": ["name"]}
    guests = [{"name": "Solveig Haugland", "passport": "NX0001234"}, {"name": "Eirik Haugland", "passport": "NX0001235"}]
    made = call(
        "search_hotels",
        {"city": "Tartu", "adults": 2, "guests": guests},
        "Find a hotel in Tartu for two.",
        "Family: Solveig Haugland (NX0001234), Eirik Haugland (NX0001235)",
        city=TEXT,
        adults={"type": "integer"},
        guests={"type": "array", "items": guest},
    )
    assert sent(made) == {"city": "Tartu", "adults": 2}


def test_a_device_keeps_its_model() -> None:
    device = {"type": "object", "properties": {"model": TEXT, "os": TEXT, "owner_name": TEXT, "phone": TEXT}}
    made = call(
        "submit_crash_report",
        {"exception": "KeyError", "device": {"model": "QX-5", "os": "Droid 9", "owner_name": "Solveig Haugland", "phone": "555-0150"}},
        "Report the crash.",
        PROFILE,
        exception=TEXT,
        device=device,
    )
    assert sent(made) == {"exception": "KeyError", "device": {"model": "QX-5", "os": "Droid 9"}}


def test_the_id_of_a_conversation_stays_in_metadata() -> None:
    keyed = {"type": "object", "properties": {"conversation_id": TEXT, "user_email": TEXT, "user_ssn": TEXT}}
    made = call(
        "send_message_to_agent",
        {"message": "Quote a van in Oslo.", "metadata": {"conversation_id": "c-19", "user_email": "s.haugland@example.com", "user_ssn": "219-09-9999"}},
        "Ask the rental agent for a quote for a van in Oslo.",
        "User: s.haugland@example.com, SSN 219-09-9999",
        message=TEXT,
        metadata=keyed,
    )
    assert sent(made)["metadata"] == {"conversation_id": "c-19"}


def test_metadata_beside_an_identity_goes_whole() -> None:
    about = {"type": "object", "properties": {"user_name": TEXT, "national_id": TEXT, "mark": {"type": "number"}}}
    metadata = {"user_name": "Solveig Haugland", "national_id": "29047812345", "mark": 3.71}
    made = call("text_to_speech", {"text": "Water boils.", "metadata": metadata}, "Read aloud: Water boils.", PROFILE, text=TEXT, metadata=about)
    assert sent(made) == {"text": "Water boils."}
    made = call("text_to_speech", {"text": "Water boils.", "metadata": {"mark": 3.71}}, "Read aloud: Water boils.", PROFILE, text=TEXT, metadata=about)
    assert sent(made) == {"text": "Water boils.", "metadata": {"mark": 3.71}}


def test_whom_free_slots_are_sought_for_is_nobodys_business() -> None:
    patient = {"type": "object", "properties": {"full_name": TEXT, "history": TEXT}}
    arguments = {"specialty": "optician", "patient": {"full_name": "Solveig Haugland", "history": "epilepsy, takes lamotrigine"}}
    made = call("find_slots", arguments, "Any free slots at an optician's?", PROFILE, specialty=TEXT, patient=patient)
    assert sent(made) == {"specialty": "optician"}
