"""Facts in lists: what stands beside a person, and numbers and trades that stand beside nobody."""

from __future__ import annotations

import pytest

from minimize.classify import classify_text
from minimize.knowledge.load import load
from minimize.knowledge.model import Knowledge

TOLD = """
Noor Balogun, roofer, 52 | roofer QI occupation ; 52 QI age
Called Tomas Novak (head of sales) back | head of sales QI occupation
41, divorced, two kids, night nurse | 41 QI age
my father, 84, dementia | 84 QI age
Ingrid Tveit, Dachdeckerin, Tel. folgt | Dachdeckerin QI occupation
Paolo Marlow, farmacista, richiamare domani | farmacista QI occupation
Виктор Новак, сварщик, 47 | сварщик QI occupation ; 47 QI age
Keys are with Dana Harwell, 9 Alder Close, 555-0139 | 555-0139 DI phone
"""
NOBODY = """
Room 12, 30 chairs, 2 tables
buy milk, 24, eggs, 12
the bricklayer comes on Monday, bring 40 tiles
Paris, 75, Lyon, 69
teachers, students and parents welcome
part 555-0139, 20 pieces
chapters 21, 34, 55
Bus 42, Central Station, 18
"""


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    return load()


def _found(text: str, knowledge: Knowledge) -> set[tuple[str, str, str]]:
    return {(text[item["start"] : item["end"]], item["category"], item["sub"]) for item in classify_text(text, knowledge=knowledge)}


@pytest.mark.parametrize("line", TOLD.strip().splitlines())
def test_a_fact_in_a_list_of_what_is_told_of_somebody(line: str, knowledge: Knowledge) -> None:
    text, _, wanted = (part.strip() for part in line.partition("|"))
    found = _found(text, knowledge)
    for fact in wanted.split(" ; "):
        value, category, sub = fact.rsplit(" ", 2)
        assert (value, category, sub) in found, found


@pytest.mark.parametrize("text", NOBODY.strip().splitlines())
def test_numbers_and_trades_beside_nobody_are_none(text: str, knowledge: Knowledge) -> None:
    assert not {fact for fact in _found(text, knowledge) if fact[1] in ("QI", "DI")}


def test_a_fact_never_reaches_into_another_text(knowledge: Knowledge) -> None:
    assert not _found("Noor Balogun.\n\n\n52 tiles", knowledge) & {("52", "QI", "age")}


def test_long_lists_take_linear_time(knowledge: Knowledge) -> None:
    names = "Noor Balogun, roofer, 52, "
    assert len(classify_text(names * 400, knowledge=knowledge)) >= 1200


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Lindenweg 8, 50733 Köln, bitte klingeln", "Lindenweg 8, 50733 Köln"),
        ("12 rue des Lilas, 69003 Lyon ce soir", "12 rue des Lilas, 69003 Lyon"),
        ("ul. Lipowa 4, 00-950 Warszawa", "ul. Lipowa 4, 00-950 Warszawa"),
        ("Lindenweg 8, 2 Personen", "Lindenweg 8"),
        ("Lindenweg 8, 10000 euros", "Lindenweg 8"),
    ],
)
def test_a_street_takes_its_postcode_and_town_along(text: str, address: str, knowledge: Knowledge) -> None:
    assert address in {value for value, category, _ in _found(text, knowledge) if category == "L"}
