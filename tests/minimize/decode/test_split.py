"""Values cut into pieces."""

import pytest

from minimize.decode.split import Piece, joined


def whole(*values, key="part", told=False):
    keys = [key] * len(values) if isinstance(key, str) else key
    return [text for text, _ in joined([Piece(str(v), k, not isinstance(v, str), told) for v, k in zip(values, keys, strict=True)])]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (("386", "40", "6153"), ["386-40-6153"]),
        (("1", "202", "555", "0142"), ["202-555-0142", "1-202-555-0142"]),
        (tuple("2025550142"), ["202-555-0142"]),
        (("ann@", "example.com"), ["ann@example.com"]),
        (("ab", "cd"), []),
        (("2019", "2020", "2021", "2022"), []),
        ((386, 40, 6153), []),
        (("10", "20"), []),
        (("ann@example.com", "bob"), []),
        (tuple("gout"), []),
        (tuple("lupus"), ["lupus"]),
    ],
)
def test_pieces(values, expected):
    assert whole(*values) == expected


def test_fields_have_to_belong_together():
    assert whole("386", "40", "6153", key=("ssn_1", "ssn_2", "ssn_3")) == ["386-40-6153"]
    assert whole("202", "555", "0142", key=("phone_area", "phone_prefix", "phone_line")) == ["202-555-0142"]
    assert whole("386", "40", "6153", key=("width", "depth", "weight")) == []


def test_parts_lead_back():
    text, parts = next(joined([Piece(v, "n", False, False) for v in ("386", "40", "6153")]))
    assert [text[p.start : p.end] for p in parts] == ["386", "40", "6153"]
    assert [p.place for p in parts] == [0, 1, 2]
