"""The tables."""

from __future__ import annotations

from rich.console import Console

from benchmarks.privacylens.measure import Fate, Result
from benchmarks.privacylens.tables import by_kind, overview


def test_shares_stand_with_their_intervals_by_kind_and_form() -> None:
    fates = (Fate("m", "health", "fact", "a", True), Fate("m", "health", "clause", "b", True), Fate("m", "money", "sentence", "c", False))
    result = Result(fates, 2, 1, 0, 0)
    console = Console(width=130)
    with console.capture() as capture:
        console.print(overview([("local", result)]))
        console.print(by_kind("local", result))
    said = capture.get()
    assert "0.500 [0.09-0.91]" in said and "as clause" in said and "money" in said
