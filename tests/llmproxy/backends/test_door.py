from importlib.metadata import EntryPoint

import pytest

from llmproxy.backends import door
from llmproxy.config.model import BackendEntry, ConfigError
from minimize.knowledge.load import load as load_knowledge
from minimize.minimizer import Minimizer
from minimize.model import ToolCall


class Badges:
    """A user's recogniser: badge numbers of one form."""

    def __init__(self, prefix="ZQ-"):
        self.prefix = prefix

    def find(self, text):
        at = text.find(self.prefix)
        return [(at, at + len(self.prefix) + 4, "DI", "member_id", 0.99)] if at >= 0 else []


@pytest.fixture
def plugged(monkeypatch):
    point = EntryPoint("badges", f"{__name__}:Badges", door.GROUP)
    monkeypatch.setattr(EntryPoint, "load", lambda self: Badges)
    monkeypatch.setattr(door, "entry_points", lambda group: [point] if group == "toolminimize.backends" else [])


def test_a_plug_in_comes_in_by_its_entry_point_with_its_options(plugged):
    (backend,) = door.load([BackendEntry("ours", "badges", mode="add", timeout_s=2.0, options={"prefix": "KW-"})])
    assert (backend.name, backend.mode, list(backend.find("badge KW-1234 was lost"))) == ("ours", "add", [(6, 13, "DI", "member_id", 0.99)])


def test_what_it_adds_is_cut_like_anything_else(plugged):
    backends = door.load([BackendEntry("badges", "badges", mode="add", timeout_s=2.0)])
    schema = {"type": "object", "properties": {"city": {"type": "string"}, "notes": {"type": "string"}}, "required": ["city"]}
    call = ToolCall("get_weather", '{"city": "Ghent", "notes": "please mind the badge ZQ-7781"}', schema)
    done = Minimizer(load_knowledge(), backends=backends).minimize(call)
    assert [f.detector for f in done.findings if f.sub == "member_id"] == ["backend.badges"]
    assert "ZQ-7781" not in done.arguments


def test_an_unknown_type_and_a_factory_that_fails_end_in_one_line(plugged):
    with pytest.raises(ConfigError, match=r"no backend of type `nowhere`: there are badges, presidio, rampart, spacy"):
        door.load([BackendEntry("x", "nowhere")])
    with pytest.raises(ConfigError, match=r"^backend `x` cannot be made: TypeError: [^\n]+$"):
        door.load([BackendEntry("x", "badges", options={"colour": "red"})])


def test_types_are_checked_without_making_anything(plugged):
    door.check([BackendEntry("a", "badges", options={"colour": "red"}), BackendEntry("b", "rampart")])
    with pytest.raises(ConfigError, match="no backend of type `nowhere`"):
        door.check([BackendEntry("x", "nowhere")])


def test_a_plug_in_cannot_take_the_name_of_a_built_in(plugged):
    assert set(door.BUILT_IN) == {"rampart", "spacy", "presidio"}
    for name in door.BUILT_IN:
        assert door._factory(name).__module__.startswith("llmproxy.backends.")


def test_labels_of_a_user_are_checked():
    assert door.option_texts({"X": ["DI", "badge"]}, "labels") == {"X": ("DI", "badge")}
    with pytest.raises(ConfigError, match="`labels` must be a mapping"):
        door.option_texts({"X": "DI"}, "labels")
