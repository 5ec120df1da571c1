"""Proposed documents of annotations: without fault as they stand, and honest about doubt."""

from __future__ import annotations

import pytest

from tests.tool_registry.proposing.examples import FORECAST, RIDE, spec
from tool_registry.load import known_of, load
from tool_registry.proposing.document import Server, slug_of, written_document
from tool_registry.published import read, sources
from tool_registry.published.match import Published
from tool_registry.published.packed import Packed, pack


def test_a_proposal_is_without_fault_and_says_what_was_recognised() -> None:
    specs = [spec(FORECAST), spec(RIDE, "on", "Book a taxi ride."), spec({"type": "object", "properties": {"a b~/'*": {"type": "string"}}}, "odd:name")]
    text = written_document(Server("acme-trips", 'Acme "Trips"\nInc.', "its tools/list"), specs, dict(load().roles))
    datum = sources.parsed("acme-trips", text.encode())
    assert read.lint(datum, "acme-trips", known_of(load())) == []
    server = read.server(datum, "acme-trips", known_of(load()))
    assert server.title == 'Acme "Trips" Inc.' and list(server.tools) == ["get_forecast", "on", "odd:name"]
    for got in specs:
        assert {p.pointer: (p.role, p.need) for p in server.tools[got.name].params.values()} == {
            p.pointer: (p.role, p.need) for p in got.params.values() if p.pointer not in ("/languages/*", "/user/name")
        }


def test_a_proposal_that_is_loaded_as_it_is_changes_no_need() -> None:
    bare = load().publishing(Published(()), "none")
    specs = [bare.recognise("plan_visit", "Weather forecast for a place.", FORECAST, trust_annotations=True)]
    datum = sources.parsed("acme", written_document(Server("acme", "A", "b"), specs, dict(bare.roles)).encode())
    loaded = bare.publishing(Published((Packed(pack([read.server(datum, "acme", known_of(bare))], "v")),)), "some")
    again = loaded.recognise("acme__plan_visit", "", FORECAST, trust_annotations=True)
    assert again.published == "tool.acme.plan_visit"
    assert {p.pointer: p.need for p in again.params.values()} == {p.pointer: p.need for p in specs[0].params.values()}


def test_each_line_says_how_sure_it_is() -> None:
    text = written_document(Server("a", "A", "b"), [spec(FORECAST)], dict(load().roles))
    assert "# Proposed" in text.splitlines()[0]
    assert '      /location/city: {role: city, need: "payload city", why: "The tool works with it; nothing finer than the city."}  # role city, 0.95' in text


def test_a_place_without_a_name_is_left_out() -> None:
    specs = [spec({"type": "object", "properties": {"": {"type": "object", "properties": {"city": {"type": "string"}}}, "city": {"type": "string"}}})]
    server = read.server(sources.parsed("a", written_document(Server("a", "A", "b"), specs, dict(load().roles)).encode()), "a", known_of(load()))
    assert list(server.tools["get_forecast"].params) == ["/city"]


def test_arrays_in_arrays_are_without_fault() -> None:
    rows = {"type": "array", "items": {"type": "array", "items": {"type": "object", "properties": {"city": {"type": "string"}}}}}
    text = written_document(Server("a", "A", "b"), [spec({"type": "object", "properties": {"rows": rows}})], dict(load().roles))
    assert read.lint(sources.parsed("a", text.encode()), "a", known_of(load())) == []


def test_a_tool_without_arguments_has_no_params() -> None:
    assert "params" not in written_document(Server("a", "A", "b"), [spec({}, "ping", "")], dict(load().roles))


@pytest.mark.parametrize(("name", "slug"), [("GitHub MCP Server", "github-mcp-server"), ("Café_4/2", "cafe-4-2"), ("天気", "server"), ("--", "server")])
def test_a_slug_is_plain(name: str, slug: str) -> None:
    assert slug_of(name) == slug
