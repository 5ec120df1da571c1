"""What it changes in the rules by use whether the user said a value himself (`provenance`).

What the user dictated is payload; what nobody asked for goes from the optional fields of tools that answer rather than act; a person is
the topic of a search where the user names one who is not himself or his.
Must not be in here: where a value comes from, edits, rules that hold without a conversation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from minimize.analyze.case import Case
from minimize.analyze.conversation import plain
from minimize.analyze.provenance import Origin
from minimize.analyze.story import tells_a_story
from minimize.model import Decision, Finding
from minimize.needs import IDENTIFIES, Site
from minimize.paths import Leaf
from tool_registry.model import Kind, Use

_ANSWERS: Final = frozenset({"generic", "translation", "image", "media", "device"})
"""Kinds beside those of the base `lookup` whose result does not hang on who asks."""
_TOLD_ONLY: Final = frozenset({"account"})
"""Kinds that publish or store what the user says, and nothing else of the person."""
_WHO: Final = frozenset({"person", "email", "phone", "national_id", "passport", "licence", "tax_id", "insurance", "number", "card", "iban", "cvv", "account"})
"""Items that say who somebody is, or with what that person pays."""
_STATUS: Final = frozenset({"F", "R", "H", "B", "I"})
_TRAITS: Final = frozenset({"dob", "employer", "ethnicity", "marital_status", "religion"})
"""Quasi-identifiers of a profile."""
_WHY: Final = frozenset({"reason", "notes", "context", "comment", "description"})
"""Roles in which things are described: dictated only where a text is demanded."""
_PROFILES: Final = frozenset({"profile", "user_story", "history", "metadata", "party"})
_TO_SUPERIORS: Final = frozenset({"hr", "calendar", "reminder", "messaging"})
"""Kinds in which why somebody is away is nobody's business, however it was said."""
_NO_APPOINTMENT: Final = frozenset({"R", "F", "B"})
"""Categories of what is told beside a booking; health may be what the appointment is for."""
_PASSED_ON: Final = frozenset({"person", "email", "phone", "dob", "condition", "allergy", "medication", "procedure", "specialist", "symptom", "diet"})
"""Items that a user dictates to be passed on with a booking or an order even though the field is optional."""
_DIARIES: Final = frozenset({"wellness_log"})
"""Kinds of the base `lookup` in which the user writes down what he says."""
_STORES: Final = frozenset({"crm", "form", "account", "public_profile"})
"""Kinds that store what the user says of a person."""
_STORED: Final = _PASSED_ON | {"employer", "occupation", "education", "nationality", "age", "handle"}
_HANDS_OVER: Final = frozenset({"social_post", "order", "ride", "booking", "visit"})
"""Kinds whose texts others read as the user dictated them, beside those that deliver messages."""
_REMARK: Final = 6
"""Characters from which a remark is more than an option."""
_SENTENCE: Final = 4
"""Characters from which a text is more than an option."""
_COUNTS: Final = frozenset({"number", "quantity", "age", "choice"})
"""Roles of small figures, which a user says in words as often as not."""
_TOLD_OF: Final = frozenset({"H", "F", "R", "QI", "B", "I", "Im", "Tp"})
"""Categories of what is told of a person."""
_PERSONS: Final = frozenset({"person", "profile", "party"})
_SURE: Final = 0.8
_MOSTLY: Final = 0.8
_NEARLY_ALL: Final = 0.9
"""Share of a task's words that the user said where he dictated it to another agent."""
_ASKED: Final = 0.6
"""Share of a sentence's words that the user said where he asked for it."""
_LONG: Final = 4_000
_RETOLD: Final = 0.85
"""Share of a text's words that the user said where he dictated it without quotation marks."""
_FEW: Final = 200
"""Values of a call up to which quotations are looked for in all of them."""
_ASIDE: Final = frozenset({"description", "notes", "comment"})
_SQL_COMMENT: Final = re.compile(r"[ \t]*--[^\n]*\n\s*|\s*/\*(?:[^*]|\*(?!/))*\*/\s*")
_SQL_COMMENTS: Final = re.compile(r"\s*(?:[ \t]*--[^\n]*\n\s*|/\*(?:[^*]|\*(?!/))*\*/\s*)*")
"""Comments before a statement begins, where no text of the statement can be taken for one."""
_UNSPACED: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_SENTENCE_END: Final = re.compile(r"[.!?](?=\s|$)|[\n。！？।؟]")


def answers(kind: Kind) -> bool:
    """Whether a tool of this kind answers, whoever asks."""
    return kind.base == "lookup" or kind.name in _ANSWERS


def dictated(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> bool:
    """Whether a place that its kind does without holds what the user's message dictates as data to pass on."""
    kind = case.sites.spec.kind
    if site.named is False or site.need.precision == "none" or site.role in _PROFILES or not leaf.text:
        return False
    diary = kind.name in _DIARIES
    if answers(kind) and not diary and (site.role in _WHY or any(f.category in ("DI", "F") or f.sub in _TRAITS for f in findings)):
        return False
    if _inside_profile(case, site):
        return False
    if case.dispensable(site.steps):
        if site.role in _WHY:
            return _noted_down(case, site, leaf)
        stored = _STORED if kind.name in _STORES else _PASSED_ON
        if answers(kind) or not all(f.sub in stored for f in findings):
            return False
        return case.conversation.sources.origin(leaf.text) is Origin.LAST
    if site.role in _WHY and (kind.name in _TO_SUPERIORS or (kind.name == "booking" and any(f.category in _NO_APPOINTMENT for f in findings))):
        return False
    return case.conversation.sources.dictated(leaf.text)


def _noted_down(case: Case, site: Site, leaf: Leaf) -> bool:
    """Whether an optional remark of a tool that acts is what the user's last message says word for word."""
    kind = case.sites.spec.kind
    if (answers(kind) and kind.name not in _DIARIES) or (kind.name in _TO_SUPERIORS and site.role != "notes"):
        return False
    return len(leaf.text) >= _REMARK and case.conversation.sources.last.verbatim(leaf.text)


def passed_on(case: Case, site: Site, leaf: Leaf) -> bool:
    """Whether an open text is what the user dictated to be delivered, posted or handed over with an order: never cut."""
    kind = case.sites.spec.kind
    handed = kind.name in _HANDS_OVER and kind.needs.get(site.role) is not None
    if site.context is not None or site.query or not (site.delivers or handed or kind.name == "delegation"):
        return False
    if kind.name == "delegation":
        return case.conversation.sources.last.share(leaf.text) >= _NEARLY_ALL
    return case.conversation.dictated(leaf.text) or (len(leaf.text) >= _SENTENCE and case.conversation.sources.last.holds(leaf.text))


def _inside_profile(case: Case, site: Site) -> bool:
    return any(case.sites.of(site.steps[:depth]).role in _PROFILES for depth in range(1, len(site.steps)))


def unasked(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> tuple[list[Finding], Origin]:
    """Items of an optional place that a tool which answers can do without: private, and not from the user; with where they come from."""
    kind = case.sites.spec.kind
    if site.need.use not in (Use.PAYLOAD, Use.SUBJECT) or site.named or not (answers(kind) or kind.name in _TOLD_ONLY):
        return [], Origin.NOWHERE
    stated = kind.base == "lookup" and site.role != "name" and (site.role in kind.optional_needs or site.role in kind.needs)
    private = [] if stated else [f for f in findings if _is_private(kind, site, f)]
    if not private or not (case.dispensable(site.steps) or _around(case, site)):
        return [], Origin.NOWHERE
    sources = case.conversation.sources
    if not sources.known:
        sure = kind.name == "generic" and all(f.confidence >= _SURE and f.detector.startswith(("field.", "di.")) for f in private)
        return (private if sure else []), Origin.NOWHERE
    origins = [sources.origin(leaf.text[f.start : f.end]) for f in private]
    if any(origin.user for origin in origins):
        return [], Origin.LAST
    return private, Origin.BACKGROUND if Origin.BACKGROUND in origins else Origin.NOWHERE


def _around(case: Case, site: Site) -> bool:
    """Whether an object about a person around the place can go."""
    return any(case.sites.of(top).role in _PERSONS and case.dispensable(top) for depth in range(1, len(site.steps)) if (top := site.steps[:depth]))


def _is_private(kind: Kind, site: Site, finding: Finding) -> bool:
    if finding.category == "L":
        return kind.name in _TOLD_ONLY and site.role == "address" and finding.sub == "address"
    if site.ladder == "location" or (site.role in _COUNTS and finding.sub not in _WHO):
        return False
    return finding.sub in _WHO or finding.sub in _TRAITS or finding.category in _STATUS


def grounded(made: Decision, origin: Origin) -> Decision:
    """The decision with the provenance that led to it."""
    return replace(made, rules=(*made.rules, origin.rule))


def sought(case: Case, leaf: Leaf, finding: Finding, findings: Sequence[Finding]) -> bool:
    """Whether a person in a query is whom the user wants to know about: named in full, not himself or his, nothing identifying beside."""
    if finding.sub != "person":
        return False
    if any(f.sub != "person" and (f.category == "DI" or f.sub in ("dob", "card", "iban")) for f in findings):
        return False
    name = leaf.text[finding.start : finding.end]
    conversation = case.conversation
    if conversation.sources.origin(name) is not Origin.LAST or conversation.sources.background.holds(name):
        return False
    return not conversation.introduced(name)


def beyond_word(case: Case, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
    """Items of a demanded text that are not what the user has it say: of a tool that acts or takes down, all that his last message does not hold."""
    kind = case.sites.spec.kind
    if answers(kind) or kind.name in _TO_SUPERIORS or not case.conversation.sources.known:
        return list(findings)
    last = case.conversation.sources.last
    return [f for f in findings if not last.holds(leaf.text[f.start : f.end])]


def asked_sentences(case: Case, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
    """In an optional text of a tool that answers: all sentences but those that the user asked for and that hold nothing private.

    One item for each sentence that goes; empty where nothing of the text is worth keeping.
    """
    talk = case.conversation
    if not isinstance(leaf.value, str) or not talk.sources.known or not (answers(case.sites.spec.kind) or _agenda(case, leaf)):
        return []
    going: list[Finding] = []
    kept = 0
    for start, end in _sentences(leaf.value):
        here = [f for f in findings if f.start < end and start < f.end]
        sentence = leaf.value[start:end]
        if not here and talk.sources.last.share(sentence) >= _ASKED and not tells_a_story(sentence, talk, case.phrases):
            kept += 1
        elif here:
            going.append(replace(here[0], start=start, end=end))
        else:
            going.append(Finding(leaf.pointer, start, end, "Im", "user_context", "sentence:unasked", _SURE))
    return going if kept else []


def _agenda(case: Case, leaf: Leaf) -> bool:
    """Whether a text of a calendar entry says what is to be done in it, which the user may have asked for."""
    return case.sites.spec.kind.name == "calendar" and case.sites.of(leaf.steps).role == "description"


def _sentences(text: str) -> list[tuple[int, int]]:
    ends = [match.end() for match in _SENTENCE_END.finditer(text[:_LONG])]
    bounds = [0, *ends, len(text)]
    return [(start, end) for start, end in pairwise(bounds) if text[start:end].strip()]


def unsent(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
    """In the JSON body of a request: private items that the user said nothing of. Its members are data, no code, and can go one by one."""
    sources = case.conversation.sources
    if site.role != "body" or not findings or not sources.known or not isinstance(leaf.value, str) or leaf.value.lstrip()[:1] not in ("{", "["):
        return []
    return [f for f in findings if not sources.origin(leaf.text[f.start : f.end]).user]


def beyond_quote(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
    """Where the user dictated a text between quotation marks and the call holds it whole: private items beside it, which nobody dictated."""
    if not findings or not (site.delivers or site.role in _ASIDE) or not case.conversation.quotes or len(case.document.leaves) > _FEW:
        return []
    held = [quote for quote in case.conversation.quotes if any(quote in plain(other.text) for other in case.document.leaves if isinstance(other.value, str))]
    text = plain(leaf.text)
    if not held or text in held or (not any(quote in text for quote in held) and case.conversation.sources.last.share(leaf.text) >= _RETOLD):
        return []
    return [f for f in findings if f.category in _TOLD_OF | {"L"} and not any(plain(leaf.text[f.start : f.end]) in quote for quote in held)]


def reported(case: Case, site: Site, leaf: Leaf, finding: Finding) -> bool:
    """Whether the user himself reports an item in the sentence that a ticket or claim takes down: the plate of a car, no proof of who he is."""
    if case.sites.spec.kind.name != "ticket" or site.query or finding.category in ("C", "F") or finding.sub in IDENTIFIES:
        return False
    last = case.conversation.sources.last
    if not last.holds(leaf.text[finding.start : finding.end]):
        return False
    start, end = next(((a, b) for a, b in _sentences(leaf.text) if a <= finding.start < b), (0, len(leaf.text)))
    return last.share(leaf.text[start:end]) >= _MOSTLY


def in_comments(leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
    """Items in comments on lines of their own at the head of an SQL statement, each widened to its comment: nothing is executed of them."""
    head = _SQL_COMMENTS.match(leaf.text) if findings and isinstance(leaf.value, str) else None
    if head is None or not head.group():
        return []
    lines = [match.span() for match in _SQL_COMMENT.finditer(leaf.text, 0, head.end())]
    return [replace(f, start=start, end=end) for f in findings for start, end in lines if start <= f.start and f.end <= end]


def undrawn(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Finding]:
    """Items of a picture's description that are not in the picture: somebody of the user's by his full name, and what is told of him.

    A given name may stand on the cake, and whom the user names without ado is whom he wants to see.
    """
    if case.sites.spec.kind.name != "image" or not site.delivers:
        return []
    talk = case.conversation
    named = [(f, leaf.text[f.start : f.end]) for f in findings if f.sub == "person"]
    dictated_whole = talk.sources.dictated(leaf.text, _MOSTLY)
    full = [(f, name) for f, name in named if len(name.split()) > 1 or _is_full(name)]
    private = [f for f, name in full if _of_background(case, name) or (talk.introduced(name) and not dictated_whole)]
    facts = [f for f in findings if f.category in _TOLD_OF]
    if private:
        return _with_what_is_told(leaf.text, private, facts)
    return [f for f in facts if _of_background(case, leaf.text[f.start : f.end])]


def _is_full(name: str) -> bool:
    """Whether a name in a script without spaces is a family name with a given one."""
    return len(name) > 2 and _UNSPACED.search(name) is not None


def _with_what_is_told(text: str, persons: Sequence[Finding], facts: Sequence[Finding]) -> list[Finding]:
    """Persons and facts; what stands between a person and a fact behind it in the same sentence tells of the person, too."""
    out: list[Finding] = []
    for person in persons:
        sentence = _SENTENCE_END.search(text, person.end)
        end = sentence.start() if sentence else len(text)
        behind = [f for f in facts if person.end <= f.start < end]
        out.append(replace(max(behind, key=lambda f: f.end), start=person.start) if behind else person)
    covered = [(f.start, f.end) for f in out]
    return [*out, *(f for f in facts if not any(a <= f.start and f.end <= b for a, b in covered))]


def _of_background(case: Case, text: str) -> bool:
    sources = case.conversation.sources
    return sources.known and sources.origin(text) is Origin.BACKGROUND


__all__ = ["answers", "asked_sentences", "beyond_quote", "dictated", "grounded", "in_comments", "passed_on", "reported", "sought", "unasked"]
__all__ += ["undrawn", "unsent"]
