"""The packaged knowledge is read once and says when it is damaged."""

import pytest

from minimize.errors import KnowledgeError
from minimize.knowledge import load as module


def test_it_is_read_once():
    assert module.load() is module.load()


def test_the_ten_categories_and_the_extension():
    categories = module.load().categories
    assert list(categories) == ["DI", "H", "F", "QI", "L", "R", "B", "Tp", "I", "Im", "C"]
    assert [c.sensitivity for c in categories.values()] == [4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 4]
    assert [code for code, c in categories.items() if not c.core] == ["C"]


def test_missing_data_is_said():
    with pytest.raises(KnowledgeError, match=r"no-such\.bin"):
        module.unpack("no-such.bin")
