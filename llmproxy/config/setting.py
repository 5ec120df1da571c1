"""What a setting is: its name, how it is written, its default, its help. Must not be in here: the settings (`declared`), reading."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """How a setting is written."""

    TEXT = "text"
    SECRET = "secret"
    """Text that is never echoed; `os.environ/NAME` is resolved."""
    CHOICE = "choice"
    BOOL = "true or false"
    INTEGER = "integer"
    NUMBER = "number"
    TEXTS = "list of texts"
    POINTERS = "list of JSON pointers"
    CATEGORIES = "list of categories"
    TIER = "trust tier"
    TIME = "date or time"
    SECTION = "section"
    """A mapping or list with a table of its own."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting."""

    name: str
    kind: Kind
    default: object
    help: str
    choices: tuple[str, ...] = ()
    minimum: float | None = None
    environ: str = ""
    """The environment variable that says it too; the command line comes first, then this, then the file."""
