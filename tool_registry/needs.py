"""Reads a need from its one line of data: use, then a precision label, then PSD categories.

Must not be in here: which kind or tool needs what, files.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tool_registry.errors import RegistryError
from tool_registry.model import PRECISION_LADDERS, Need, Use

CATEGORIES: Final = frozenset({"DI", "H", "F", "QI", "L", "R", "B", "Tp", "I", "Im", "C"})
"""Codes that a need may name: the paper's ten and credentials (C)."""
_LABELS: Final = frozenset(label for ladder in PRECISION_LADDERS.values() for label in ladder)


@lru_cache(maxsize=1024)
def need(text: str) -> Need:
    """Read a need: use, then optionally a precision label, then categories (`*` for all, `-DI,C` for all but these).

    Raises RegistryError for an unknown word.
    """
    use, *rest = text.split() or [""]
    try:
        got = Use(use)
    except ValueError:
        raise RegistryError(f"unknown use `{use}`") from None
    precision = rest.pop(0) if rest and rest[0] in _LABELS else "exact"
    categories: set[str] = set()
    for word in rest:
        if word == "*":
            categories.add("*")
        elif word.startswith("-"):
            unknown = sorted(set(word[1:].split(",")) - CATEGORIES)
            if unknown:
                raise RegistryError(f"unknown category `{unknown[0]}`")
            categories |= CATEGORIES - set(word[1:].split(","))
        elif word in CATEGORIES:
            categories.add(word)
        else:
            raise RegistryError(f"unknown category or precision `{word}`")
    return Need(got, precision, frozenset(categories))


def written(need_: Need) -> str:
    """Give the line that `need` reads as this need."""
    categories = need_.categories
    words = [need_.use.value]
    if need_.precision != "exact" or categories:
        words.append(need_.precision)
    if "*" in categories:
        words.append("*")
    elif len(categories) > len(CATEGORIES) // 2:
        out = CATEGORIES - categories
        words.append("-" + ",".join(sorted(out)) if out else " ".join(sorted(categories)))
    else:
        words.extend(sorted(categories))
    return " ".join(words)
