"""What a proposal says of itself."""

from __future__ import annotations

from tests.tool_registry.proposing.examples import FORECAST, spec
from tool_registry.model import Need, Param, Use
from tool_registry.proposing.reasons import evidence, of_kind, why


def param(need: Need, confidence: float = 0.9, told: str = "") -> Param:
    return Param("/x", "notes", need, False, False, confidence, evidence="name:x", why=told)


def test_a_reason_names_the_use_and_the_precision() -> None:
    assert why(param(Need(Use.BALLAST))) == "The tool works without it."
    assert why(param(Need(Use.PAYLOAD, "city"))) == "The tool works with it; nothing finer than the city."
    assert why(param(Need(Use.SUBJECT, "none"))) == "Says whom or what the call is about; nothing private belongs in it."


def test_what_a_public_annotation_says_comes_first() -> None:
    assert why(param(Need(Use.PAYLOAD), told="Which board to look at.")) == "Which board to look at."


def test_doubt_is_said() -> None:
    assert evidence(param(Need(Use.PAYLOAD))) == "role notes, 0.90 by name:x"
    assert evidence(param(Need(Use.PAYLOAD), 0.3)).endswith("; look at it")
    assert of_kind(spec(FORECAST)).startswith("kind weather, 0.")
    assert of_kind(spec(RIDDLE, "frobnicate", "")).endswith("; look at it")


RIDDLE = {"type": "object", "properties": {"zorblax": {"type": "string"}}}
