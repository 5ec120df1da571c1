"""The types of the decision core: what is derived, and what they refuse."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields

import pytest

from minimize.errors import DeadlineExceeded
from minimize.model import Bands, Context, Cost, Deadline, Disposition, Finding, MinimizedCall, Mode, Policy, ToolCall, Turn

FINDING = Finding("/a", 0, 3, "DI", "person", "lexicon", 0.9)


def test_only_the_pipeline_makes_a_minimised_call() -> None:
    call = ToolCall("f", "{}")
    cost = Cost(0, 0)
    with pytest.raises(TypeError, match=r"minimize\.pipeline"):
        MinimizedCall(call, "{}", (), (), cost, cost, Mode.ENFORCE, "generic", "local", changed=False)


def test_a_finding_has_no_room_for_a_value() -> None:
    assert {f.name for f in fields(Finding)} == {
        "pointer", "start", "end", "category", "sub", "detector", "confidence", "precision", "encoding", "in_key",
    }  # fmt: skip


def test_types_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        FINDING.start = 1  # type: ignore[misc]


@pytest.mark.parametrize(
    ("disposition", "changes"),
    [("keep", False), ("review", False), ("block", False), ("remove", True), ("generalise", True), ("substitute", True), ("truncate", True)],
)
def test_which_dispositions_change_the_arguments(disposition: str, changes: bool) -> None:
    assert Disposition(disposition).changes is changes


def test_the_task_is_the_last_thing_that_the_user_said() -> None:
    turns = (Turn("user", "first"), Turn("assistant", "well"), Turn("user", "second"), Turn("tool", "result"))
    assert Context(turns).task == "second"
    assert Context((Turn("system", "be kind"),)).task == ""


def test_a_deadline_passes_by_the_clock_that_it_is_given() -> None:
    now = [10.0]
    deadline = Deadline(lambda: now[0], 2.0)
    deadline.check()
    now[0] = 11.9
    deadline.check()
    now[0] = 12.1
    with pytest.raises(DeadlineExceeded):
        deadline.check()


def test_defaults_protect() -> None:
    policy = Policy()
    assert (policy.mode, policy.on_failure, policy.trust) == ("enforce", "closed", "third_party_no_dpa")
    assert policy.consent_allowed == frozenset()
    assert Bands() == Bands(0.5, 0.5)
