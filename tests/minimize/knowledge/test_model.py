"""Types of knowledge."""

import dataclasses

import pytest

from minimize.knowledge.model import PlaceSpan


def test_a_place_never_changes():
    place = PlaceSpan(0, 5, "city", "Paris", "FR", 2_000_000)
    with pytest.raises(dataclasses.FrozenInstanceError):
        place.name = "Lyon"
