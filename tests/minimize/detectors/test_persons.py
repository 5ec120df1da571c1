"""Names of persons in scripts with spaces."""

import time

import pytest

from minimize.knowledge.load import load


def names(found, text, field="", tool=""):
    return [name for sub, name in found(text, field, tool) if sub == "person"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lunch with Oluwatobi Adewale and Trần Thị Lan", ["Oluwatobi Adewale", "Trần Thị Lan"]),
        ("tell kavya subramanian i am late", ["kavya subramanian"]),
        ("Customer ANNE-MARIE DUPONT reports a failure", ["ANNE-MARIE DUPONT"]),
        ("Spoke with Lucía Fernández-Mora today", ["Lucía Fernández-Mora"]),
        ("Ask for Mrs. Takahashi at the desk", ["Mrs. Takahashi"]),
        ("Позвоните Ивану Сидорову завтра", ["Ивану Сидорову"]),
        ("Hi Will, see you soon", ["Will"]),
        ("spotkanie z Anną Kowalską", ["Anną Kowalską"]),
        ("my name is Zaphira Quon", ["Zaphira Quon"]),
        ("Dr. Özgür Yıldırım", ["Dr. Özgür Yıldırım"]),
        ("أخبر يوسف عبد الرحمن بالموعد", ["يوسف عبد الرحمن"]),
    ],
)
def test_names_of_many_cultures(found, text, expected):
    assert names(found, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Procter & Gamble dividend",
        "Marie Curie fellowship deadline",
        "Ralph Lauren outlet opening times",
        "it may snow in march",
        "June bug season",
        "san_francisco/anna.py",
        "Max Planck Institute",
    ],
)
def test_brands_words_and_paths_are_no_names(found, text):
    assert names(found, text) == []


def test_a_field_for_names_makes_an_unknown_word_one(found):
    assert names(found, "Xanthorrhoe", "last_name") == ["Xanthorrhoe"]
    assert names(found, "Xanthorrhoe", "theme") == []


def test_works_are_not_persons(found):
    assert names(found, "Maria Silva", "title", "movie.search") == []


def test_unknown_names_by_their_ending(found):
    assert load().lexicon.flags("brzezowska") == 0
    assert names(found, "call Ewa Brzezowska") == ["Ewa Brzezowska"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("please add Greta Lindholm as guardian", ["Greta Lindholm"]),
        ("directed by Pavel Hromada and starring Hromada", ["Pavel Hromada", "Hromada"]),
        ("Oduya lives on Elm Road", ["Oduya"]),
        ("follow up with martin j keller next week", ["martin j keller"]),
        ("message taavi reinsalu about friday", ["taavi reinsalu"]),
        ("everyone calls me zuzka", ["zuzka"]),
        ("her maiden name is nyholm", ["nyholm"]),
        ("irina sorokova's file", ["irina sorokova"]),
        ("the owner gave Sofia her keys", ["Sofia"]),
        ("Leyla R. Qasimzade signed", ["Leyla R. Qasimzade"]),
        ("our three founders: Becker, Lindholm and Vasquez", ["Becker", "Lindholm", "Vasquez"]),
        ("tell Anna Park", ["Anna Park"]),
        ("signed, T. Wexley", ["T. Wexley"]),
        ("J.K. Hromada wrote", ["J.K. Hromada"]),
        ("Сидорова А.П.", ["Сидорова А.П"]),
        ("LINDHOLM, GRETA", ["LINDHOLM, GRETA"]),
        ("доктор Сидоров примет", ["доктор Сидоров"]),
        ("ask nurse Wexley", ["nurse Wexley"]),
        ("Nadège Gyarfalvi called", ["Nadège Gyarfalvi"]),
    ],
)
def test_names_by_what_stands_around_them(found, text, expected):
    assert names(found, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Tudor dynasty",
        "the Ming dynasty fell",
        "Hotel Maria Cristina in town",
        "Caesar Salad for two",
        "send it to Don Mueang District",
        "5850 Jana Nerudy 894",
        "notify kubernetes admins about it",
        "ask the moderators about it",
        "مكان هادئ",
        "رمضان كريم",
        "May Day parade",
        "Khlong Lat Phrao",
        "Newton's law",
        "Nancy, France",
        "flights to Chiang Mai",
        "Liverpool F.C.",
        "U.S. Bankers",
    ],
)
def test_things_and_places_that_are_called_like_people(found, text):
    assert names(found, text) == []


def test_many_names_take_linear_time(found):
    def spent(text):
        begun = time.thread_time()
        names(found, text)
        return time.thread_time() - begun

    text = "Greta Maria Lindholm Hromada "
    spent(text)
    assert spent(text * 1600) < 10 * spent(text * 400) + 0.2
