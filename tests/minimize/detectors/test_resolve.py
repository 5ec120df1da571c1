"""Which spans win."""

from minimize.detectors.resolve import resolve
from minimize.knowledge.load import load
from minimize.knowledge.patterns import Hit


def hit(start, end, category, precision="exact", confidence=0.9):
    return Hit(start, end, category, "x", confidence, "d", precision)


def spans(*hits):
    return [(h.start, h.end, h.category) for h in resolve(hits, load().categories)]


def test_higher_sensitivity_wins_then_length_then_order():
    assert spans(hit(0, 9, "L"), hit(2, 5, "H")) == [(2, 5, "H")]
    assert spans(hit(0, 5, "L"), hit(0, 9, "QI")) == [(0, 9, "QI")]
    assert spans(hit(0, 5, "H"), hit(0, 5, "DI")) == [(0, 5, "DI")]


def test_coarse_places_take_no_room():
    assert spans(hit(0, 9, "L", "city"), hit(3, 6, "Im")) == [(3, 6, "Im")]


def test_neighbours_stay_and_come_in_order():
    assert spans(hit(5, 9, "H"), hit(0, 5, "B")) == [(0, 5, "B"), (5, 9, "H")]
