"""Says what is wrong with the annotations of a tool's schema: unknown labels, keys and names. One line each, no values.

Must not be in here: reading annotations into needs (`annotations`), the packaged data's own checks (`load`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tool_registry.model import PRECISION_LADDERS

LABELS: Final[Mapping[str, str]] = {
    **{label: label for ladder in PRECISION_LADDERS.values() for label in ladder},
    "day": "date", "datetime": "exact", "date-time": "exact", "time": "exact", "full": "exact", "address": "street", "street-address": "street",
    "zip": "postcode", "zipcode": "postcode", "zip-code": "postcode", "postal-code": "postcode", "postal": "postcode", "district": "neighbourhood",
    "neighborhood": "neighbourhood", "area": "neighbourhood", "town": "city", "state": "region", "province": "region", "county": "region",
    "age-band": "band", "range": "band", "bracket": "band", "gps": "exact", "coordinates": "exact",
}  # fmt: skip
"""Spelling -> label of a ladder; `-level` and `-only` endings fall away before."""
PRIVACY_KEYS: Final = frozenset({"precision", "purpose", "necessary"})
EXTENSIONS: Final = frozenset({"x-minimum-necessary", "minimum_necessary", "x-privacy", "x-required-context", "x-trust"})


def label_of(raw: Any) -> str | None:
    """Give the ladder's label that a precision label means (`city-level` -> `city`), or None for an unknown one."""
    if not isinstance(raw, str):
        return None
    text = raw.strip().casefold().replace("_", "-").replace(" ", "-")
    for ending in ("-level", "-only", "-precision"):
        text = text.removesuffix(ending)
    return LABELS.get(text)


def lint_privacy(privacy: Any, where: str) -> list[str]:
    """Say what is wrong with a property's `x-privacy`; `where` names the property, in backticks."""
    if privacy is None:
        return []
    if not isinstance(privacy, Mapping):
        return [f"`x-privacy` of {where} must be an object"]
    faults = [f"`x-privacy` of {where}: unknown key `{str(key)[:40]}`" for key in privacy if key not in PRIVACY_KEYS]
    if "precision" in privacy and label_of(privacy["precision"]) is None:
        faults.append(f"`x-privacy` of {where}: unknown precision label")
    if "necessary" in privacy and not isinstance(privacy["necessary"], bool):
        faults.append(f"`x-privacy` of {where}: `necessary` must be true or false")
    if "purpose" in privacy and not isinstance(privacy["purpose"], str):
        faults.append(f"`x-privacy` of {where}: `purpose` must be a string")
    return faults
