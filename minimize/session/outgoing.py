"""What a decided call would let out: its private items as keyed hashes with their weight, to whom, and about whom.

Must not be in here: budgets, what left before. No value gets out of here, only what `hashed` makes of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final, NamedTuple

from minimize.analyze.provenance import folded
from minimize.errors import CallError
from minimize.knowledge.model import Knowledge
from minimize.model import Finding, MinimizedCall
from minimize.needs import coarse
from minimize.paths import Document

Hash = Callable[[str], str]
"""Keyed hash of a text, short and without meaning."""

MAX_ITEMS: Final = 400
"""Items of one call that are told apart; what more there is counts without being remembered."""
_STRONGEST: Final = ("national_id", "passport", "licence", "tax_id", "insurance", "email", "phone", "account", "iban", "card", "person")
"""Items by which a person is told, the surest first."""
_TRAITS: Final = frozenset({"dob", "age", "gender", "postcode", "address", "gps", "employer", "occupation", "nationality", "ethnicity", "education", "school"})
"""Items that tell a person when there are several of them."""


class Item(NamedTuple):
    """One private item that would leave."""

    mark: str
    """Keyed hash of what it says, the same however it is written; empty: not told apart."""
    weight: float
    """S x E."""
    identifies: bool
    """Tells by itself who somebody is."""
    trait: str
    """What it is, where it tells that together with others; else empty."""


class Outgoing(NamedTuple):
    """What one call would let out."""

    operator: str
    """Keyed hash of whose tool it is."""
    items: tuple[Item, ...]
    subject: str
    """Keyed hash of what tells best whom the items are about; empty where nothing does."""


def outgoing(done: MinimizedCall, operator: str, knowledge: Knowledge, hashed: Hash) -> Outgoing:
    """Give what a decided call would let out. Nothing for one that is blocked or was not looked at."""
    if done.blocked is not None or not done.left:
        return Outgoing(hashed(operator), (), "")
    exposure = knowledge.registry.tiers[done.trust].exposure if done.trust in knowledge.registry.tiers else 1.0
    document = _document(done)
    items: dict[str, Item] = {}
    more = 0.0
    best = (len(_STRONGEST), "")
    for finding in done.left:
        if coarse(finding):
            continue
        weight = knowledge.categories[finding.category].sensitivity * exposure
        if len(items) >= MAX_ITEMS:
            more += weight
            continue
        item = _item(finding, _text(document, finding), weight, hashed)
        items.setdefault(item.mark, item)
        if finding.sub in _STRONGEST:
            best = min(best, (_STRONGEST.index(finding.sub), item.mark))
    rest = (Item("", more, False, ""),) if more else ()
    return Outgoing(hashed(operator), (*items.values(), *rest), best[1])


def _item(finding: Finding, text: str, weight: float, hashed: Hash) -> Item:
    plain = "".join([sign for sign in folded(text) if sign.isalnum()])
    return Item(hashed(f"{finding.category} {plain}"), weight, finding.category == "DI", finding.sub if finding.sub in _TRAITS else "")


def _document(done: MinimizedCall) -> Document | None:
    text = json.dumps({"input": done.arguments}) if done.call.custom else done.arguments
    try:
        return Document.parse(text, max_depth=1 << 20, max_bytes=1 << 40)
    except CallError:  # it goes on as it came since it cannot be read
        return None


def _text(document: Document | None, finding: Finding) -> str:
    """The text of an item; its place where it cannot be read, so that it is told apart at all."""
    if document is None or finding.in_key:
        return finding.pointer
    leaf = document.leaf(finding.pointer)
    return leaf.text[finding.start : finding.end] if leaf is not None else finding.pointer
