"""What the analysis of one call has at hand, and which findings may be acted on at all (exemptions, consent, confidence).

Must not be in here: rules by use (`necessity`), edits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from minimize.analyze.conversation import Conversation
from minimize.detectors.roles import USER_CONTEXT
from minimize.knowledge.model import Knowledge
from minimize.knowledge.phrases import Phrases
from minimize.model import Bands, Decision, Disposition, Finding, Policy, Reason
from minimize.needs import Site, Sites
from minimize.paths import Document, Leaf
from minimize.pointers import matches
from minimize.schema import SchemaView

_DEFAULT_BANDS = Bands()
ASKABLE_SUBS = frozenset({"member_id", "reference", "order_id", "booking", "date", "city", "handle"})
"""Items that a user names as an option of the task (a loyalty number); they stay where the last message holds them."""

_NOTES: Final = frozenset({"notes", "comment", "constraints"})
"""Roles in which a user has something noted down."""
_IN_CONTEXT: Final = frozenset({"translation", "generation", "image", "code", "crm"})
"""Kinds whose result depends on the context of a text or a deal."""


class Judge(Protocol):
    """Tells which items of a text the task does not need (content-aware mode)."""

    name: str
    discovers: bool
    """Whether it is asked about texts without items, too."""

    def spare(self, case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
        """Give the items that are not needed, possibly widened to what only carries them."""
        ...

    def stands(self, case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
        """Give those items of a doubtful rewrite of which the judge knows that the task needs them, or that they are not private."""
        ...

    def rephrased(self, case: Case, site: Site, leaf: Leaf, gone: Sequence[Finding], kept: Sequence[Finding]) -> str | None:
        """Give a text without what goes in words of the judge's, which it has looked at; None: it is cut."""
        ...


@dataclass(frozen=True, slots=True)
class Case:
    """One call under analysis."""

    document: Document
    sites: Sites
    view: SchemaView
    conversation: Conversation
    policy: Policy
    knowledge: Knowledge
    exempt: tuple[str, ...] = ()
    executed: str = "report"
    judge: Judge | None = None
    """Asked about the items of free text that is payload; None: they stay and are flagged."""
    rephrased: dict[str, str] = field(default_factory=dict, repr=False)
    """By pointer: how a text reads without what goes, where the judge has better words than a cut."""

    @property
    def phrases(self) -> Phrases:
        """The packaged phrases."""
        phrases: Phrases = self.knowledge.phrases
        return phrases

    def exempted(self, pointer: str) -> bool:
        """Whether the policy leaves this place, or one above it, alone."""
        return any(matches(pattern, pointer, prefix=True) for pattern in self.exempt)

    def dispensable(self, steps: tuple[str, ...]) -> bool:
        """Whether the place can go without a stand-in: an optional member, an array item, or nullable."""
        place = self.view.place(self.document.root, steps)
        return not place.required or place.nullable

    def option(self, site: Site, text: str) -> bool:
        """Whether the user named this value as an option of the task; what a field's name says is personal is none."""
        field = next((step for step in reversed(site.steps) if not step.isdigit()), "")
        says = self.knowledge.fields.of(field)
        return (not says.category or says.sub in ASKABLE_SUBS) and self.conversation.asked(text)

    def sift(self, site: Site, text: str, findings: Sequence[Finding]) -> tuple[list[Finding], list[Decision]]:
        """Part the findings that may be acted on from those that stay whatever their necessity, with the decisions for the latter."""
        act: list[Finding] = []
        kept: dict[tuple[Disposition, Reason], list[Finding]] = {}
        for finding in findings:
            why = self._stays(site, finding, text)
            if why is None:
                act.append(finding)
            else:
                kept.setdefault(why, []).append(finding)
        return act, [decision(site, how, reason, found, whole=False) for (how, reason), found in kept.items()]

    def _stays(self, site: Site, finding: Finding, text: str) -> tuple[Disposition, Reason] | None:
        bands = self.policy.confidence.get(finding.category, _DEFAULT_BANDS)
        if finding.confidence < bands.confirm:
            return Disposition.KEEP, Reason.LOW_CONFIDENCE
        if finding.confidence < bands.act:
            return Disposition.REVIEW, Reason.NEEDS_CONFIRMATION
        if (self.policy.task_context or self.conversation.may_consent) and self.conversation.consented(finding, text[finding.start : finding.end]):
            return Disposition.KEEP, Reason.CONSENTED
        if finding.sub == USER_CONTEXT and self._wished(site, text):
            return Disposition.KEEP, Reason.NEEDED_BY_TASK
        return None

    def _wished(self, site: Site, text: str) -> bool:
        """Whether the user's last message says verbatim what a field for stories holds, or in other words what stands in one for notes."""
        told = self.sites.spec.kind.base == "lookup" and site.role in _NOTES  # how he tells it is not what he asks for
        if self.conversation.quoted(text) or (not told and (self.conversation.asked(text) or self.conversation.dictated(text))):
            return True
        param = self.sites.spec.param(site.steps)
        if param is not None and param.about_user == "always":
            return False
        kind = self.sites.spec.kind
        noted = (site.role in _NOTES and kind.base != "lookup") or (site.role == "context" and kind.name in _IN_CONTEXT)
        return noted and self.conversation.retold(text)


def decision(site: Site, how: Disposition, reason: Reason, findings: Sequence[Finding] = (), *, whole: bool = True, precision: str | None = None) -> Decision:
    """Make the decision for a site."""
    confidence = min((f.confidence for f in findings), default=site.confidence)
    return Decision(site.pointer, how, reason, tuple(findings), whole, precision, site.role, site.rules, confidence)
