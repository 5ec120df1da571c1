import pytest

from llmproxy.backends import labels
from minimize.knowledge.load import load


@pytest.mark.parametrize("table", [labels.PRESIDIO, labels.SPACY, labels.RAMPART])
def test_every_label_means_a_category_that_there_is(table):
    assert {category for category, _ in table.values()} <= set(load().categories)
