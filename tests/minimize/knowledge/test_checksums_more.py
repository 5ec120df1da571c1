"""Further national identifiers: invented numbers with right check digits pass; python-stdnum, where installed, agrees on random numbers."""

import random

import pytest

from minimize.knowledge.checksums_national import CHECKS

GOOD = {
    "ua_rnokpp": "3190810033",
    "kz_iin": "850412174681",
    "jmbg": "1204985500191",
    "lv_pk": "120485-18326",
    "is_kennitala": "120485-0329",
    "lu_rnpp": "1985041290420",
    "ec_cedula": "1712553971",
    "uy_ci": "4.321.535-3",
    "do_cedula": "001-0195518-5",
    "sa_id": "1071008989",
    "kw_civil": "285041208563",
    "ir_code": "0089500326",
    "mx_nss": "45858069722",
    "br_pis": "120.45856.34-0",
    "es_nss": "28 12345678 40",
    "in_gstin": "27BKLPT5678M1Z0",
    "nz_ird": "49-090-390",
    "de_ausweis": "L01X00T471",
    "sk_rc": "850412/3914",
    "cy_tic": "00123456H",
    "gr_afm": "094259216",
}
SHAPES = {"eg_id": ("28504120108314", "28513120108314"), "vn_cccd": ("001085012345", "099085012345"), "id_nik": ("3171235504850003", "3171233904850003")}
SHAPES |= {"lk_nic": ("853400937V", "853990937V"), "ghana_card": ("GHA-712345678-9", "GHA-71234567-9")}


@pytest.mark.parametrize(("name", "number"), GOOD.items())
def test_right_numbers_pass_and_a_changed_last_digit_fails(name, number):
    assert CHECKS[name](number)
    at = max(i for i, char in enumerate(number) if char.isdigit()) if name != "is_kennitala" else len(number) - 2
    changed = number[:at] + str((int(number[at]) + 1) % 10) + number[at + 1 :]
    assert not CHECKS[name](changed)


@pytest.mark.parametrize(("name", "numbers"), SHAPES.items())
def test_numbers_without_a_check_digit_have_to_be_possible(name, numbers):
    good, bad = numbers
    assert CHECKS[name](good)
    assert not CHECKS[name](bad)


@pytest.mark.parametrize("name", [*GOOD, *SHAPES])
def test_nonsense_is_refused(name):
    for text in ("", "0", "abc", "ABCDEFGHIJ", "9" * 30):
        assert not CHECKS[name](text)


@pytest.mark.parametrize(
    ("name", "module", "length"), [("ua_rnokpp", "ua.rntrc", 10), ("jmbg", "si.emso", 13), ("do_cedula", "do.cedula", 11), ("gr_afm", "gr.vat", 9)]
)
def test_the_oracle_agrees_on_random_numbers(name, module, length):
    oracle = pytest.importorskip(f"stdnum.{module}")
    dice = random.Random(5)
    for _ in range(3000):
        number = "".join(dice.choice("0123456789") for _ in range(length))
        if oracle.is_valid(number):
            assert CHECKS[name](number), number
