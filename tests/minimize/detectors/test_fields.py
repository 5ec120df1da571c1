"""Values that are items by their field's name."""

import pytest


@pytest.mark.parametrize(
    ("field", "text", "expected"),
    [
        ("ssn", "219099999", [("national_id", "219099999")]),
        ("salary", "74300", [("income", "74300")]),
        ("medical_history", "two operations, slow recovery", [("condition", "two operations, slow recovery")]),
        ("tabId", "219099999", []),
        ("diagnosis", "none", []),
        ("password", "correct horse", [("credential", "correct horse")]),
        ("latitude", "52.5163", [("gps", "52.5163")]),
    ],
)
def test_a_field_says_what_its_value_is(found, field, text, expected):
    assert found(text, field) == expected


def test_pairs_inside_a_text(found):
    assert ("person", "Gráinne") in found('{"first_name": "Gráinne", "tier": "gold"}')
    assert ("dob", "1968-04-19") in found("dob=1968-04-19&plan=gold")
