"""Profile objects go as a whole; needed members and options that the user named keep them."""

from __future__ import annotations

from typing import Any

import pytest

from minimize.analyze import analyze
from minimize.analyze.case import decision
from minimize.analyze.containers import fold
from minimize.model import Disposition, Reason
from tests.minimize.analyze.world import case, found


def gone(arguments: dict[str, Any], findings: list[Any], said: str = "") -> list[str]:
    return [d.pointer for d in analyze(case(arguments, said=said), findings) if d.disposition is Disposition.REMOVE]


@pytest.mark.sources
def test_one_finding_takes_the_whole_profile() -> None:
    arguments = {"limit": "1", "profile": {"name": "Ola", "number": "7", "notes": None}}
    assert gone(arguments, [found("/profile/name", "Ola", "Ola", "DI")]) == ["/profile"]


@pytest.mark.sources
def test_an_option_that_the_user_named_stays() -> None:
    arguments = {"profile": {"name": "Ola", "number": "4471"}}
    findings = [found("/profile/name", "Ola", "Ola", "DI")]
    assert gone(arguments, findings, "use my number 4471 please") == ["/profile/name"]
    assert gone(arguments, findings, "call me Ola") == ["/profile"]


@pytest.mark.sources
def test_a_name_is_no_option() -> None:
    arguments = {"profile": {"name": "Ola", "number": "7"}}
    assert gone(arguments, [found("/profile/number", "7", "7", "DI")], "Ola wants shoes") == ["/profile"]


@pytest.mark.sources
def test_a_needed_member_keeps_the_object() -> None:
    arguments = {"profile": {"name": "Ola", "location": "Oslo"}}
    assert gone(arguments, [found("/profile/name", "Ola", "Ola", "DI")]) in (["/profile"], ["/profile/name"])


def test_no_finding_no_removal() -> None:
    assert gone({"profile": {"number": "7"}}, []) == []


@pytest.mark.sources
def test_arrays_of_people_go_whole() -> None:
    arguments = {"profile": [{"name": "Ola"}, {"name": "Kari"}], "limit": "2"}
    assert gone(arguments, [found("/profile/0/name", "Ola", "Ola", "DI")]) == ["/profile"]


def test_who_the_user_named_keeps_the_object_in_which_it_stands() -> None:
    at_hand = case({"profile": {"name": "Odalys Brandt", "notes": "keeps bees"}}, said="Book it for Odalys Brandt.")
    name, notes = at_hand.sites.of(("profile", "name")), at_hand.sites.of(("profile", "notes"))
    decided = {
        ("profile", "name"): [decision(name, Disposition.REVIEW, Reason.NEEDED_BY_TASK)],
        ("profile", "notes"): [decision(notes, Disposition.REMOVE, Reason.BALLAST_FIELD)],
    }
    assert [(d.pointer, d.disposition) for d in fold(at_hand, decided)] == [("/profile/name", Disposition.REVIEW), ("/profile/notes", Disposition.REMOVE)]
