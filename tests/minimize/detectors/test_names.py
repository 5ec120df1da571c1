"""Words that may be parts of names."""

import pytest

from minimize.detectors.names import UNIT, flags_of
from minimize.knowledge.lexicon import FAMILY, GIVEN
from minimize.knowledge.load import load


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Anne-Marie O'Neil", ["Anne-Marie", "O'Neil"]),
        ("\u0915\u0941\u0930\u0948\u0936\u0940 \u091c\u0940", ["\u0915\u0941\u0930\u0948\u0936\u0940", "\u091c\u0940"]),
        ("a1 b2", ["a", "b"]),
    ],
)
def test_words_of_all_scripts(text, words):
    assert UNIT.findall(text) == words


def test_endings_stems_and_parts():
    words = load().lexicon.words
    assert flags_of("brzezowska", True, words) & FAMILY
    assert not flags_of("brzezowska", False, words)
    assert flags_of("ивану", True, words) & GIVEN
    assert flags_of("anne-marie", False, words) & GIVEN
