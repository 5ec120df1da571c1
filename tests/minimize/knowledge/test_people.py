"""Words around names."""

from dataclasses import fields

from minimize.knowledge.load import load
from minimize.knowledge.people import People


def test_titles_of_several_languages():
    assert {"dr", "mrs", "herr", "mme", "signora", "господин"} <= load().people.titles


def test_suffixes_are_not_asked_for():
    empty = {field.name: () for field in fields(People) if field.name not in ("addressing", "naming", "introducers")}
    people = People.of({**empty, "suffixes": ["jr"], "titles": ["prof."], "addressed": ["lunch with"]})
    assert people.titles == {"prof"}
    assert {"with", "me"} <= people.addressing
