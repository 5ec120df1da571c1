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

from minimize.analyze.case import ASKABLE_SUBS, Case, decision
from minimize.analyze.containers import is_technical
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
_OF_SOMEBODY: Final = frozenset({"DI", "QI", "H", "F", "R", "B", "I", "Tp", "Im"})
_DETAILS: Final = frozenset({"description", "notes", "body", "comment", "context", "details"})
_ADULT: Final = 18
_BESIDE_THE_POINT: Final = frozenset({"lookup", "record"})
_HANDED_OVER: Final = frozenset({"delegation", "generic"})
_SENTENCE: Final = 4
"""Words from which on a text shows its language."""
_OTHER_LETTERS: Final = re.compile("[\u0370-\u1fff\u3040-\ud7af]")
_BEHIND: Final = 6
"""Characters between a name and what is said of its bearer."""
_FULL_DATE: Final = 6
_CODE: Final = 3
_DIGITS: Final = 4
"""Digits of a URL's parameter from which on it may tell who somebody is."""
_WORDS: Final = 3
_SIGNS: Final = 8
"""Words, or characters of a script without spaces, from which on a value is a text."""
_WRITTEN_CLOSE: Final = re.compile("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]{3}")
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


def invented(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> Decision | None:
    """The decision to drop an optional value that tells of a person and that nobody told: no user, no tool, no system prompt.

    Only where persons are beside the point: of a look-up, a ticket, another agent's task. A booking's passenger is told in any words.
    """
    sources = case.conversation.sources
    if site.named is not None or site.need.use not in (Use.PAYLOAD, Use.SUBJECT, Use.CONTENT) or site.delivers or site.query:
        return None
    if site.need.use is Use.CONTENT and _is_text(leaf.text):  # a text may hold a wish beside it
        return None
    kind = case.sites.spec.kind
    if kind.base not in _BESIDE_THE_POINT and kind.name not in _HANDED_OVER:  # where persons are what it is about, they are said in any words
        return None
    alone = kind.base == "record" or kind.name == "delegation"
    if not _left_out(case, site.steps if alone else site.steps[:-1]) or not comparable(case, leaf):
        return None
    told = [f for f in findings if not coarse(f)]
    private = [f for f in told if f.category in _OF_SOMEBODY and f.sub not in ASKABLE_SUBS and not _is_coded(leaf, f)]
    if not private or any(sources.origin(leaf.text[f.start : f.end]) is not Origin.NOWHERE for f in told):
        return None
    if sources.last.share(leaf.text) >= _HARDLY or sources.earlier.share(leaf.text) >= _HARDLY or sources.background.share(leaf.text) >= _MOST:
        return None
    return grounded(decision(site, Disposition.REMOVE, Reason.OPTIONAL_NOT_NEEDED, told), Origin.NOWHERE)


def comparable(case: Case, leaf: Leaf) -> bool:
    """Whether it can be told that nobody said something: all of the conversation is at hand, in the letters and the language of the value."""
    if not case.conversation.sources.known or not case.conversation.whole:
        return False
    said = case.conversation.words
    if leaf.text.isascii() and not said.isascii() and _OTHER_LETTERS.search(said):
        return False
    words = leaf.text.count(" ") + 1
    return words < _SENTENCE or case.phrases.language(leaf.text, case.conversation.language) == case.conversation.language


def _left_out(case: Case, steps: tuple[str, ...]) -> bool:
    """Whether a member can go, or an object around it; that a list may be shorter makes nothing in it optional."""
    return any(not steps[depth - 1].isdigit() and case.dispensable(steps[:depth]) for depth in range(1, len(steps) + 1))


def _is_coded(leaf: Leaf, finding: Finding) -> bool:
    """Whether a user says a value in other words as often as not: a child's age, a sex, a country by its code, a birthday without its year."""
    text = leaf.text[finding.start : finding.end]
    if finding.sub == "age" and text.isdecimal():
        return int(text) < _ADULT
    if finding.sub in ("dob", "birth_date"):
        return sum(c.isdigit() for c in text) < _FULL_DATE
    return finding.sub in ("gender", "title") or (len(text) <= _CODE and text.isupper())


def companions(case: Case, decided: dict[tuple[str, ...], list[Decision]]) -> None:
    """Where something private goes from an optional object that nobody spoke of, the texts beside it go that nobody told either."""
    tops: set[tuple[str, ...]] = set()
    for steps, each in decided.items():
        if any(d.disposition is Disposition.REMOVE and d.findings for d in each):
            tops.update(steps[:depth] for depth in range(1, len(steps)) if not steps[depth - 1].isdigit() and case.dispensable(steps[:depth]))
    if not tops:
        return
    for leaf in case.document.leaves:
        if leaf.steps in decided or not isinstance(leaf.value, str) or not any(leaf.steps[:depth] in tops for depth in range(1, len(leaf.steps))):
            continue
        site = case.sites.of(leaf.steps)
        if site.named is not None or case.exempted(leaf.pointer) or not case.dispensable(leaf.steps) or is_technical(leaf.steps[-1]):
            continue
        if (" " in leaf.text or _WRITTEN_CLOSE.search(leaf.text)) and _is_nobodys(case, leaf):  # one word alone is a model, a size, a code
            decided[leaf.steps] = [grounded(decision(site, Disposition.REMOVE, Reason.OPTIONAL_NOT_NEEDED), Origin.NOWHERE)]


def _is_nobodys(case: Case, leaf: Leaf) -> bool:
    sources = case.conversation.sources
    site = case.sites.of(leaf.steps)
    if site.need.use is Use.SETTING or site.ladder != "identity" or not comparable(case, leaf) or sources.origin(leaf.text) is not Origin.NOWHERE:
        return False
    return sources.last.share(leaf.text) < _HARDLY and sources.earlier.share(leaf.text) < _HARDLY and sources.background.share(leaf.text) < _HARDLY


def details(case: Case, decided: dict[tuple[str, ...], list[Decision]]) -> None:
    """Where the title of a user's own entry became a neutral one, optional texts beside it go that he did not ask for: they tell the same."""
    if not any(d.reason is Reason.LABEL_NEUTRALISED for each in decided.values() for d in each):
        return
    for leaf in case.document.leaves:
        if leaf.steps in decided or not isinstance(leaf.value, str) or not _is_text(leaf.text):
            continue
        site = case.sites.of(leaf.steps)
        if site.role in _DETAILS and site.named is None and case.dispensable(site.steps) and not _is_asked(case, leaf):
            decided[leaf.steps] = [decision(site, Disposition.REMOVE, Reason.OPTIONAL_NOT_NEEDED)]


def _is_asked(case: Case, leaf: Leaf) -> bool:
    return case.exempted(leaf.pointer) or case.conversation.sources.last.share(leaf.text) >= _MOST


def unasked_text(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> Decision | None:
    """The decision to drop an optional text of which the user said next to nothing and which holds what nobody told."""
    if not is_unknown(site) or not case.dispensable(site.steps) or not _is_text(leaf.text) or not comparable(case, leaf):
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
    return untold(case, leaf, findings) if comparable(case, leaf) else []


def beside_the_person(case: Case, leaf: Leaf, findings: Sequence[Finding], spare: Sequence[Finding]) -> list[Finding]:
    """Facts of which nobody said anything, behind a person that is cut out of a query: they tell of that person, not of the topic."""
    named = [f for f in spare if f.category == "DI"]
    first = min((f.end for f in named), default=len(leaf.text))
    facts = [f for f in findings if f.category in _FACTS and f.start >= first]
    ends = {f.end for f in named if f.sub == "person"}
    said = case.conversation.sources.dictated
    right_behind = [f for f in facts if any(f.start - gap in ends for gap in range(_BEHIND)) and not said(leaf.text[f.start : f.end], _MOST)]
    return right_behind + [f for f in untold(case, leaf, facts) if f not in right_behind]


def parameters_beside(case: Case, leaf: Leaf, urls: Urls, spare: Sequence[Finding], searched: Collection[str]) -> list[Finding]:
    """Parameters of a URL beside one that names a person: what only the system prompt tells, and numbers of which nobody said anything."""
    named = [param for f in spare if f.category == "DI" and (param := urls.parameter(f.start)) is not None]
    sources = case.conversation.sources
    if not named or not sources.known:
        return []
    found: list[Finding] = []
    for param in urls.parameters:
        start = param.start + len(param.name) + 1
        value = unquote_plus(leaf.text[start : param.end])
        if param.url != named[0].url or param.name in searched:
            continue
        told = sources.profile.holds(value) and not sources.last.holds(value) and not sources.earlier.holds(value)
        if not told and (sum(c.isdigit() for c in value) < _DIGITS or sources.origin(value) is not Origin.NOWHERE):
            continue
        found.append(replace(spare[0], start=start, end=param.end, category="DI", sub="reference", detector="url:beside_person"))
    return found


def _is_text(text: str) -> bool:
    return text.count(" ") + 1 >= _WORDS or (len(text) >= _SIGNS and _UNSPACED.search(text) is not None)
