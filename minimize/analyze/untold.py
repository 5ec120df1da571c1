"""Places of which nobody knows what they are for: whether the user said what stands there decides.

A demanded value stays, whatever it is. Of a text what is private and came from nowhere or from the system prompt is nothing that anybody asked
to be sent; what a tool answered may be what the call is about.
Must not be in here: places of a known role, edits, where a value comes from (`provenance`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import unquote_plus

from minimize.analyze.case import Case, decision
from minimize.analyze.grounds import grounded
from minimize.analyze.provenance import Origin
from minimize.model import Decision, Disposition, Finding, Reason
from minimize.needs import Site, coarse
from minimize.operators.structured import Urls
from minimize.paths import Leaf
from tool_registry.model import Use

_UNKNOWN: Final = frozenset({"unknown", "custom_value"})
_OF_PERSONS: Final = frozenset({"DI", "L"})
"""Categories of what a user gives as a party to the task, or as its place."""
_FACTS: Final = frozenset({"H", "F", "R", "B", "I", "Im", "Tp", "QI"})
_DIGITS: Final = 4
"""Digits of a URL's parameter from which on it may tell who somebody is."""
_WORDS: Final = 3
_SIGNS: Final = 8
"""Words, or characters of a script without spaces, from which on a value is a text."""
_UNSPACED: Final = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
_MOST: Final = 0.6
"""Share of an item's words from which on the user said it."""
_HARDLY: Final = 0.34
"""Share of a text's words below which the user did not ask for it."""


def is_unknown(site: Site) -> bool:
    """Whether nothing tells what a place is for: no role, no word of an annotation."""
    return site.role in _UNKNOWN and site.named is None and site.need.use in (Use.PAYLOAD, Use.CONTENT)


def is_data(leaf: Leaf) -> bool:
    """Whether a string holds JSON data of its own, whose members can go one by one."""
    return isinstance(leaf.value, str) and leaf.value.lstrip()[:1] in ("{", "[")


def untold(case: Case, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
    """Private items of which the user said nothing, and no tool either."""
    sources = case.conversation.sources
    if not sources.known:
        return []
    found: list[Finding] = []
    for finding in findings:
        text = leaf.text[finding.start : finding.end]
        if coarse(finding) or sources.dictated(text, _MOST) or (sources.background.holds(text) and not sources.profile.holds(text)):
            continue
        found.append(finding)
    return found


def given(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> Decision | None:
    """The decision to keep an optional value that is, as it stands, a party or a place that the user's last message gives for the task."""
    kind = case.sites.spec.kind
    if not is_unknown(site) or kind.base == "lookup" or not all(f.category in _OF_PERSONS for f in findings):
        return None
    talk = case.conversation
    if not talk.sources.last.verbatim(leaf.text) or talk.introduced(leaf.text) or talk.sources.background.holds(leaf.text):
        return None
    return grounded(decision(site, Disposition.KEEP, Reason.NEEDED_BY_TASK, findings), Origin.LAST)


def unasked_text(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> Decision | None:
    """The decision to drop an optional text of which the user said next to nothing and which holds what nobody told."""
    if not is_unknown(site) or not case.dispensable(site.steps) or not _is_text(leaf.text):
        return None
    sources = case.conversation.sources
    if not untold(case, leaf, findings) or sources.last.share(leaf.text) >= _HARDLY or sources.earlier.share(leaf.text) >= _HARDLY:
        return None
    return grounded(decision(site, Disposition.REMOVE, Reason.OPTIONAL_NOT_NEEDED, findings), Origin.NOWHERE)


def misnamed(case: Case, site: Site, leaf: Leaf) -> bool:
    """Whether a member that no schema declares only seems to be a setting by its key: an option is no text."""
    return site.need.use is Use.SETTING and "key" in site.rules and isinstance(leaf.value, str) and _is_text(leaf.text) and case.dispensable(site.steps)


def spare_of_unknown(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
    """Items to cut out of a text of unknown meaning, or out of data that a tool takes as a text."""
    if not isinstance(leaf.value, str) or site.named is not None or site.need.use not in (Use.PAYLOAD, Use.CONTENT):
        return []
    if not is_data(leaf) and not (is_unknown(site) and _is_text(leaf.text)):
        return []
    if any(need.use is Use.EXECUTED for need in case.sites.spec.kind.needs.values()):  # where code goes through, any text may be some
        return []
    return untold(case, leaf, findings)


def beside_the_person(case: Case, leaf: Leaf, findings: Sequence[Finding], spare: Sequence[Finding]) -> list[Finding]:
    """Facts of which nobody said anything, behind a person that is cut out of a query: they tell of that person, not of the topic."""
    first = min((f.end for f in spare if f.category == "DI"), default=len(leaf.text))
    return untold(case, leaf, [f for f in findings if f.category in _FACTS and f.start >= first])


def parameters_beside(case: Case, leaf: Leaf, urls: Urls, spare: Sequence[Finding], searched: Collection[str]) -> list[Finding]:
    """Parameters of a URL of which nobody said anything, beside one that names a person: numbers and the like that nothing else tells apart."""
    named = [param for f in spare if f.category == "DI" and (param := urls.parameter(f.start)) is not None]
    sources = case.conversation.sources
    if not named or not sources.known:
        return []
    found: list[Finding] = []
    for param in urls.parameters:
        start = param.start + len(param.name) + 1
        value = unquote_plus(leaf.text[start : param.end])
        if param.url != named[0].url or param.name in searched or sum(c.isdigit() for c in value) < _DIGITS or sources.origin(value) is not Origin.NOWHERE:
            continue
        found.append(replace(spare[0], start=start, end=param.end, category="DI", sub="reference", detector="url:beside_person"))
    return found


def _is_text(text: str) -> bool:
    return text.count(" ") + 1 >= _WORDS or (len(text) >= _SIGNS and _UNSPACED.search(text) is not None)
