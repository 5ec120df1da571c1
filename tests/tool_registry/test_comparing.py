"""What differs between two descriptions of tools."""

from __future__ import annotations

from typing import Any

from tool_registry.comparing import Side, differences, of_server, of_specs
from tool_registry.load import load
from tool_registry.model import Need, Use
from tool_registry.published.model import PublishedParam, PublishedServer, PublishedTool


def declared(**tools: dict[str, Any]) -> Side:
    return of_specs(load().recognise(n, "", {"type": "object", "properties": p}, trust_annotations=True) for n, p in tools.items())


def annotated(version: int = 1, **tools: dict[str, Need]) -> Side:
    made = {
        name: PublishedTool("acme", name, "weather", "local", version, {p: PublishedParam(p, "city", need, "Why.") for p, need in params.items()})
        for name, params in tools.items()
    }
    return of_server(PublishedServer("acme", "Acme", "Acme", version, "here", (), "local", "", made))


CITY = {"type": "string"}
NEED = Need(Use.PAYLOAD, "city")


def lines(old: Side, new: Side) -> list[str]:
    return [str(change) for change in differences(old, new)]


def test_nothing_differs_from_itself() -> None:
    assert lines(declared(get_weather={"city": CITY}), declared(get_weather={"city": CITY})) == []
    assert lines(annotated(get_weather={"/city": NEED}), annotated(get_weather={"/city": NEED})) == []


def test_tools_and_parameters_come_and_go() -> None:
    old, new = declared(get_weather={"city": CITY}, get_tides={}), declared(get_weather={"town": CITY}, get_wind={})
    assert lines(old, new) == ["gone    get_weather /city", "new     get_weather /town", "gone    get_tides", "new     get_wind"]


def test_types_and_annotations_of_declarations_are_compared() -> None:
    new = {"city": {"type": ["string", "null"], "x-privacy": {"precision": "region"}}}
    said = lines(declared(get_weather={"city": CITY}), declared(get_weather=new))
    assert said[:2] == ["changed get_weather /city: presence optional -> optional, nullable", "changed get_weather /city: says - -> region"]
    assert said[2].startswith("changed get_weather /city: need payload city -> payload region")


def test_needs_and_versions_of_annotations_are_compared() -> None:
    said = lines(annotated(get_weather={"/city": NEED}), annotated(2, get_weather={"/city": Need(Use.BALLAST)}))
    assert said == ["changed server: version 1 -> 2", "changed get_weather /city: need payload city -> ballast"]


def test_of_annotations_and_declarations_only_what_is_there_is_compared() -> None:
    old = annotated(get_weather={"/city": NEED, "/days": NEED, "/tags": NEED})
    new = declared(get_weather={"city": CITY, "hours": CITY, "tags": {"type": "array", "items": CITY}})
    assert lines(old, new) == ["gone    get_weather /days", "new     get_weather /hours"]
