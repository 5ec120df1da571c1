"""Words of the lexicons around a hit."""

from minimize.detectors.place import Place
from minimize.detectors.scan import Scan
from minimize.knowledge.load import load


def test_words_of_context_reach_no_further_than_their_text():
    scan = Scan([("plot of a novel", Place()), ("diabetes", Place())])
    around = scan.surroundings(load())
    assert [scan.view.text[i.start : i.end] for i in around.items] == ["diabetes"]
    assert around.near("works", 3, scan.bounds(3))
    at = scan.view.text.index("diabetes")
    assert not around.near("works", at, scan.bounds(at))
    assert not around.near("no such kind", at, scan.bounds(at))


def test_they_are_found_once_a_call():
    scan = Scan([("my sister", Place())])
    assert scan.surroundings(load()) is scan.surroundings(load())
