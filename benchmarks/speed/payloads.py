"""What goes over the wire in the measurements: requests, answers, and arguments for the in-process rows. No measuring in here."""

from __future__ import annotations

import json
import random
from typing import Any

PIECES = 200
"""Text chunks of the unpaced text stream."""
PACED_PIECES, PACED_GAP_S = 60, 0.02

_PLACES = ("Seattle, WA", "Lisbon", "Nantes", "Osaka", "Denver, CO", "Graz", "Leeds", "Oslo")
_FIRST = ("Dana", "Victor", "Miriam", "Tomas", "Ingrid", "Paolo", "Aisha", "Noor")
_LAST = ("Harwell", "Amadi", "Osterhout", "Tveit", "Balogun", "Marlow", "Thackray", "Novak")


def _tool(name: str, description: str, required: list[str], /, **properties: dict[str, Any]) -> dict[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": required}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": parameters}}


TEXT = {"type": "string"}
TOOLS = [
    _tool("get_weather", "Current weather for a city", ["location"], location=TEXT, context=TEXT, units={"type": "string", "enum": ["metric", "imperial"]}),
    _tool("create_calendar_event", "Create an event in the calendar", ["title", "start"], title=TEXT, start={**TEXT, "format": "date-time"}, description=TEXT),
    _tool("web_search", "Search the web", ["query"], query=TEXT, max_results={"type": "integer"}, user_profile=TEXT),
    _tool("send_email", "Send an email", ["to", "subject", "body"], to={**TEXT, "format": "email"}, subject=TEXT, body=TEXT),
    _tool("get_directions", "Directions between two places", ["origin", "destination"], origin=TEXT, destination=TEXT, notes=TEXT),
    _tool("lookup_record", "Look up one customer record", ["record_id"], record_id=TEXT, reason=TEXT, requester=TEXT),
]
SCHEMAS: dict[str, dict[str, Any]] = {t["function"]["name"]: t["function"] for t in TOOLS}


def typical(rng: random.Random) -> tuple[str, str]:
    """Give (tool name, arguments text) of one everyday over-shared call below 1 kB; no two are alike."""
    first, last, city, n = rng.choice(_FIRST), rng.choice(_LAST), rng.choice(_PLACES), rng.randrange(1000, 10000)
    mail = f"{first}.{last}{n}@example.com".lower()
    calls: tuple[tuple[str, dict[str, Any]], ...] = (
        ("get_weather", {"location": f"{n} Teasel Lane, {city}", "context": f"oncology appointment of {first} {last} at 14:30", "units": "metric"}),
        ("create_calendar_event", {"title": f"Therapy with Dr. {last}", "start": "2027-03-05T17:00:00Z", "description": f"{first}, {mail}, session {n}"}),
        ("web_search", {"query": f"quiet cafes with wifi near {city}", "max_results": 5, "user_profile": f"{first} {last}, {mail}, 555-0{n % 100 + 100}"}),
        ("get_directions", {"origin": f"{n} Alder Street, {city}", "destination": "Central Station", "notes": f"call {first} at 303-555-0{n % 100 + 100}"}),
        ("lookup_record", {"record_id": f"C-{n}", "reason": f"{first} {last} asks about a late payment, IBAN GB33BUKB20201555555555", "requester": mail}),
    )
    name, arguments = rng.choice(calls)
    return name, json.dumps(arguments, ensure_ascii=False)


def prose(size: int, rng: random.Random) -> str:
    """Give benign prose of about `size` characters with an item of private data in every second kilobyte."""
    words = ("report", "covers", "deliveries", "from", "the", "northern", "depot", "and", "lists", "which", "parcels", "were", "late", "again", "this", "week")
    parts: list[str] = []
    length = mark = 0
    while length < size:
        sentence = " ".join(rng.choice(words) for _ in range(12)).capitalize() + ". "
        if length > mark:
            sentence += f"Write to {rng.choice(_FIRST)} {rng.choice(_LAST)} at {rng.choice(_LAST).lower()}{rng.randrange(999)}@example.com. "
            mark += 2048
        parts.append(sentence)
        length += len(sentence)
    return "".join(parts)[:size]


def adversarial(size: int) -> dict[str, str]:
    """Give texts of about `size` characters that make careless scanners slow, by name."""
    units = {
        "one letter": "a",
        "digits": "1",
        "digit groups": "4111-",
        "at signs": "a@",
        "dots and mail": "a.a@a.",
        "plus and digits": "+1 (",
        "slashes": "http://a?b=",
        "percent": "%41",
        "names": "John Smith ",
        "capital words": "Dr. Aa ",
        "street words": "1 Street ",
        "open braces": '{"a":',
        "open brackets": "[",
        "base64": "QUFB",
        "spaces": " ",
        "combining marks": "e\u0301",
        "wide letters": "東京",
        "hyphens": "-1",
        "quotes and escapes": '\\"',
    }
    return {name: (unit * (size // len(unit) + 1))[:size] for name, unit in units.items()}


def request(model: str, *, stream: bool = False, salt: int = 0) -> bytes:
    """Give the body of one chat completion request with six tools and a short conversation."""
    messages = [
        {"role": "system", "content": "You are a helpful assistant with tools. Use them when they help."},
        {"role": "user", "content": "Good morning! I have a busy day before me."},
        {"role": "assistant", "content": "Good morning! How can I help?"},
        {"role": "user", "content": f"Will it rain near my appointment? ({salt})"},
    ]
    body: dict[str, Any] = {"model": model, "messages": messages, "tools": TOOLS, "temperature": 0}
    if stream:
        body |= {"stream": True, "stream_options": {"include_usage": True}}
    return json.dumps(body).encode()


def whole(model: str, salt: int = 0) -> bytes:
    """Give a whole answer with one over-shared tool call; another `salt`, other arguments."""
    first, last, city = _FIRST[salt % 8], _LAST[salt // 8 % 8], _PLACES[salt % 7]
    place = f"Harborview Cancer Center, {325 + salt} Ninth Avenue, {city}"
    arguments = {"location": place, "context": f"{first} {last}'s check-up, {first.lower()}{salt}@example.com"}
    call = {"id": "call_bench0001", "type": "function", "function": {"name": "get_weather", "arguments": json.dumps(arguments)}}
    choice = {"index": 0, "message": {"role": "assistant", "content": None, "tool_calls": [call]}, "finish_reason": "tool_calls"}
    usage = {"prompt_tokens": 210, "completion_tokens": 40, "total_tokens": 250}
    return json.dumps({"id": "chatcmpl-b", "object": "chat.completion", "created": 1, "model": model, "choices": [choice], "usage": usage}).encode()


def event(model: str, delta: dict[str, Any], finish: str | None = None) -> bytes:
    """Give one event of a stream."""
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    chunk = {"id": "chatcmpl-b", "object": "chat.completion.chunk", "created": 1, "model": model, "choices": [choice]}
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


def text_stream(model: str, pieces: int = PIECES) -> list[bytes]:
    """Give the events of a text answer in `pieces` chunks."""
    middle = [event(model, {"content": f" word{n}"}) for n in range(pieces)]
    return [event(model, {"role": "assistant", "content": ""}), *middle, event(model, {}, "stop"), b"data: [DONE]\n\n"]


def tool_stream(model: str, pieces: int = 30) -> list[bytes]:
    """Give the events of an answer with one tool call whose arguments come in about `pieces` chunks."""
    call = json.loads(whole(model))["choices"][0]["message"]["tool_calls"][0]
    text = call["function"]["arguments"]
    step = max(1, len(text) // pieces)
    head = {**call, "index": 0, "function": {"name": call["function"]["name"], "arguments": ""}}
    cuts = [text[i : i + step] for i in range(0, len(text), step)]
    middle = [event(model, {"tool_calls": [{"index": 0, "function": {"arguments": cut}}]}) for cut in cuts]
    first = [event(model, {"role": "assistant", "content": None}), event(model, {"tool_calls": [head]})]
    return [*first, *middle, event(model, {}, "tool_calls"), b"data: [DONE]\n\n"]
