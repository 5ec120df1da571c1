"""The prefilter is a superset: wherever the exact pattern matches, it matches."""

import re

import pytest
import re2
from hypothesis import given, settings
from hypothesis import strategies as st

from minimize.knowledge.load import load
from minimize.knowledge.relax import ascii_digits, relax


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(?<!\d)\d{3}-\d{4}(?!\d)", "x 555-0178"),
        (r"\bage \d{1,3}\b", "age 41"),
        (r"(a)(b)\1", "aba"),
        (r"^x\d$", "x4"),
        (r"[^\W\d_]{2,3}é?", "éàü"),
        (r"(?i:abc)D", "ABCD"),
        (r"x[^,\s]y", "xéy"),
        (r"x[^,\w]y", "x-y"),
    ],
)
def test_matches_where_the_exact_pattern_does(pattern, text):
    assert re.search(pattern, text)
    assert re2.search(relax(pattern), text)


def test_digits_are_ascii_inside_and_outside_classes():
    assert ascii_digits(r"\d[\d.]") == "[0-9][0-9.]"


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "ssn",
                " ",
                "386-40-6153",
                "+44 7700 900461",
                "born on",
                "1 May 1990",
                "salary",
                "$61,250",
                "12",
                "Main St",
                "Ahornstraße 4",
                "@",
                "é",
                "ж",
                "電話",
                ":",
                "\n",
            ]
        ),
        max_size=9,
    )
)
def test_every_rule_that_matches_has_fired(parts):
    from minimize.knowledge.patterns import Alone
    from minimize.knowledge.text import View

    rules = load().patterns
    view = View("".join(parts))
    where = Alone(view, frozenset({"phone", "national_id", "dob"}))
    fired = {rule.id for rule in rules.fired(view, where.every)}
    for rule in rules.rules:
        if rule.id not in fired:
            assert not list(rule.find(view, where)), rule.id
