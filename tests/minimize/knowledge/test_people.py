"""Words around names."""

from minimize.knowledge.load import load
from minimize.knowledge.people import People


def test_titles_of_several_languages():
    assert {"dr", "mrs", "herr", "mme", "signora", "господин"} <= load().people.titles


def test_suffixes_are_not_asked_for():
    empty = dict.fromkeys(
        ("titles", "particles", "greetings", "verbs", "nouns", "kin", "organisation", "works", "general", "addressed", "heads", "surnames", "suffixes"), ()
    )
    people = People.of({**empty, "titles": ["prof."], "addressed": ["lunch with"]})
    assert people.titles == {"prof"}
    assert {"with", "me"} <= people.addressing
