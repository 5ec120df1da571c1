"""Where a text stands, as far as it says something of what the text holds. No values."""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as made

from minimize.knowledge.fields import NOTHING, FieldWord


@dataclass(frozen=True, slots=True)
class Place:
    """The place of one text: its field's name and what that says, the tool's kind, the parameter's role."""

    field: str = ""
    evidence: FieldWord = NOTHING
    tool: str = ""
    kind: str = ""
    role: str = ""
    number: bool = False
    """The text is the literal of a JSON number."""

    hints: frozenset[str] = made(init=False)
    """Sub labels that the field speaks for."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hints", frozenset((self.evidence.sub,)) if self.evidence.mode in ("whole", "hint") else frozenset())
