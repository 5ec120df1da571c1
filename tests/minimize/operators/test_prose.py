"""Facts go clause by clause, identifiers item by item, places go down to the precision."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from minimize.knowledge.phrases import load
from minimize.model import Finding
from minimize.operators.cutting import apply
from minimize.operators.prose import CREDENTIAL, is_prose, text_pieces
from tests.minimize.analyze.world import case
from tests.minimize.operators.test_location import Known

KNOWLEDGE: Any = SimpleNamespace(phrases=load(), gazetteer=Known())


def without(text: str, *items: tuple[str, str], prose: bool = True, precision: str = "city") -> str:
    findings = [Finding("/x", text.index(item), text.index(item) + len(item), category, "x", "test", 1.0) for item, category in items]
    return apply(text, text_pieces(KNOWLEDGE, text, findings, precision, prose=prose))


@pytest.mark.sources
@pytest.mark.parametrize(
    ("text", "items", "rest"),
    [
        ("Table by the door, as Ana beat leukaemia. One high chair.", [("Ana", "DI"), ("leukaemia", "H")], "Table by the door. One high chair."),
        ("The tap drips. I live on benefits with lupus. Send someone.", [("benefits", "F"), ("lupus", "H")], "The tap drips. Send someone."),
        ("Please ask Ola Nordmann to bring the big ladder", [("Ola Nordmann", "DI")], "Please ask to bring the big ladder"),
        ("Kein Gluten, da Zöliakie; Fensterplatz wäre schön", [("Zöliakie", "H")], "Kein Gluten, Fensterplatz wäre schön"),
        ("the ladder stands near 3 Mill Lane, Leeds tonight", [("3 Mill Lane, Leeds", "L")], "the ladder stands near Leeds tonight"),
        ("log in with hunter2 at the door please", [("hunter2", "C")], f"log in with {CREDENTIAL} at the door please"),
        ("see https://x.example/a?q=tap&name=Ola for more", [("Ola", "DI")], "see https://x.example/a?q=tap for more"),
    ],
)
def test_prose(text: str, items: list[tuple[str, str]], rest: str) -> None:
    assert without(text, *items) == rest


def test_a_query_loses_the_item_only() -> None:
    assert without("lupus diet for Ola", ("Ola", "DI"), prose=False) == "lupus diet"


def test_brackets_behind_a_person_in_a_query() -> None:
    text = "lawyer for Ola Nordmann (41, two kids) in Graz (Styria)"
    finding = Finding("/x", 11, 23, "DI", "person", "x", 1.0)
    assert apply(text, text_pieces(KNOWLEDGE, text, [finding], "city", prose=False)) == "lawyer in Graz (Styria)"


def test_a_query_is_no_prose() -> None:
    at_hand = case({"query": "x", "description": "x"})
    assert not is_prose(at_hand.sites.of(("query",)), "a b c d e")
    assert is_prose(at_hand.sites.of(("description",)), "a b c d e")
    assert not is_prose(at_hand.sites.of(("description",)), "a b")
