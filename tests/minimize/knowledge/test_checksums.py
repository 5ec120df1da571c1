"""Validators of identifiers: numbers that the issuers publish as examples pass, a changed digit fails."""

import pytest

from minimize.knowledge import checksums as c


@pytest.mark.parametrize(
    ("check", "good", "bad"),
    [
        (c.card, "4111 1111 1111 1111", "4111 1111 1111 1112"),
        (c.iban, "GB29 NWBK 6016 1331 9268 19", "GB28 NWBK 6016 1331 9268 19"),
        (c.aadhaar, "2345 6789 0124", "2345 6789 0125"),
        (c.us_ssn, "523-12-7788", "666-12-7788"),
        (c.us_routing, "021000021", "021000022"),
        (c.uk_nhs, "943 476 5919", "943 476 5918"),
        (c.ca_sin, "046 454 286", "046 454 287"),
        (c.au_tfn, "123 456 782", "123 456 783"),
        (c.vin, "1HGCM82633A004352", "1HGCM82633A004353"),
        (c.imei, "490154203237518", "490154203237519"),
        (c.bech32, "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdx"),
        (c.base58check, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"),
        (c.ipv4_public, "203.0.113.77", "1.2.3.4"),
        (c.latitude_longitude, "52.5163, 13.3777", "152.5163, 13.3777"),
        (c.phone_like, "0664 5550123", "2026-05-12"),
        (c.secret_value, "hunter2!Xy", "required"),
        (c.personal_handle, "@lena.mueller", "@channel"),
    ],
)
def test_accepts_the_good_and_refuses_the_bad(check, good, bad):
    assert check(good)
    assert not check(bad)


def test_luhn_of_nothing_is_false():
    assert not c.luhn("")
