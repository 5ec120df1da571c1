"""Cutting values out of reasoning."""

from __future__ import annotations

import time

import pytest

from llmproxy.wire.thoughts import Secrets, secrets_of
from minimize.model import Decision, Disposition, Finding, MinimizedCall, Reason
from minimize.stream import AssembledCall
from tests.playbook import minimized


def call(arguments: str, *, custom: bool = False, complete: bool = True) -> AssembledCall:
    return AssembledCall(0, 0, "c", "f", arguments, custom, False, complete, 0, 0)


def cut(given: AssembledCall, *findings: Finding, disposition: Disposition = Disposition.REMOVE) -> MinimizedCall:
    return minimized(given, "{}", decisions=[Decision(f.pointer, disposition, Reason.BALLAST_FIELD, (f,)) for f in findings], findings=findings)


def finding(pointer: str, start: int, end: int, *, in_key: bool = False) -> Finding:
    return Finding(pointer, start, end, "DI", "person", "rule", 0.9, in_key=in_key)


@pytest.mark.parametrize(
    ("values", "text", "after"),
    [
        (("Pat Doe",), "Pat Doe, pat doe and Pat\n Doe; Pat Doering", "[withheld], [withheld] and [withheld]; Pat Doering"),
        (("555-0101", "555-0101 ext 2"), "call 555-0101 ext 2 or 555-0101", "call [withheld] or [withheld]"),
        (("\u738b\u4f1f",), "\u627e\u738b\u4f1f\u7684", "\u627e[withheld]\u7684"),
        (("a+b@example.com",), "<a+b@example.com>", "<[withheld]>"),
        (("+1 (202) 555-0101",), "call 12025550101 or 1.202.555.0101, not 120255501011", "call [withheld] or [withheld], not 120255501011"),
        ((), "nothing", "nothing"),
    ],
)
def test_cut(values: tuple[str, ...], text: str, after: str) -> None:
    assert Secrets(values).cut(text) == after


def test_everything() -> None:
    assert Secrets(everything=True).cut("any") == ""
    assert Secrets(everything=True).stand_in([])


def test_values_across_the_strings_of_a_list() -> None:
    assert Secrets(("Pat Doe",)).stand_in([{"thinking": "Pat "}, {"thinking": "Doe"}])
    assert not Secrets(("Pat Doe",)).stand_in([{"thinking": "Pat"}, 7, None])


def test_the_values_are_those_that_were_cut() -> None:
    given = call('{"who": "Pat Doe", "n": 4711, "keep": "Sam Roe", "by": {"Kim Poe": 1}}')
    outcome = cut(given, finding("/who", 0, 7), finding("/n", 0, 4), finding("/by/Kim Poe", 0, 7, in_key=True))
    assert secrets_of([given], [outcome]).values == ("4711", "Doe", "Kim", "Kim Poe", "Pat", "Pat Doe", "Poe")
    kept = cut(given, finding("/keep", 0, 7), disposition=Disposition.KEEP)
    assert not secrets_of([given], [kept])
    assert not secrets_of([given], [minimized(given)])


def test_a_blocked_call_hands_over_nothing_that_was_found_in_it() -> None:
    given = call('{"who": "Pat Doe"}')
    assert secrets_of([given], [minimized(given, blocked=Reason.NO_VALID_REWRITE, findings=[finding("/who", 0, 7)])]).values == ("Doe", "Pat", "Pat Doe")
    assert secrets_of([given], [minimized(given, blocked=Reason.TOO_DEEP)]).everything


def test_what_cannot_be_known_counts_as_everything() -> None:
    broken = call("{", complete=False)
    assert secrets_of([broken], [None]).everything
    given = call('{"who": "Pat Doe"}')
    assert secrets_of([given], [cut(given, finding("/gone", 0, 7))]).everything
    assert secrets_of([call("[1]")], [cut(call("[1]"), finding("/0", 0, 1))]).everything


def test_a_person_is_also_called_by_one_name() -> None:
    given = call('{"who": "Pat van der Doe"}')
    assert secrets_of([given], [cut(given, finding("/who", 0, 15))]).cut("So Doe asked; der Pat") == "So [withheld] asked; der [withheld]"


def test_free_text_and_short_values() -> None:
    given = call("ask Pat about 42 of A", custom=True)
    assert secrets_of([given], [cut(given, finding("", 4, 7), finding("", 14, 16), finding("", 20, 21))]).values == ("42", "Pat")


def test_too_many_values_and_time() -> None:
    given = call('{"w": "' + " ".join(f"name{i + 100}" for i in range(100)) + '"}')
    assert secrets_of([given], [cut(given, *(finding("/w", i * 8, i * 8 + 7) for i in range(90)))]).everything
    start = time.process_time()
    Secrets(tuple(f"name{i} surname" for i in range(64))).cut("name1 surnam " * 8000)
    assert time.process_time() - start < 2


def test_the_values_are_not_printed() -> None:
    assert "Pat" not in repr(Secrets(("Pat Doe",)))
