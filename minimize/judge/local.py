"""A judge that needs no model: what the user asks to be said is needed, what he merely tells the agent is context.

The user's last message falls into what he asks for (sentences with a request, from the request on) and what he tells beside it. A fact
about a person is needed if most of its words, or one of its kind, stand in what he asks for; it is not if they stand only in what he tells,
in the background, or nowhere. An identifier is needed if he gave it himself. Everything else is unsure, and stays.
Must not be in here: the reading of the message (`told`), cutting, anything that depends on one tool.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from minimize.analyze.case import Case
from minimize.analyze.conversation import parts, plain
from minimize.judge.told import READ, Told, told_by
from minimize.judge.widening import MOST, SOME, share, widened
from minimize.model import Finding
from minimize.needs import Site
from minimize.paths import Leaf

FACTS: Final = frozenset({"H", "F", "QI", "R", "B", "Tp", "I", "Im"})
"""Categories of what is told of a person."""
_NUMBERS: Final = frozenset({"national_id", "tax_id", "passport", "licence", "insurance", "card", "iban", "account", "dob", "cvv", "credential"})
"""Items that say who somebody is, or with what that person pays: needed only where the user gave them."""
_NUMBER: Final = re.compile(r"\d+")


class LocalJudge:
    """Judges every item of a text by the conversation. Deterministic, linear in text and conversation; holds no state."""

    name = "local"
    discovers = False

    def spare(self, case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
        """Give the items that the task does not need, widened to their sentence where it says nothing else that was asked for."""
        if not any(f.category in FACTS or f.sub in _NUMBERS for f in findings):
            return []
        told = told_by(case)
        if not told.known:
            return []
        body = parts(plain(leaf.text[:READ]))
        going = [f for f in findings if self._unneeded(case, leaf.text[f.start : f.end], f, told, body)]
        return widened(leaf.text, going, findings, told.asked | told.beside, case.phrases, told.asked) if going else []

    def stands(self, case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
        """Give none: rules undo no other rules' rewrite."""
        return []

    def rephrased(self, case: Case, site: Site, leaf: Leaf, gone: Sequence[Finding], kept: Sequence[Finding]) -> str | None:
        """Give none: rules only cut."""
        return None

    @staticmethod
    def _unneeded(case: Case, text: str, finding: Finding, told: Told, body: frozenset[str]) -> bool:
        sources = case.conversation.sources
        if finding.sub in _NUMBERS:
            return not sources.origin(text).user
        if finding.category not in FACTS:
            return False
        words = parts(plain(text))
        numbers = _NUMBER.findall(text)
        if not words or told.numbers.issuperset(numbers or ("",)) or share(words, told.asked) >= MOST:
            return False
        if share(words, told.withheld) >= MOST:
            return True
        if told.points and share(words, told.beside) >= SOME:
            return False
        if share(words, told.beside) >= MOST or sources.background.share(text) >= MOST:
            return True
        # In words of its own: what was asked for, put differently, or an addition to it.
        return all(not item or share(item, body) >= MOST for item in told.items.get(finding.category, ()))
