from __future__ import annotations

from datetime import UTC, datetime

import pytest
import yaml

from llmproxy.config.declared import Kind, Setting
from llmproxy.config.model import ConfigError, Vocabulary
from llmproxy.config.read import Reader, named


def reader(**environ: str) -> Reader:
    return Reader("f.yaml", environ, lambda: Vocabulary(frozenset({"DI"}), frozenset({"local"})), [])


def value(text: str, kind: Kind, **environ: str) -> object:
    read = reader(**environ)
    node = read.root(text)
    assert node is not None
    return read.value(node, Setting("it", kind, None, ""))


def test_values_by_kind() -> None:
    assert value("1_000", Kind.INTEGER) == 1000
    assert value("2", Kind.NUMBER) == 2.0
    assert value("1e3", Kind.TEXT) == "1e3"  # YAML 1.1 takes it for a text
    assert value("yes", Kind.BOOL) is True
    assert value("[a, b]", Kind.TEXTS) == ("a", "b")
    assert value("['', /a/*/b~0c]", Kind.POINTERS) == ("", "/a/*/b~0c")
    assert value("os.environ/NAME", Kind.SECRET, NAME="hidden") == "hidden"


def test_a_date_holds_through_its_day() -> None:
    assert value("2027-01-31", Kind.TIME) == datetime(2027, 2, 1, tzinfo=UTC)
    assert value("2027-01-31T12:00:00+01:00", Kind.TIME) == datetime(2027, 1, 31, 11, tzinfo=UTC)
    assert value("2027-01-31 12:00:00", Kind.TIME) == datetime(2027, 1, 31, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "kind"), [("''", Kind.TEXT), ("7", Kind.TEXT), ("~", Kind.TEXT), ("0x10", Kind.INTEGER), ("1.5", Kind.INTEGER), ("'a'", Kind.NUMBER)]
)
def test_wrong_types_are_refused(text: str, kind: Kind) -> None:
    with pytest.raises(ConfigError, match=r"^f\.yaml:1: `it` "):
        value(text, kind)


def test_plain_values_keep_their_types() -> None:
    read = reader(TOKEN="t")
    node = read.root("{a: 1, b: [true, null, 2.5], c: os.environ/TOKEN, d: os.environ/GONE}")
    assert node is not None
    assert read.plain(node, optional=frozenset({"d"})) == {"a": 1, "b": [True, None, 2.5], "c": "t", "d": None}
    assert len(read.warnings) == 1


def test_an_empty_file_says_nothing() -> None:
    assert reader().root("# nothing\n") is None


def test_deep_nesting_is_a_complaint() -> None:
    with pytest.raises(ConfigError):
        node = reader().root("[" * 1000 + "]" * 1000)
        assert isinstance(node, yaml.Node)
        reader().plain(node)


def test_only_what_looks_like_a_name_is_quoted() -> None:
    assert named("max_depth", "") == "`max_depth`"
    assert named("sk/abc def", "") == "(name not shown)"
