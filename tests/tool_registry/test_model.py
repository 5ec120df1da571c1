"""Behaviour of the types: the need of a parameter, the parameter of a place."""

from __future__ import annotations

from tool_registry.model import PRECISION_LADDERS, Kind, Need, Param, Role, ToolSpec, Use

SUBJECT, BALLAST, PAYLOAD = Need(Use.SUBJECT), Need(Use.BALLAST), Need(Use.PAYLOAD)


def test_the_need_of_an_optional_parameter_wins_where_there_is_one() -> None:
    kind = Kind("k", "", {"a": PAYLOAD, "b": PAYLOAD}, optional_needs={"a": BALLAST})
    assert kind.need(Role("a"), optional=True) == BALLAST
    assert kind.need(Role("a"), optional=False) == PAYLOAD
    assert kind.need(Role("b"), optional=True) == PAYLOAD


def test_a_role_has_defaults_where_the_kind_is_silent() -> None:
    role = Role("a", default=SUBJECT, optional_default=BALLAST)
    assert Kind("k", "", {}).need(role, optional=False) == SUBJECT
    assert Kind("k", "", {}).need(role, optional=True) == BALLAST
    assert Kind("k", "", {}).need(Role("b", default=SUBJECT), optional=True) == SUBJECT


def param(pointer: str) -> Param:
    return Param(pointer, "r", PAYLOAD, True, False, 1.0)


def test_the_pattern_with_fewer_stars_wins() -> None:
    patterns = {2: ((("a", "*"), param("/a/*")), (("*", "*"), param("/*/*")))}
    spec = ToolSpec("t", Kind("k", "", {}), 1.0, "", {}, None, patterns=patterns, direct={("a", "x"): param("/a/x")})
    assert spec.param(("a", "x")) == param("/a/x")
    assert spec.param(("a", "7")) == param("/a/*")
    assert spec.param(("b", "7")) == param("/*/*")
    assert spec.param(("b",)) is None


def test_every_ladder_ends_at_none_and_begins_at_exact() -> None:
    assert all(ladder[0] == "exact" and ladder[-1] == "none" for ladder in PRECISION_LADDERS.values())
