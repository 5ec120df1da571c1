"""Places of texts."""

from minimize.detectors.place import Place
from minimize.knowledge.load import load


def test_hints_are_those_of_whole_and_hint_fields():
    fields = load().fields
    assert Place("ssn", fields.of("ssn")).hints == {"national_id"}
    assert Place("recipient", fields.of("recipient")).hints == {"person"}
    assert Place("tabId", fields.of("tabId")).hints == frozenset()
