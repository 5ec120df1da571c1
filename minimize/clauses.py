"""What a policy says of flows and of sessions: argument rules and budgets, as data.

Must not be in here: what follows from them (`minimize.rules`, `minimize.session`), where they are written.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class RuleAction(StrEnum):
    """What an argument rule does where it holds."""

    ALLOW = "allow"
    """The place stays as it is, whatever is private in it."""
    MINIMISE = "minimise"
    """What is decided without rules; rules that come later do not count."""
    STRICTER = "stricter"
    """At most the rule's precision."""
    CONFIRM = "confirm"
    """Minimised, and a person is asked."""
    BLOCK = "block"


class Provenance(StrEnum):
    """Who brought a value into the conversation."""

    USER = "user"
    SYSTEM = "system"
    TRUSTED_TOOL = "trusted_tool"
    """The answer of a tool that the policy names in `trusted_tools`."""
    TOOL_RESULT = "tool_result"
    MODEL = "model"
    """Nobody else: the model wrote it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One argument rule of a policy: where all that it says holds, it acts. `docs/argument-rules.md`. Empty: says nothing."""

    name: str
    then: RuleAction
    reason: str = ""
    """The operator's own words for reports and `explain`."""
    priority: int = 0
    precision: str | None = None
    """Of `stricter`: a label of a ladder."""
    tools: tuple[str, ...] = ()
    """Globs of tools' names."""
    kinds: tuple[str, ...] = ()
    trust: tuple[str, ...] = ()
    """Trust tiers of the tool."""
    arguments: str = ""
    """JSON Schema (its text) of all arguments."""
    recipient: str = ""
    """JSON Schema of the values that say who gets it."""
    subject: str = ""
    """JSON Schema of the values that say whom the call is about."""
    at: tuple[str, ...] = ()
    """JSON pointers, `*` for one step; the place and all below it."""
    roles: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    provenance: tuple[Provenance, ...] = ()
    value: str = ""
    """JSON Schema of the value at the place."""

    @property
    def of_places(self) -> bool:
        """Whether it speaks of single places rather than of whole calls."""
        return bool(self.at or self.roles or self.categories or self.provenance or self.value)


@dataclass(frozen=True, slots=True)
class SessionPolicy:
    """How much may leave in one session, and to one operator about one person. `docs/sessions.md`. 0: no bound."""

    budget: float = 0.0
    """S x E summed over the private items that left, each counted once for each operator."""
    linkability: float = 0.5
    """What an operator can join to a person counts this much more."""
    stricter: tuple[str, ...] = ("city", "month", "band")
    """Precision labels, one a ladder, that a call over budget is tried with before it fails; empty: it fails at once."""
    ttl_s: float = 3600.0
    """A session that was silent for so long begins anew."""
    operator_budget: float = 0.0
    window_s: float = 86_400.0
    """Time over which `operator_budget` counts, whatever the session."""
    on_unavailable: str = "closed"
    """What happens when the store cannot be asked: `closed` blocks, `open` goes on uncounted and flagged."""
