"""Views: cached by identity and content, judging calls and rewrites, never raising."""

from __future__ import annotations

import copy
import threading
from typing import Any

import pytest

from minimize import schema as module
from minimize.errors import TooDeep
from minimize.schema import SchemaView

WEATHER = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "minLength": 2},
        "days": {"type": "integer", "minimum": 1},
        "tags": {"type": "array", "items": {"enum": ["a", "b"]}},
    },
    "required": ["city"],
    "additionalProperties": False,
}


@pytest.mark.parametrize("schema", [None, [], True, "x", 5, {"type": "dict"}, {"properties": []}])
def test_without_a_usable_schema_everything_may_stand(schema: Any) -> None:
    view = SchemaView.of(schema)
    assert view.usable is False
    assert view.is_valid({"a": 1}) is None
    assert view.violations({"a": 1}) == frozenset()
    assert view.adds_violation({"a": 1}, {}) is False
    assert view.accepts({}) is True
    assert view.place({"a": 1}, ("a",)).declared is False


def test_a_broken_schema_still_tells_of_its_places() -> None:
    place = SchemaView.of({"type": "dict", "properties": {"a": {"type": "string", "description": "x"}}, "required": ["a"]}).place({"a": "b"}, ("a",))
    assert (place.declared, place.required, place.description) == (True, True, "x")


def test_an_empty_schema_accepts_everything() -> None:
    assert SchemaView.of({}).usable is True
    assert SchemaView.of({}).is_valid({"a": float("nan")}) is True


@pytest.mark.parametrize(
    ("before", "after", "adds"),
    [
        ({"city": "Bonn"}, {"city": "Köln"}, False),
        ({"city": "Bonn", "days": 2}, {"city": "Bonn"}, False),
        ({"city": "Bonn"}, {}, True),
        ({"city": "Bonn"}, {"city": ""}, True),
        ({"city": "Bonn", "days": 0}, {"city": "Köln", "days": 0}, False),
        ({"city": "Bonn", "days": 0}, {"city": "", "days": 0}, True),
        ({"city": "Bonn", "days": 0}, {"days": 0}, True),
        ({"city": "Bonn", "days": 0}, {"city": "Bonn"}, False),
        ({"city": "Bonn", "more": 1}, {"city": "Bonn", "more": 2}, False),
        ({"city": "Bonn", "more": 1}, {"city": "Bonn", "less": 2}, True),
        ({"city": "Bonn", "tags": ["a", "a", "z"]}, {"city": "Bonn", "tags": ["a", "z"]}, False),
        ({"city": "Bonn", "tags": ["a", "a", "z"]}, {"city": "Bonn", "tags": ["y", "z"]}, True),
        ({}, {}, False),
        ({"days": 1}, {"days": 0}, True),
    ],
)
def test_a_rewrite_may_add_no_violation(before: Any, after: Any, adds: bool) -> None:
    view = SchemaView.of(WEATHER)
    assert view.adds_violation(before, after) is adds
    assert view.accepts(after, before) is not adds


def test_accepts_alone_asks_for_validity() -> None:
    view = SchemaView.of(WEATHER)
    assert view.accepts({"city": "Bonn"}) is True
    assert view.accepts({}) is False


def test_views_are_known_by_identity_and_by_content() -> None:
    view = SchemaView.of(WEATHER)
    assert SchemaView.of(WEATHER) is view
    assert SchemaView.of(copy.deepcopy(WEATHER)) is view
    assert SchemaView.of(dict(reversed(WEATHER.items()))) is view, "the order of keywords says nothing"
    assert SchemaView.of({**WEATHER, "required": []}) is not view
    assert SchemaView.of({"maximum": 10**30}).is_valid(10**31) is False
    assert SchemaView.of({"enum": ["\ud800"]}).is_valid("x") is False


def test_the_cache_is_bounded() -> None:
    cache = module._Cache()
    first = cache.view({"const": -1})
    for number in range(module.MAX_CACHED * 2 + 10):
        cache.view({"const": number})
        cache.view({"const": -1})
    assert cache.view({"const": -1}) is first, "what is asked for again stays"
    assert len(cache._young) + len(cache._old) <= 2 * module.MAX_CACHED
    assert len(cache._seen) <= module.MAX_SEEN
    for number in range(20):
        cache.view({"description": str(number) + "x" * 1_000_000})
    assert cache._bytes <= module.MAX_CACHED_BYTES + 1_000_100


def test_views_are_shared_by_threads() -> None:
    cache = module._Cache()
    wrong: list[int] = []

    def work() -> None:
        for number in range(300):
            view = cache.view({"properties": {"n": {"const": number % 50}}})
            if view.is_valid({"n": number % 50}) is not True or view.place({"n": 1}, ("n",)).const != number % 50:
                wrong.append(number)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_schema_that_nests_without_end_is_told_as_such() -> None:
    deep: dict[str, object] = {"type": "string"}
    for _ in range(5000):
        deep = {"type": "array", "items": deep}
    with pytest.raises(TooDeep):
        SchemaView.of({"properties": {"a": deep}})
    round_about: dict[str, object] = {}
    round_about["items"] = round_about
    with pytest.raises(TooDeep):
        SchemaView.of(round_about)


def test_keys_and_values_that_json_cannot_say_do_no_harm() -> None:
    assert SchemaView.of({"properties": {("a",): {}, "b": {"type": "string"}}, "x": object()}).is_valid({"b": 1}) in (False, None)
