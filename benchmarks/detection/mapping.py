"""What one side's labels mean on the other: entity types of Presidio's synthetic data, and the categories of peers' labels.

Must not be in here: scores. `docs/detection.md` shows the tables; types without a partner are left out of the figures, both ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

GOLD_TYPES: Final[Mapping[str, str]] = {
    "PERSON": "PERSON",
    "STREET_ADDRESS": "ADDRESS",
    "ZIP_CODE": "ADDRESS",
    "CREDIT_CARD": "CREDIT_CARD",
    "PHONE_NUMBER": "PHONE_NUMBER",
    "EMAIL_ADDRESS": "EMAIL_ADDRESS",
    "AGE": "AGE",
    "NRP": "NRP",
    "IBAN_CODE": "IBAN_CODE",
    "IP_ADDRESS": "IP_ADDRESS",
    "US_SSN": "NATIONAL_ID",
    "US_DRIVER_LICENSE": "LICENCE",
}
"""Type of the synthetic data -> class that both sides define. Streets and postcodes are one class: the data labels parts of addresses as either."""

UNPAIRED: Final[Mapping[str, frozenset[str]]] = {
    "GPE": frozenset({"ADDRESS"}),
    "DATE_TIME": frozenset({"AGE"}),
    "TITLE": frozenset({"PERSON"}),
    "DOMAIN_NAME": frozenset({"EMAIL_ADDRESS"}),
    "ORGANIZATION": frozenset(),
}
"""Types without a partner (cities and countries alone, dates, titles, sites and organisations are no items of the taxonomy) ->
classes of which a flag on such a span is neither right nor wrong. Any other flag there is a false one."""

OURS: Final[Mapping[str, str]] = {
    "person": "PERSON",
    "address": "ADDRESS",
    "unit": "ADDRESS",
    "postcode": "ADDRESS",
    "card": "CREDIT_CARD",
    "phone": "PHONE_NUMBER",
    "email": "EMAIL_ADDRESS",
    "age": "AGE",
    "nationality": "NRP",
    "ethnicity": "NRP",
    "religion": "NRP",
    "politics": "NRP",
    "iban": "IBAN_CODE",
    "ip": "IP_ADDRESS",
    "national_id": "NATIONAL_ID",
    "tax_id": "NATIONAL_ID",
    "licence": "LICENCE",
}
"""Sub label of a finding -> class; sub labels that are not here have no partner in the data and are left out."""

PEER_CLASSES: Final[Mapping[str, str]] = {
    "PERSON": "PERSON",
    "LOCATION": "ADDRESS",
    "ADDRESS": "ADDRESS",
    "STREET_ADDRESS": "ADDRESS",
    "ZIP": "ADDRESS",
    "ZIP_CODE": "ADDRESS",
    "CREDIT_CARD": "CREDIT_CARD",
    "PHONE": "PHONE_NUMBER",
    "PHONE_NUMBER": "PHONE_NUMBER",
    "EMAIL": "EMAIL_ADDRESS",
    "EMAIL_ADDRESS": "EMAIL_ADDRESS",
    "AGE": "AGE",
    "NRP": "NRP",
    "NATIONALITY": "NRP",
    "ETHNICITY": "NRP",
    "RELIGION": "NRP",
    "IBAN": "IBAN_CODE",
    "IBAN_CODE": "IBAN_CODE",
    "IP_ADDRESS": "IP_ADDRESS",
    "SSN": "NATIONAL_ID",
    "US_SSN": "NATIONAL_ID",
    "US_DRIVER_LICENSE": "LICENCE",
    "DRIVERS_LICENSE": "LICENCE",
}
"""Label of a peer, in capitals -> class."""

PEER_CATEGORIES: Final[Mapping[str, str]] = {
    "PERSON": "DI",
    "LOCATION": "L",
    "ADDRESS": "L",
    "STREET_ADDRESS": "L",
    "ZIP": "QI",
    "ZIP_CODE": "QI",
    "CREDIT_CARD": "F",
    "IBAN": "F",
    "IBAN_CODE": "F",
    "US_BANK_NUMBER": "F",
    "CRYPTO": "F",
    "BANK_CARD": "F",
    "AGE": "QI",
    "DOB": "QI",
    "DATE_OF_BIRTH": "QI",
    "NRP": "QI",
    "NATIONALITY": "QI",
    "ETHNICITY": "QI",
    "RELIGION": "R",
    "MEDICAL": "H",
}
"""Label of a peer -> category, for the confusion table only; what is not here counts as a direct identifier. Recall asks for no label."""


def peer_class(label: str) -> str:
    """Give the class of a peer's label, empty without a partner."""
    return PEER_CLASSES.get(label.upper(), "")


def peer_category(label: str) -> str:
    """Give the category of a peer's label."""
    return PEER_CATEGORIES.get(label.upper(), "DI")
