import importlib.util

import pytest

from llmproxy.backends import presidio
from llmproxy.config.model import ConfigError

INSTALLED = importlib.util.find_spec("presidio_analyzer") is not None


class Result:
    def __init__(self, start, end, entity_type, score):
        self.start, self.end, self.entity_type, self.score = start, end, entity_type, score


class Recogniser:
    """What Presidio asks of an `EntityRecognizer`."""

    def __init__(self, entity="BADGE"):
        self.supported_entities = [entity]
        self.loaded = False

    def load(self):
        self.loaded = True

    def analyze(self, text, entities, nlp_artifacts):
        assert self.loaded and entities == self.supported_entities and nlp_artifacts is None
        return [Result(0, 4, self.supported_entities[0], 0.6)]


HERE = f"{__name__}:Recogniser"


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or type(sys)(__name__))
    monkeypatch.setattr(sys.modules[__name__], "Recogniser", Recogniser, raising=False)


def test_a_recognizer_of_the_same_protocol_is_loaded_and_asked():
    assert presidio.make(HERE, labels={"BADGE": ["DI", "member_id"]}).find("ZQ-1") == [(0, 4, "DI", "member_id", 0.6)]
    assert presidio.make(HERE, {"entity": "IBAN_CODE"}).find("ZQ-1") == [(0, 4, "F", "iban", 0.6)]


def test_an_entity_type_whose_meaning_nobody_said_is_refused():
    with pytest.raises(ConfigError, match=r"what entity type `BADGE` means has to be said: `labels: \{BADGE: \[category, sub\]\}`"):
        presidio.make(HERE)


@pytest.mark.parametrize(
    "recognizer, reason",
    [("", "must be `module:Class`"), ("no_such_module_here:X", "`no_such_module_here` is not installed"), (f"{__name__}:Nothing", "has no `Nothing`")],
)
def test_a_recognizer_that_is_not_there_ends_in_one_line(recognizer, reason):
    with pytest.raises(ConfigError, match=reason):
        presidio.make(recognizer)


@pytest.mark.skipif(not INSTALLED, reason="needs presidio-analyzer")
@pytest.mark.parametrize("name, text", [("CreditCardRecognizer", "card 4111 1111 1111 1111"), ("IbanRecognizer", "to DE89 3704 0044 0532 0130 00")])
def test_presidios_own_recognizers_work(name, text):
    found = presidio.make(f"presidio_analyzer.predefined_recognizers:{name}").find(text)
    assert [(text[s:e], category) for s, e, category, *_ in found] == [(text[5:] if name[0] == "C" else text[3:], "F")]
