"""One payload value at the precision of its place, whatever its type."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from minimize.knowledge.phrases import load
from minimize.model import Finding
from minimize.needs import Site
from minimize.operators.generalise import generalised
from minimize.paths import Document
from tests.minimize.operators.test_location import Known
from tool_registry.model import Need, Use

KNOWLEDGE: Any = SimpleNamespace(phrases=load(), gazetteer=Known())


def at(value: Any, ladder: str, precision: str, *items: str) -> Any:
    document = Document.parse(json.dumps({"x": value}, ensure_ascii=False))
    findings = [Finding("/x", value.index(item), value.index(item) + len(item), "DI", "person", "test", 1.0) for item in items]
    site = Site(("x",), ladder, ladder, Need(Use.PAYLOAD, precision), 1.0, None, True, ())
    return generalised(document.leaves[0], site, findings, findings, KNOWLEDGE, KNOWLEDGE.phrases)


@pytest.mark.sources
def test_places() -> None:
    assert at("Rosenhof, Feldgasse 7, 8010 Graz", "location", "city") == ("Graz",)
    assert at("45402-1234", "location", "postcode") == ("45402",)
    assert at(47.213865, "location", "city") == (47.2,)
    assert at(35.7, "location", "city") is None
    assert at("Graz", "location", "city") is None


@pytest.mark.sources
def test_an_address_keeps_its_street_and_loses_the_person() -> None:
    assert at("Feldgasse 7, 8010 Graz (Frau Ola Nordmann, bettlägerig)", "location", "street", "Ola Nordmann") == ("Feldgasse 7, 8010 Graz",)


def test_times_ages_amounts() -> None:
    assert at("2031-09-01T07:40:00Z", "time", "date") == ("2031-09-01", "2031-09-01T00:00:00Z")
    assert at("57", "age", "band") == ("50-59",)
    assert at(57, "age", "band") == (50,)
    assert at(118_400, "amount", "band") == (100_000,)
