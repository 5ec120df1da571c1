"""Validators of identifiers: published examples and invented numbers with right check digits pass, a changed digit fails."""

import pytest

from minimize.knowledge import checksums as c


@pytest.mark.parametrize(
    ("check", "good", "bad"),
    [
        (c.card, "4111 1111 1111 1111", "4111 1111 1111 1112"),
        (c.iban, "GB29 NWBK 6016 1331 9268 19", "GB28 NWBK 6016 1331 9268 19"),
        (c.aadhaar, "4821 7360 5929", "4821 7360 5928"),
        (c.us_ssn, "386-40-6153", "666-40-6153"),
        (c.us_routing, "113900411", "113900412"),
        (c.uk_nhs, "943 476 5919", "943 476 5918"),
        (c.ca_sin, "716 284 054", "716 284 055"),
        (c.au_tfn, "123 456 782", "123 456 783"),
        (c.vin, "1M8GDM9AXKP042788", "1M8GDM9AXKP042789"),
        (c.imei, "490154203237518", "490154203237519"),
        (c.bech32, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"),
        (c.base58check, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"),
        (c.ipv4_public, "203.0.113.142", "1.2.3.4"),
        (c.latitude_longitude, "52.5163, 13.3777", "152.5163, 13.3777"),
        (c.phone_like, "0664 5550123", "2026-05-12"),
        (c.secret_value, "hunter2!Xy", "required"),
        (c.personal_handle, "@petra.holm", "@channel"),
    ],
)
def test_accepts_the_good_and_refuses_the_bad(check, good, bad):
    assert check(good)
    assert not check(bad)


def test_luhn_of_nothing_is_false():
    assert not c.luhn("")


def test_a_vehicle_of_the_old_world_has_letters_and_a_handle_is_no_group():
    assert c.vin("WVWZZZ1JZXW000010")
    assert not c.vin("p1234567890123456")
    assert c.personal_handle("@petra.holm")
    assert not c.personal_handle("@username_dm")
    assert not c.personal_handle("@mentions")


def test_small_numbers_with_three_stops_are_versions_unless_something_says_otherwise():
    assert not c.ipv4_public("11.4.22.1")
    assert c.ipv4("11.4.22.1")
    assert c.ipv4_public("23.114.52.7")
