"""A title that repeats what had to go elsewhere becomes neutral."""

from __future__ import annotations

from minimize.analyze import analyze
from minimize.model import Disposition
from tests.minimize.analyze.world import case, found


def changed(arguments: dict[str, str], said: str = "") -> dict[str, Disposition]:
    text = arguments["notes"]
    findings = [found("/notes", text, text, "I", "intent")]
    return {d.pointer: d.disposition for d in analyze(case(arguments, said=said), findings) if d.disposition.changes}


def test_a_title_that_repeats_the_note() -> None:
    assert changed({"notes": "job interview elsewhere", "title": "Interview at 3"}) == {
        "/notes": Disposition.REMOVE,
        "/title": Disposition.SUBSTITUTE,
    }


def test_a_title_that_does_not() -> None:
    assert changed({"notes": "job interview elsewhere", "title": "Lunch at 3"}) == {"/notes": Disposition.REMOVE}


def test_other_uses_are_left_alone() -> None:
    assert changed({"notes": "job interview elsewhere", "query": "interview tips"}) == {"/notes": Disposition.REMOVE}
