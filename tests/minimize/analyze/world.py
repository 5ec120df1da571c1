"""A small world for tests of the analysis: a few roles, no detectors, findings made by hand."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

from minimize.analyze.case import Case
from minimize.analyze.conversation import Conversation
from minimize.knowledge.phrases import load
from minimize.model import Context, Finding, Policy, Turn
from minimize.needs import Sites
from minimize.paths import Document
from minimize.schema import SchemaView
from tool_registry.model import Kind, Need, Param, Role, ToolSpec, Use

NEEDS = {
    "title": Need(Use.LABEL),
    "query": Need(Use.CONTENT, "city", frozenset({"H", "F"})),
    "body": Need(Use.CONTENT, "exact", frozenset({"*"})),
    "description": Need(Use.CONTENT, "exact", frozenset()),
    "notes": Need(Use.BALLAST),
    "profile": Need(Use.BALLAST),
    "name": Need(Use.BALLAST),
    "number": Need(Use.BALLAST),
    "location": Need(Use.PAYLOAD, "city", frozenset({"L"})),
    "date": Need(Use.PAYLOAD, "date"),
    "recipient": Need(Use.SUBJECT),
    "command": Need(Use.EXECUTED),
    "limit": Need(Use.SETTING),
    "subject": Need(Use.SUBJECT),
    "health": Need(Use.BALLAST),
    "reason": Need(Use.BALLAST),
    "username": Need(Use.BALLAST),
    "city": Need(Use.PAYLOAD, "city", frozenset({"L"})),
    "route": Need(Use.PAYLOAD, "street", frozenset({"L"})),
}
ROLES = {
    name: Role(name, {"location": "location", "city": "location", "route": "location", "date": "time"}.get(name, "identity"), need)
    for name, need in NEEDS.items()
}
NOTHING = SimpleNamespace(sub="", category="")
PERSON = SimpleNamespace(sub="person", category="DI")


class Registry:
    """Roles by their own names."""

    roles = ROLES

    def role_of_key(self, key: str, kind: Kind) -> tuple[Role, float]:
        return ROLES.get(key, ROLES["notes"]), 0.5


class NoPlaces:
    """A gazetteer that knows no place."""

    def places(self, text: str) -> tuple[()]:
        return ()


KNOWLEDGE: Any = SimpleNamespace(
    phrases=load(), gazetteer=NoPlaces(), fields=SimpleNamespace(of=lambda name: PERSON if name == "name" else NOTHING), registry=Registry()
)


def schema(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(required)}


def case(
    arguments: dict[str, Any],
    required: tuple[str, ...] = (),
    said: str = "",
    policy: Policy | None = None,
    background: str = "",
    kind: Kind | None = None,
    **more: Any,
) -> Case:
    declared = {key: {} for key in arguments}
    params = {(key,): Param(f"/{key}", key, ROLES[key].default, key in required, False, 1.0, None) for key in arguments if key in ROLES}
    shape = schema(declared, *required)
    spec = ToolSpec("tool", kind or Kind("calendar", "", {}), 1.0, "", {}, shape, direct=params)
    policy = policy or Policy()
    context = Context(tuple(turn for turn in (Turn("system", background), Turn("user", said)) if turn.text))
    return Case(
        Document.parse(json.dumps(arguments, ensure_ascii=False)),
        Sites(spec, Registry()),  # type: ignore[arg-type]
        SchemaView.of(shape),
        Conversation(context, policy, load()),
        policy,
        KNOWLEDGE,
        **more,
    )


def found(pointer: str, text: str, item: str, category: str, sub: str = "x", precision: str = "exact", confidence: float = 1.0) -> Finding:
    start = text.index(item)
    return Finding(pointer, start, start + len(item), category, sub, "test", confidence, precision)
