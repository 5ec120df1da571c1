"""Calls of public tools are minimised as their annotations say; a user's own tool of the same name is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from minimize import MinimizedCall, Minimizer, ToolCall
from tool_registry.load import load
from tool_registry.model import Use

TEXT = {"type": "string"}
MINIMIZER = Minimizer()


def schema(server: str, tool: str, **properties: Any) -> dict[str, Any]:
    """Give a schema with the names of an annotated tool's parameters."""
    [known] = [part.tools(server)[tool] for part in load().published.parts if tool in part.tools(server)]
    return {"type": "object", "properties": {**dict.fromkeys(sorted(known.named), TEXT), **properties}}


def decided(name: str, arguments: dict[str, Any], parameters: dict[str, Any]) -> MinimizedCall:
    return MINIMIZER.minimize(ToolCall(name=name, arguments=json.dumps(arguments), schema=parameters))


def left(name: str, arguments: dict[str, Any], parameters: dict[str, Any]) -> Any:
    return json.loads(decided(name, arguments, parameters).arguments or "null")


GUESTS = {"attendees": {"type": "array", "items": {"type": "object", "properties": {"email": TEXT}}}}


def test_an_event_keeps_its_guests_and_loses_what_it_is_about() -> None:
    said = {
        "calendarId": "primary",
        "summary": "Chemotherapy with Dr. Ada Osei",
        "description": "Reach me at +1 202-555-0143 after the infusion",
        "start": "2027-03-01T09:00:00",
        "attendees": [{"email": "ann.archer@example.com"}],
    }
    got = left("gcal__create-event", said, schema("google-calendar", "create-event", **GUESTS))
    assert (got["calendarId"], got["start"], got["attendees"]) == ("primary", said["start"], said["attendees"])
    assert "description" not in got
    assert "Chemo" not in got["summary"]
    assert "Osei" not in got["summary"]


@pytest.mark.parametrize(
    ("name", "server", "tool", "said"),
    [
        ("post-v3-lists", "mailgun", "post-v3-lists", {"address": "friends@lists.example.com", "name": "Friends"}),
        ("trello__assign_member_to_card", "trello", "assign_member_to_card", {"cardId": "61a0", "memberId": "5f001122"}),
        ("slack__slack_post_message", "reference-slack", "slack_post_message", {"channel_id": "C01", "text": "Ann Archer has the flu"}),
        ("asana_add_task_dependents", "asana", "asana_add_task_dependents", {"task_id": "1201", "dependents": "1202"}),
    ],
)
def test_what_a_public_tool_works_with_stays(name: str, server: str, tool: str, said: dict[str, Any]) -> None:
    assert left(name, said, schema(server, tool)) == said


@pytest.mark.parametrize(
    ("name", "server", "tool", "said", "rest"),
    [
        (
            "send_feedback",
            "monday",
            "send_feedback",
            {"kind": "bug", "title": "Search fails", "description": "The search failed for ann.archer@example.com."},
            {"kind": "bug", "title": "Search fails", "description": "The search failed."},
        ),
        (
            "stripe__search_stripe_documentation",
            "stripe",
            "search_stripe_documentation",
            {"question": "How do I refund ann.archer@example.com for a ticket?"},
            {"question": "How do I refund for a ticket?"},
        ),
    ],
)
def test_what_it_does_not_work_with_goes(name: str, server: str, tool: str, said: dict[str, Any], rest: dict[str, Any]) -> None:
    assert left(name, said, schema(server, tool)) == rest


def test_a_search_nearby_gets_the_neighbourhood_of_a_point() -> None:
    point = {"type": "number"}
    got = left(
        "yelp_agent",
        {"natural_language_query": "ramen", "search_latitude": 39.78172, "search_longitude": -89.65014},
        schema("yelp", "yelp_agent", search_latitude=point, search_longitude=point),
    )
    assert got == {"natural_language_query": "ramen", "search_latitude": 39.78, "search_longitude": -89.65}


def test_the_annotation_is_named_among_the_rules() -> None:
    done = decided("send_feedback", {"description": "It failed for ann.archer@example.com."}, schema("monday", "send_feedback"))
    assert all("tool.monday.send_feedback" in decision.rules for decision in done.decisions)
    assert done.decisions


def test_items_are_what_their_list_is() -> None:
    told = schema("gmail", "send_email", to={"type": "array", "items": TEXT})
    made = load().recognise("gmail__send_email", "", told, trust_annotations=True)
    assert (made.params["/to/*"].why, made.params["/to/*"].need) == (made.params["/to"].why, made.params["/to"].need)
    assert made.params["/to"].why


def test_a_tool_of_ones_own_with_the_same_name_is_judged_by_itself() -> None:
    own = {"type": "object", "properties": {"description": TEXT, "stars": {"type": "integer"}}}
    done = decided("send_feedback", {"description": "It failed for ann.archer@example.com."}, own)
    assert not any(rule.startswith("tool.") for decision in done.decisions for rule in decision.rules)


def test_the_clients_own_annotation_stands_above() -> None:
    told = schema("google-calendar", "create-event", description={**TEXT, "x-privacy": {"precision": "exact"}})
    said = {"calendarId": "primary", "summary": "Review", "description": "Call +1 202-555-0143"}
    assert left("create-event", said, told)["description"] == said["description"]
    told = schema("reference-slack", "slack_post_message", text={**TEXT, "x-privacy": {"precision": "none"}})
    assert "202-555-0143" not in left("slack__slack_post_message", {"channel_id": "C01", "text": "Call +1 202-555-0143"}, told).get("text", "")


OVERSHARED = "Contact Ann Archer at ann.archer@example.com or +1 202-555-0143, she has diabetes"
EVERY_20TH = [(head.server, name) for part in load().published.parts for head in part.heads for name in part.tools(head.server)][::20]


@pytest.mark.parametrize(("server", "tool"), EVERY_20TH)
def test_an_oversharing_call_keeps_and_loses_what_its_annotation_says(server: str, tool: str) -> None:
    told = schema(server, tool)
    got = left(f"{server}__{tool}", dict.fromkeys(told["properties"], OVERSHARED), told)
    for part in load().published.parts:
        for param in part.tools(server)[tool].params.values():
            value = got.get(param.pointer[1:])
            if param.pointer.count("/") > 1:
                continue
            if param.need.use in (Use.SUBJECT, Use.EXECUTED, Use.SETTING):
                assert value == OVERSHARED
            elif param.need.use is Use.BALLAST:
                assert value is None
