"""What could be done for a decision, best first."""

from __future__ import annotations

from dataclasses import replace

from minimize.candidates import candidates
from minimize.model import Decision, Disposition, Finding, Reason
from minimize.needs import Sites
from minimize.paths import Drop, Put, Rename, Splice
from tests.minimize.analyze.world import Registry
from tests.minimize.test_rewrite import desk, shape
from tool_registry.model import Kind


def found(start: int, end: int, category: str = "DI", in_key: bool = False) -> Finding:
    return Finding("/x", start, end, category, "person", "test", 1.0, in_key=in_key)


def test_removal_before_null_before_stand_in() -> None:
    at = desk({"notes": "x"}, {"type": "object", "properties": {"notes": {"type": ["string", "null"]}}})
    edits = [c.edits[0] for c in candidates(at, Decision("/notes", Disposition.REMOVE, Reason.BALLAST_FIELD))]
    assert edits[:3] == [Drop("/notes"), Put("/notes", None), Put("/notes", "None given")]


def test_spans_are_spliced() -> None:
    at = desk({"query": "shoes for Ola"}, None)
    decision = Decision("/query", Disposition.GENERALISE, Reason.NOT_THE_TASK, (found(10, 13),), whole=False)
    assert next(candidates(at, decision)).edits == (Splice("/query", ((5, 13, ""),)),)


def test_json_in_a_string_is_cut_by_members() -> None:
    at = desk({"body": '{"a": 1, "who": "Ola"}'}, None)
    decision = Decision("/body", Disposition.GENERALISE, Reason.NOT_THE_TASK, (found(17, 20),), whole=False)
    assert next(candidates(at, decision)).edits == (Put("/body", '{"a": 1}'),)


def test_a_title_becomes_neutral() -> None:
    at = desk({"title": "Chemo with Ola"}, shape(title={"type": "string", "maxLength": 40, "!": True}))
    decision = Decision("/title", Disposition.SUBSTITUTE, Reason.LABEL_NEUTRALISED, (found(11, 14),))
    assert next(candidates(at, decision)).edits == (Put("/title", "Appointment"),)


def test_a_key_gets_a_neutral_name() -> None:
    at = desk({"Ola": "x"}, None)
    decision = Decision("/Ola", Disposition.SUBSTITUTE, Reason.PSD_IN_KEY, (found(0, 3, in_key=True),))
    assert next(candidates(at, decision)).edits == (Rename("/Ola", "item_1"),)


def test_a_whole_container_first() -> None:
    at = desk({"profile": {"name": "Ola"}}, None)
    first = next(candidates(at, Decision("/profile", Disposition.REMOVE, Reason.BALLAST_FIELD)))
    assert first.edits == (Drop("/profile"),)


def test_a_login_gets_no_stand_in_but_in_a_lookup() -> None:
    at = desk({"username": "ola.nordby"}, shape(username={"type": "string", "!": True}))
    decision = Decision("/username", Disposition.REMOVE, Reason.BALLAST_FIELD)
    assert not list(candidates(at, decision))
    lookup = Kind("weather", "", {}, base="lookup")
    at = replace(at, sites=Sites(replace(at.sites.spec, kind=lookup), Registry()))  # type: ignore[arg-type]
    assert next(candidates(at, decision)).edits == (Put("/username", "Guest"),)
