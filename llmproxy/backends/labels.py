"""What the labels of other detectors mean in the taxonomy: entity type -> (category, sub label).

Must not be in here: detection. Labels that are not here (dates, organisations, sites) are no items of the taxonomy.
"""

from __future__ import annotations

from typing import Final

PRESIDIO: Final[dict[str, tuple[str, str]]] = {
    "PERSON": ("DI", "person"),
    "EMAIL_ADDRESS": ("DI", "email"),
    "PHONE_NUMBER": ("DI", "phone"),
    "IP_ADDRESS": ("DI", "ip"),
    "MAC_ADDRESS": ("DI", "device_id"),
    "CREDIT_CARD": ("F", "card"),
    "IBAN_CODE": ("F", "iban"),
    "US_BANK_NUMBER": ("F", "account"),
    "CRYPTO": ("F", "wallet"),
    "LOCATION": ("L", "address"),
    "NRP": ("QI", "nationality"),
    "AGE": ("QI", "age"),
    "MEDICAL_LICENSE": ("DI", "licence"),
    "US_DRIVER_LICENSE": ("DI", "licence"),
    "IT_DRIVER_LICENSE": ("DI", "licence"),
    "US_PASSPORT": ("DI", "passport"),
    "IN_PASSPORT": ("DI", "passport"),
    "IT_PASSPORT": ("DI", "passport"),
    "US_SSN": ("DI", "national_id"),
    "US_ITIN": ("DI", "tax_id"),
    "UK_NHS": ("DI", "national_id"),
    "UK_NINO": ("DI", "national_id"),
    "ES_NIF": ("DI", "national_id"),
    "ES_NIE": ("DI", "national_id"),
    "IT_FISCAL_CODE": ("DI", "national_id"),
    "IT_IDENTITY_CARD": ("DI", "national_id"),
    "IT_VAT_CODE": ("DI", "tax_id"),
    "PL_PESEL": ("DI", "national_id"),
    "SG_NRIC_FIN": ("DI", "national_id"),
    "AU_TFN": ("DI", "tax_id"),
    "AU_MEDICARE": ("DI", "member_id"),
    "IN_PAN": ("DI", "tax_id"),
    "IN_AADHAAR": ("DI", "national_id"),
    "IN_VOTER": ("DI", "national_id"),
    "IN_VEHICLE_REGISTRATION": ("DI", "plate"),
    "FI_PERSONAL_IDENTITY_CODE": ("DI", "national_id"),
    "KR_RRN": ("DI", "national_id"),
}
"""Presidio's entity types."""

SPACY: Final[dict[str, tuple[str, str]]] = {"PERSON": ("DI", "person"), "PER": ("DI", "person"), "NORP": ("QI", "nationality")}
"""Labels of spaCy's models. Places and organisations are left out: which of them are private no label tells."""

RAMPART: Final[dict[str, tuple[str, str]]] = {
    "GIVEN_NAME": ("DI", "person"),
    "SURNAME": ("DI", "person"),
    "EMAIL": ("DI", "email"),
    "PHONE": ("DI", "phone"),
    "TAX_ID": ("DI", "tax_id"),
    "GOVERNMENT_ID": ("DI", "national_id"),
    "PASSPORT": ("DI", "passport"),
    "DRIVERS_LICENSE": ("DI", "licence"),
    "BANK_ACCOUNT": ("F", "account"),
    "ROUTING_NUMBER": ("F", "routing"),
    "BUILDING_NUMBER": ("L", "address"),
    "STREET_NAME": ("L", "address"),
    "SECONDARY_ADDRESS": ("L", "address"),
    "ZIP_CODE": ("QI", "postcode"),
}
"""Labels of Rampart's token classifier, without their `B-` and `I-`; towns and states are no items."""
