"""Texts laid end to end."""

from minimize.detectors.place import Place
from minimize.detectors.scan import SEPARATOR, Scan
from minimize.knowledge.load import load


def test_positions_lead_back_to_their_text():
    fields = load().fields
    scan = Scan([("ab", Place("ssn", fields.of("ssn"))), ("", Place()), ("cde", Place())])
    at = len("ab" + SEPARATOR + SEPARATOR)
    assert scan.view.text[at : at + 3] == "cde"
    assert (scan.index(0), scan.index(at), scan.index(at + 2)) == (0, 2, 2)
    assert scan.bounds(at + 1) == (at, at + 3)
    assert scan.hints(1) == {"national_id"}
    assert scan.every == {"national_id"}


def test_pairs_are_read_once():
    scan = Scan([("dob: 1968-04-19", Place())])
    assert scan.inner(load()) is scan.inner(load())
