"""Signs of languages, and words that two of them share."""

import pytest

from minimize.knowledge.languages import Languages
from minimize.knowledge.load import load

SAMPLE = Languages({"en": ["the", "is"], "tr": ["bir", "bu"], "es": ["la", "no"]}, {"tr": "ğ"}, {"hasta": ["tr"], "grip": ["tr", "-"]})


def test_the_language_with_most_signs_counts():
    assert SAMPLE.likeliest(["la", "hasta", "no", "is"], "la hasta no is") == {"es"}
    assert SAMPLE.likeliest(["la", "the"], "la the") == {"es", "en"}
    assert SAMPLE.likeliest(["xyz"], "değil") == {"tr"}
    assert SAMPLE.likeliest(["xyz"], "xyz") == frozenset()


def test_a_shared_word_counts_in_its_language():
    assert SAMPLE.speaks("hasta", frozenset(["tr"]))
    assert not SAMPLE.speaks("hasta", frozenset(["es"]))
    assert SAMPLE.speaks("hasta", frozenset())
    assert not SAMPLE.speaks("grip", frozenset())
    assert SAMPLE.speaks("other", frozenset(["es"]))


@pytest.mark.parametrize(("word", "languages"), [("hasta", {"tr"}), ("gripe", {"es", "pt", "-"})])
def test_packaged_ones(word, languages):
    assert load().languages.homographs[word] == languages
