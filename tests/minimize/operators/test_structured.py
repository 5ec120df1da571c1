"""Texts with a form of their own keep it."""

from __future__ import annotations

import json

from minimize.operators.cutting import apply
from minimize.operators.structured import json_without, url_pieces, urls_of


def spans(text: str, *items: str) -> list[tuple[int, int]]:
    return [(text.index(item), text.index(item) + len(item)) for item in items]


def test_query_parameters_go_whole() -> None:
    url = "https://jobs.example/find?q=welder&name=Ola%20N&l=Oslo#top"
    pieces, left = url_pieces(url, spans(url, "Ola%20N"))
    assert apply(url, pieces) == "https://jobs.example/find?q=welder&l=Oslo#top"
    assert left == []


def test_a_query_of_nothing_else_goes_with_its_question_mark() -> None:
    url = "see https://jobs.example/find?name=Ola now"
    pieces, _ = url_pieces(url, spans(url, "Ola"))
    assert apply(url, pieces) == "see https://jobs.example/find now"


def test_a_path_with_a_query_in_a_log() -> None:
    line = "GET /people/7?name=Ola&tab=2 200"
    pieces, _ = url_pieces(line, spans(line, "Ola"))
    assert apply(line, pieces) == "GET /people/7?tab=2 200"


def test_spans_outside_a_query_are_given_back() -> None:
    url = "https://jobs.example/people/Ola?tab=2"
    assert url_pieces(url, spans(url, "Ola")) == ([], spans(url, "Ola"))


def test_members_of_json_go() -> None:
    text = '{"plan": "pro", "who": {"name": "Ola Nordmann", "n": 1.10}, "list": ["a", "Ola Nordmann"]}'
    reduced = json_without(text, spans(text, "Ola Nordmann"))
    assert reduced == '{"plan": "pro", "who": {"n": 1.10}, "list": ["a", ""]}'
    assert json.loads(reduced)["plan"] == "pro"


def test_what_is_no_json_is_not_touched() -> None:
    assert json_without("{name: Ola}", [(7, 10)]) is None
    assert json_without("Ola", [(0, 3)]) is None
    assert json_without('{"a": 1}', [(5, 5)]) == ""


def test_what_a_url_fetches_is_everything_up_to_its_query() -> None:
    text = "see https://192.0.2.9/a/b?c=d and https://x.example/e"
    assert [text[a:b] for a, b in urls_of(text).addresses] == ["https://192.0.2.9/a/b", "https://x.example/e"]


def test_the_parameter_around_a_position() -> None:
    text = "see https://x.example/e?q=shoes&Name=Ola now"
    urls = urls_of(text)
    assert [param.name for at in ("Ola", "shoes") if (param := urls.parameter(text.index(at))) is not None] == ["name", "q"]
    assert urls.parameter(5) is None
    assert urls.in_address(6, 15)
    assert not urls.in_address(text.index("Ola"), text.index("Ola") + 3)


def test_many_urls_take_linear_time() -> None:
    text = "-/a " * 30_000 + "see https://x.example/e?q=shoes&name=Ola " * 2_000
    at, found = text.find("Ola"), []
    while at >= 0:
        found.append((at, at + 3))
        at = text.find("Ola", at + 1)
    pieces, left = url_pieces(text, found)
    assert (len(pieces), left) == (2_000, [])
