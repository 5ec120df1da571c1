"""Labels as authors spell them, and what is said of those that nobody knows."""

from __future__ import annotations

from typing import Any

import pytest

from tool_registry.lint import label_of, lint_privacy


@pytest.mark.parametrize(
    ("raw", "label"),
    [
        ("city", "city"),
        ("City-Level", "city"),
        ("date_only", "date"),
        ("zip code", "postcode"),
        ("street level", "street"),
        ("neighborhood", "neighbourhood"),
        ("none", "none"),
        ("age-band", "band"),
        ("planet", None),
        (7, None),
        ("", None),
    ],
)
def test_a_label_is_read_in_its_usual_spellings(raw: Any, label: str | None) -> None:
    assert label_of(raw) == label


def test_a_sound_x_privacy_has_no_faults() -> None:
    assert lint_privacy({"precision": "city", "purpose": "grid", "necessary": True}, "`a`") == []
    assert lint_privacy(None, "`a`") == []


def test_every_fault_is_a_line_that_names_the_property_and_no_value() -> None:
    faults = lint_privacy({"precision": "secret-value", "purpose": 3, "necessary": "yes", "why": 1}, "`a`")
    assert len(faults) == 4
    assert all("`a`" in fault for fault in faults)
    assert not any("secret-value" in fault for fault in faults)
    assert lint_privacy("city", "`a`") == ["`x-privacy` of `a` must be an object"]
