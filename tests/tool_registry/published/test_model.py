"""Names in one spelling, and names of pointers."""

from __future__ import annotations

import pytest

from tool_registry.published.model import canonical, top_names


@pytest.mark.parametrize(
    ("name", "one"),
    [
        ("create_issue", "create_issue"),
        ("GET-v3--domain--stats", "get_v3_domain_stats"),
        ("Größe.x/y:z", "groesse_x_y_z"),
        ("--", ""),
        ("GitHub", "github"),
    ],
)
def test_a_name_has_one_spelling(name: str, one: str) -> None:
    assert canonical(name) == one


def test_names_at_the_top_are_unescaped() -> None:
    assert top_names({"/a": 1, "/a/b": 1, "/c~1d/*/e": 1}) == {"a", "c/d"}
