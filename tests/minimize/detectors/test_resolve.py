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


def test_a_predicate_takes_in_the_facts_inside_it_and_lets_names_stand() -> None:
    phrase = Hit(0, 40, "R", "family", 0.86, "pr.apart_en")
    fact, name = Hit(10, 18, "H", "condition", 0.9, "term.x"), Hit(30, 40, "DI", "person", 0.9, "person.lexicon")
    assert resolve([phrase, fact, name], load().categories) == [phrase._replace(end=30, category="H", sub="condition"), name]
    intent = phrase._replace(category="I", sub="intent", detector="pi.plans_en")
    assert resolve([intent, fact], load().categories) == [intent]


def test_a_predicate_around_a_name_keeps_what_stands_on_both_sides() -> None:
    phrase = Hit(0, 60, "Tp", "routine", 0.86, "pt.round_en")
    name = Hit(20, 30, "DI", "person", 0.9, "person.lexicon")
    near_the_end = Hit(54, 58, "DI", "person", 0.9, "person.lexicon")
    kept = resolve([phrase, name, near_the_end], load().categories)
    assert [(h.start, h.end, h.category) for h in kept] == [(0, 20, "Tp"), (20, 30, "DI"), (30, 54, "Tp"), (54, 58, "DI")]


def test_a_predicate_that_is_mostly_names_is_none() -> None:
    phrase, name = Hit(0, 40, "Tp", "routine", 0.86, "pt.round_en"), Hit(0, 32, "DI", "person", 0.9, "person.lexicon")
    assert resolve([phrase, name], load().categories) == [name]


def test_a_short_predicate_is_an_item() -> None:
    phrase = Hit(1, 7, "R", "family", 0.86, "pr.family_zh")
    assert resolve([phrase], load().categories) == [phrase]
    assert resolve([phrase, Hit(8, 12, "DI", "person", 0.9, "person.lexicon")], load().categories)[0] == phrase
