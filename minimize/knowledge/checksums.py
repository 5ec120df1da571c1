"""Validators of identifiers: checksums and plausibility, each a pure function from the text of a span to a verdict.

Must not be in here: where such identifiers are looked for (data/patterns). Sources: the issuing bodies' published algorithms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final


def digits(text: str) -> list[int]:
    """Give the ASCII digits of a text."""
    return [ord(c) - 48 for c in text if "0" <= c <= "9"]


def luhn(text: str) -> bool:
    """Luhn (ISO/IEC 7812): cards, IMEI, SIN, SIREN."""
    total = 0
    for i, d in enumerate(reversed(digits(text))):
        total += d if i % 2 == 0 else (d * 2 - 9 if d > 4 else d * 2)
    return total % 10 == 0


CHECKS: Final[dict[str, Callable[[str], bool]]] = {"luhn": luhn}
