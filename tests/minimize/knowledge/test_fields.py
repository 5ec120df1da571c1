"""Field names as evidence."""

import pytest

from minimize.knowledge.fields import words_of
from minimize.knowledge.load import load


@pytest.mark.parametrize(
    ("name", "sub"),
    [
        ("ssn", "national_id"),
        ("patientDob", "dob"),
        ("home_address", "address"),
        ("annual-salary", "income"),
        ("medicalHistory", "condition"),
        ("Geburtsdatum", "dob"),
        ("numéro_téléphone", "phone"),
        ("生年月日", "dob"),
        ("кодовое_имя_диагноз", "condition"),
        ("api_key", "credential"),
        ("nid_number", "national_id"),
        ("snils", "national_id"),
        ("gruppa_krovi", "condition"),
        ("teudatZehut", "national_id"),
        ("raqm_watani", "national_id"),
        ("buyer_national_code", "national_id"),
        ("کد_ملی", "national_id"),
        ("জাতীয়_পরিচয়পত্র", "national_id"),
        ("ஆதார்_எண்", "national_id"),
        ("AFM", "national_id"),
        ("terveystiedot", "condition"),
        ("bloodGroup", "condition"),
        ("กรุ๊ปเลือด", "condition"),
        ("nhóm_máu", "condition"),
        ("ইলেকট্রনিক_রক্তের_গ্রুপ", "condition"),
        ("venitLunar", "income"),
        ("μηνιαίο_εισόδημα", "income"),
        ("சம்பளம்", "income"),
        ("pension_type", "benefits"),
        ("sairaudet", "condition"),
        ("vallás", "religion"),
        ("தமிழ்_மதம்", "religion"),
        ("stare_civilă", "marital_status"),
        ("forerkort_status", "criminal_record"),
    ],
)
def test_names_that_say_what_the_value_is(name, sub):
    found = load().fields.of(name)
    assert (found.mode, found.sub) == ("whole", sub)


@pytest.mark.parametrize("name", ["tabId", "order_id", "sha", "version", "isbn", "created_at"])
def test_names_that_say_that_it_is_none(name):
    assert load().fields.of(name).mode == "none"


def test_only_the_end_of_a_key_in_running_text_counts():
    fields = load().fields
    assert fields.ending("her new dob").sub == "dob"
    assert fields.ending("dob field is").sub == ""


def test_words_are_split_at_case_and_signs():
    assert words_of("homeAddress_2-x") == ("home", "address", "2", "x")
