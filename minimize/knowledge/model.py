"""The types of packaged knowledge, frozen. No loading, no decisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from minimize.model import Backend, Category
from tool_registry.model import Registry

if TYPE_CHECKING:
    from minimize.knowledge.fields import FieldWords
    from minimize.knowledge.gazetteer import Gazetteer
    from minimize.knowledge.languages import Languages
    from minimize.knowledge.lexicon import Lexicon
    from minimize.knowledge.patterns import RuleSet
    from minimize.knowledge.people import People
    from minimize.knowledge.terms import TermSet


@dataclass(frozen=True, slots=True)
class PlaceSpan:
    """One place name in a text."""

    start: int
    end: int
    """Span in code points."""
    level: str
    """`country`, `region`, `city`, `neighbourhood` or `postcode`: a label of the location ladder."""
    name: str
    """The name as it stands in the text."""
    country: str
    """ISO 3166 two-letter code; empty where it is ambiguous."""
    population: int = 0


class Places(Protocol):
    """What the logic asks of the gazetteer."""

    def places(self, text: str) -> tuple[PlaceSpan, ...]:
        """Longest non-overlapping place names of a text, in text order."""
        ...


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything packaged. Made once a process by `load()`; never changes."""

    categories: Mapping[str, Category]
    registry: Registry
    gazetteer: Gazetteer
    patterns: RuleSet
    terms: TermSet
    fields: FieldWords
    lexicon: Lexicon
    people: People
    languages: Languages
    phrases: Any
    """Neutral titles and stand-ins by language (`minimize.knowledge.phrases`)."""
    version: str
    """Hash of the packaged data."""
    backends: tuple[Backend, ...] = ()
    """What was plugged in beside it (`dataclasses.replace`); nothing is packaged."""
