"""National identifiers: published examples and invented numbers with right check digits pass; python-stdnum, where installed, agrees on random numbers."""

import importlib
import random

import pytest

from minimize.knowledge.checksums_national import CHECKS

GOOD = {
    "br_cpf": "246.813.570-90",
    "es_dni": "47382916H",
    "it_codice_fiscale": "RSSMRA85T10A562S",
    "ch_ahv": "756.9217.0769.85",
    "cn_id": "11010519491231002X",
    "mx_curp": "BOXW310820HNERXN09",
    "ie_pps": "6433435F",
    "hk_id": "G123456(A)",
    "sg_nric": "S1234567D",
    "tw_id": "A123456789",
    "fi_hetu": "131052-308T",
    "cl_rut": "12.531.909-2",
    "ru_snils": "087-654-321 02",
    "de_rvnr": "15070649C103",
    "se_personnummer": "880320-0016",
    "cz_rc": "710319/2745",
    "pl_pesel": "44051401359",
    "nl_bsn": "111222333",
    "tr_tckn": "10000000146",
    "za_id": "8001015009087",
}


@pytest.mark.parametrize(("name", "number"), GOOD.items())
def test_right_numbers_pass_and_a_changed_digit_fails(name, number):
    assert CHECKS[name](number)
    at = next(i for i, char in enumerate(number) if char.isdigit() and i > 3)
    changed = number[:at] + str((int(number[at]) + 1) % 10) + number[at + 1 :]
    assert not CHECKS[name](changed)


def test_the_letter_of_a_codice_fiscale_counts_but_beside_its_words():
    assert not CHECKS["it_codice_fiscale"]("RSSMRA85T10A562X")
    assert CHECKS["it_cf_shape"]("RSSMRA85T10A562X")
    assert not CHECKS["it_cf_shape"]("RSSMRA85T39A562X")


@pytest.mark.parametrize(
    ("name", "module", "length"),
    [
        ("br_cpf", "br.cpf", 11),
        ("nl_bsn", "nl.bsn", 9),
        ("hr_oib", "hr.oib", 11),
        ("ru_inn", "ru.inn", 12),
        ("tr_tckn", "tr.tckimlik", 11),
        ("uk_nhs", "gb.nhs", 10),
    ],
)
def test_the_oracle_agrees_on_random_numbers(name, module, length):
    oracle = pytest.importorskip(f"stdnum.{module}")
    importlib.invalidate_caches()
    dice = random.Random(7)
    for _ in range(3000):
        number = "".join(dice.choice("0123456789") for _ in range(length))
        assert CHECKS[name](number) == oracle.is_valid(number), number
