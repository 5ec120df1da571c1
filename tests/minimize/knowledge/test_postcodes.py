"""Towns by ZIP prefixes, where one town stands for them."""

from __future__ import annotations

from minimize.knowledge.postcodes import town_of_zip


def test_towns() -> None:
    assert town_of_zip("10065") == "New York, NY"
    assert town_of_zip("850") == "Phoenix, AZ"
    assert town_of_zip("55012") is None
    assert town_of_zip("") is None
