"""Words around names."""

from minimize.knowledge.load import load
from minimize.knowledge.people import People


def test_titles_of_several_languages():
    assert {"dr", "mrs", "herr", "mme", "signora", "господин"} <= load().people.titles


def test_suffixes_are_not_asked_for():
    empty = dict.fromkeys(("titles", "particles", "greetings", "verbs", "nouns", "kin", "organisation", "works", "general", "suffixes"), ())
    assert People.of({**empty, "titles": ["prof."]}).titles == {"prof"}
