"""What the tests of detectors share."""

import pytest

from minimize.detectors.engine import ALL_STAGES, detect
from minimize.detectors.place import Place
from minimize.knowledge.load import load


@pytest.fixture
def found():
    """Give (sub, text) of the items of one text, coarse places left out."""

    def look(text, field="", tool="", stages=ALL_STAGES):
        knowledge = load()
        place = Place(field, knowledge.fields.of(field), tool)
        return [(h.sub, text[h.start : h.end]) for h in detect(text, place, knowledge, stages) if h.precision not in ("city", "region", "country")]

    return look
