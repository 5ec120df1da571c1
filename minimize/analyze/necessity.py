"""The rules by use: what is done at one place with the findings that stand there.

Must not be in here: containers, edits, schemas beyond "can this place go".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from minimize.analyze.case import ASKABLE_SUBS, Case, decision
from minimize.analyze.grounds import (
    answers,
    asked_sentences,
    beyond_quote,
    beyond_word,
    dictated,
    grounded,
    in_comments,
    passed_on,
    reported,
    sought,
    unasked,
    undrawn,
    unsent,
)
from minimize.analyze.judged import is_text, judged_by
from minimize.analyze.provenance import Origin
from minimize.analyze.story import tells_a_story
from minimize.analyze.untold import beside_the_person, given, invented, is_data, misnamed, parameters_beside, spare_of_unknown, unasked_text
from minimize.detectors.pictures import DETECTOR
from minimize.model import Decision, Disposition, Finding, Reason
from minimize.needs import Site, coarse, necessity, streets
from minimize.operators.cutting import apply, words_left
from minimize.operators.generalise import generalised
from minimize.operators.prose import ITEMS, is_prose, left_over
from minimize.operators.standins import is_standin, limits
from minimize.operators.structured import Urls, urls_of
from minimize.operators.wording import thing
from minimize.paths import Leaf
from tool_registry.model import Need, Use

Rule = Callable[[Case, Site, Leaf, Sequence[Finding]], list[Decision]]

_SEARCHED: Final = frozenset(
    ["q", "query", "search", "s", "k", "kw", "keyword", "keywords", "term", "text", "what", "l", "loc", "location", "where", "near", "city"]
)
"""Names of query parameters that say what is searched for, or where."""
_ANSWERS_ON: Final = frozenset({"health_info"})
"""Kinds that answer on what the profile holds without the user repeating it ("does it go with my medication?")."""
_FILED: Final = frozenset({"generic", "ticket", "project_task"})
"""Kinds that take down what is the matter, not who is asking."""
_PICTURES: Final = re.compile(r"(?i)image|photo|picture|avatar|selfie|thumbnail|(?<![a-z])img|(?<![a-z])pic(?![a-z])|bild|foto|imagen|imagem|immagine")
"""Names of places that take a picture."""
_LONG: Final = 4_000
_AMOUNT: Final = re.compile(r"\d[\d.,' ]*\d")
_TEXTS: Final = frozenset({"notes", "description", "comment", "summary", "text", "body"})
"""Texts that a tool demands although its kind does without them: what is told in them beside the private stays."""
_REMARKS: Final = frozenset({"reason", "notes", "context", "comment", "special_requests"})
_ASIDES: Final = frozenset({"notes", "description", "comment", "context", "text", "special_requests", "summary", "body"})
"""Optional texts of a search, in which wishes stand beside what is told of the user."""
_TOWNS: Final = frozenset({"city", "district", "region"})
_MOST: Final = 0.6
"""Share of a destination's words that the user said, the town beside."""
_HARDLY: Final = 0.34
"""Share of a remark's words below which the user did not ask for it."""
_PARTIES: Final = frozenset({"person", "email", "phone"})
"""Items by which the user names for whom something is done."""
_ENTRIES: Final = frozenset({"event", "reminder", "task", "note"})
"""Things that the user makes for himself: whom he named in them may stay named."""


def decide(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Decision]:
    """Decide one place. No decision means: nothing to say, it stays."""
    if case.exempted(site.pointer):
        return [decision(site, Disposition.KEEP, Reason.EXEMPT, findings, whole=False)] if findings else []
    if findings and site.need.precision != "none":
        findings = [f for f in findings if not coarse(f)]
    if not findings:
        return _without_findings(case, site, leaf)
    if findings[0].detector.startswith(DETECTOR) and site.need.use is not Use.BALLAST and site.named is not False:
        return _picture_file(case, site, findings)
    act, kept = case.sift(site, leaf.text, findings)
    if act and misnamed(case, site, leaf):
        site = replace(site, need=Need(Use.BALLAST))
    if site.named is False:
        return kept + _ballast(case, site, leaf, act)
    if act and (made := given(case, site, leaf, act) or unasked_text(case, site, leaf, act) or invented(case, site, leaf, act)):
        return [*kept, made]
    spare, origin = unasked(case, site, leaf, act) if act else ((), Origin.NOWHERE)
    if spare:
        return [*kept, grounded(decision(site, Disposition.REMOVE, Reason.OPTIONAL_NOT_NEEDED, spare), origin)]
    return kept + _RULES[site.need.use](case, site, leaf, act)


def _picture_file(case: Case, site: Site, findings: Sequence[Finding]) -> list[Decision]:
    """A picture goes on without its metadata; in what is executed or written to a file only where the place is one for pictures."""
    told = [f for f in findings if f.detector.startswith(DETECTOR)]
    if site.need.use is Use.EXECUTED and not _PICTURES.search(site.steps[-1]):
        how = Disposition.BLOCK if case.executed == "block" else Disposition.REVIEW
        return [decision(site, how, Reason.EXECUTED_CONTENT, told)]
    return [decision(site, Disposition.GENERALISE, Reason.FINER_THAN_NEEDED, told, whole=False)]


def _without_findings(case: Case, site: Site, leaf: Leaf) -> list[Decision]:
    use = site.need.use
    if use is Use.PAYLOAD and site.need.precision != "exact" and site.named is not False:
        return _payload(case, site, leaf, ())
    told = _story(case, site, leaf) if use is Use.BALLAST or site.named is False or (use is Use.CONTENT and site.role in _REMARKS) else []
    if not told and use is Use.CONTENT and site.named is not False and case.judge is not None and case.judge.discovers:
        return _content(case, site, leaf, ())
    return told


def _story(case: Case, site: Site, leaf: Leaf) -> list[Decision]:
    if use_is_open(case, site, leaf) and isinstance(leaf.value, str) and len(leaf.value) > 3 and tells_a_story(leaf.value, case.conversation, case.phrases):
        if case.conversation.asked(leaf.value) or not case.dispensable(site.steps):
            return []
        return [decision(site, Disposition.REMOVE, _why_gone(case, site))]
    return []


def use_is_open(case: Case, site: Site, leaf: Leaf) -> bool:
    """Whether a place without findings may hold soft PSD at all: ballast, free text outside the declared minimum, or remarks.

    Remarks (`reason`, `notes` of a kind that can use them) count only where the user said next to nothing of what stands in them.
    """
    if site.need.use is Use.BALLAST or (site.named is False and site.open_text):
        return True
    return site.named is None and site.need.use is Use.CONTENT and site.role in _REMARKS and case.conversation.grounded(leaf.text) < _HARDLY


def _why_gone(case: Case, site: Site) -> Reason:
    if site.named is False:
        return Reason.OUTSIDE_MINIMUM
    return Reason.OPTIONAL_NOT_NEEDED if case.dispensable(site.steps) else Reason.BALLAST_FIELD


def _ballast(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Decision]:
    beside = streets(findings)
    dirty = [f for f in findings if necessity(f, site, beside)]
    if not dirty:
        return _story(case, site, leaf)
    if _is_ours(case, site, leaf):
        return []
    if all(f.sub in ASKABLE_SUBS for f in dirty) and case.conversation.asked(leaf.text):
        return [decision(site, Disposition.KEEP, Reason.NEEDED_BY_TASK, dirty)]
    if _asked_for(case, site, leaf, dirty):
        return [decision(site, Disposition.REVIEW, _by_task(case), dirty)]
    if dictated(case, site, leaf, dirty):
        return [grounded(decision(site, Disposition.REVIEW, Reason.NEEDED_BY_TASK, dirty), Origin.LAST)]
    if _demanded(case, site) and (going := beyond_word(case, leaf, dirty)) != dirty and _says_more(case, site, leaf, going, True):
        said = [f for f in dirty if f not in going]
        cut = [decision(site, Disposition.GENERALISE, Reason.NOT_THE_TASK, going, whole=False, precision="exact")] if going else []
        return [grounded(decision(site, Disposition.REVIEW, Reason.NEEDED_BY_TASK, said, whole=False), Origin.LAST), *cut]
    if _demanded(case, site) and _says_more(case, site, leaf, dirty, True):
        return [decision(site, Disposition.GENERALISE, Reason.NOT_THE_TASK, dirty, whole=False, precision="exact")]
    if site.named is None and site.role in _ASIDES and (going := asked_sentences(case, leaf, dirty)):
        return [decision(site, Disposition.GENERALISE, Reason.NOT_THE_TASK, going, whole=False, precision="exact")]
    return [decision(site, Disposition.REMOVE, _why_gone(case, site), dirty)]


def _by_task(case: Case) -> Reason:
    """The reason for what the task must need: without a conversation it is the kind that tells."""
    return Reason.NEEDED_BY_TASK if case.conversation.sources.known else Reason.NEEDED_BY_KIND


def _demanded(case: Case, site: Site) -> bool:
    """Whether a tool demands a text that its kind does without, outside any profile or history."""
    if site.named is not None or site.role not in _TEXTS or case.dispensable(site.steps):
        return False
    return all(case.sites.of(site.steps[:depth]).need.use is not Use.BALLAST for depth in range(1, len(site.steps)))


def _asked_for(case: Case, site: Site, leaf: Leaf, dirty: Sequence[Finding]) -> bool:
    """Whether a required field is the task itself: its only argument, or the person whom the user named for it."""
    if site.named is False or case.dispensable(site.steps):
        return False
    if case.sites.spec.kind.base != "lookup" and all(f.sub in _PARTIES for f in dirty) and case.conversation.told(leaf.text):
        return True
    return all(other is leaf or case.sites.of(other.steps).need.use is Use.SETTING for other in case.document.leaves)


def _is_ours(case: Case, site: Site, leaf: Leaf) -> bool:
    if case.dispensable(site.steps):
        return leaf.value in case.phrases.said
    place = case.view.place(case.document.root, site.steps)
    return is_standin(leaf.value, site.role, case.phrases.language(leaf.text, case.conversation.language), case.phrases, limits(place))


def _who_needs(site: Site) -> Reason:
    """Who says that a place is needed as it is: the tool's own annotation where it speaks of it, else what is known of its kind."""
    return Reason.NEEDED_BY_ANNOTATION if any(rule.startswith("annotation:") for rule in site.rules) else Reason.NEEDED_BY_KIND


def _setting(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Decision]:
    return [decision(site, Disposition.KEEP, _who_needs(site), findings)] if findings else []


def _payload(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Decision]:
    beside = streets(findings)
    spare = [f for f in findings if necessity(f, site, beside)]
    if untold := [f for f in spare_of_unknown(case, site, leaf, findings) if f not in spare]:
        rest = [f for f in findings if f not in untold and f not in spare]
        kept = [decision(site, Disposition.KEEP, _who_needs(site), rest, whole=False)] if rest else []
        return [*kept, _cut(case, site, leaf, [*spare, *untold])]
    if site.need.precision == "exact" and not spare:
        return _setting(case, site, leaf, findings)
    if leaf.literal and site.named is None and _dictated_number(case, leaf.literal.lstrip("-")):
        return [decision(site, Disposition.KEEP, Reason.NEEDED_BY_TASK, findings)] if findings else []
    if spare and site.named is None and _goes_there(case, site, leaf, spare):
        return [grounded(decision(site, Disposition.KEEP, Reason.NEEDED_BY_TASK, findings), Origin.LAST)]
    if is_data(leaf):  # cut within it, never coarsened
        return [_cut(case, site, leaf, spare)] if spare else _setting(case, site, leaf, findings)
    result = generalised(leaf, site, findings, spare, case.knowledge, case.phrases)
    if result is not None:
        how = Disposition.GENERALISE if isinstance(leaf.value, str) and site.ladder == "location" else Disposition.TRUNCATE
        return [decision(site, how, Reason.FINER_THAN_NEEDED, spare or findings, precision=site.need.precision)]
    if spare and not case.dispensable(site.steps) and (case.conversation.told(leaf.text) or case.conversation.dictated(leaf.text)):
        return [decision(site, Disposition.REVIEW, Reason.NEEDED_BY_TASK, spare)]  # only the name says which place is meant
    if spare and not case.dispensable(site.steps) and any(f.start == 0 and f.end >= len(leaf.text.rstrip()) and f.category == "DI" for f in spare):
        if site.role in _TOWNS and answers(case.sites.spec.kind) and not any(f.sub == "person" for f in spare):
            return [decision(site, Disposition.REMOVE, Reason.FINER_THAN_NEEDED, spare, precision=site.need.precision)]
        # Nothing but somebody's address or number: more likely a field that was taken for another than a place too many.
        return [decision(site, Disposition.REVIEW, Reason.NEEDED_BY_KIND, spare)]
    if spare:
        return [decision(site, Disposition.REMOVE, Reason.FINER_THAN_NEEDED, spare, precision=site.need.precision)]
    return _setting(case, site, leaf, findings)


def _goes_there(case: Case, site: Site, leaf: Leaf, spare: Sequence[Finding]) -> bool:
    """Whether the user himself said the whole of a place that a route needs to the street, or of an address where something is to be done."""
    sources = case.conversation.sources
    if site.role == "address" and not answers(case.sites.spec.kind) and sources.last.verbatim(leaf.text):
        return True
    if site.ladder != "location" or site.need.precision not in ("exact", "street"):
        return False
    return sources.dictated(leaf.text, _MOST) and all(sources.dictated(leaf.text[f.start : f.end], _MOST) for f in spare)


def _dictated_number(case: Case, literal: str) -> bool:
    return any(case.conversation.asked(form) for form in (literal, literal + "0", literal.rstrip("0")))


def _content(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Decision]:
    beside = streets(findings)
    spare = [f for f in findings if necessity(f, site, beside) or _too_exact(case, site, leaf, f) or _of_the_profile(case, site, leaf, f)]
    drawn_without = undrawn(case, site, leaf, findings)
    if drawn_without:
        return _picture(case, site, leaf, findings, drawn_without)
    if site.query:
        spare = [f for f in spare if not sought(case, leaf, f, findings)]
    if not site.delivers:
        spare += [f for f in beside_the_person(case, leaf, findings, spare) if f not in spare]
    spare = [f for f in spare if not reported(case, site, leaf, f)]
    if spare and "://" in leaf.text:
        urls = urls_of(leaf.text)
        spare = [f for f in spare if not urls.in_address(f.start, f.end)]
        spare += _with_the_person(urls, findings, spare)
        spare += parameters_beside(case, leaf, urls, spare, _SEARCHED)
    spare += [f for f in (*beyond_quote(case, site, leaf, findings), *spare_of_unknown(case, site, leaf, findings)) if f not in spare]
    if passed_on(case, site, leaf):
        return [grounded(decision(site, Disposition.KEEP, Reason.NEEDED_BY_TASK, findings), Origin.LAST)]
    if not spare and site.role in _REMARKS and (told := _story(case, site, leaf)):
        return [replace(told[0], findings=tuple(findings))]
    going = set(map(id, spare))
    needed = [f for f in findings if id(f) not in going and not coarse(f)]
    out: list[Decision] = []
    if case.judge is not None and (needed or case.judge.discovers) and is_text(site, leaf):
        needed, spare, judged = judged_by(case, site, leaf, needed, spare)
        if judged:
            out.append(judged)
    if needed:
        reason, how = (Reason.MESSAGE_CONTENT, Disposition.REVIEW) if site.delivers else (_who_needs(site), Disposition.KEEP)
        out.append(decision(site, how, reason, needed, whole=False))
    if spare:
        out.append(_cut(case, site, leaf, spare))
    return out


def _picture(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding], spare: Sequence[Finding]) -> list[Decision]:
    """Take out of a picture's description what is not drawn, with the clauses that tell it."""
    cut = _cut(case, site, leaf, spare)
    needed = [f for f in findings if not coarse(f) and not any(gone.start <= f.start and f.end <= gone.end for gone in spare)]
    kept = [decision(site, Disposition.REVIEW, Reason.MESSAGE_CONTENT, needed, whole=False)] if needed else []
    return [*kept, replace(cut, rules=(*cut.rules, Origin.BACKGROUND.rule))]


def _with_the_person(urls: Urls, findings: Sequence[Finding], spare: Sequence[Finding]) -> list[Finding]:
    """In a URL that names a person, the parameters that tell of that person: all items that are not what is searched for or where."""
    if not spare:
        return []
    gone = set(map(id, spare))
    others = [f for f in findings if id(f) not in gone and not coarse(f)]
    return [f for f in others if (param := urls.parameter(f.start)) is not None and param.name not in _SEARCHED]


def _of_the_profile(case: Case, site: Site, leaf: Leaf, finding: Finding) -> bool:
    """Whether an item of a query or task, though its category may be the topic, is the profile's alone: the user said nothing of it."""
    told = site.delivers and not site.query and case.sites.spec.kind.name not in _FILED
    if told or coarse(finding) or finding.category == "L" or case.sites.spec.kind.name in _ANSWERS_ON:
        return False
    return case.conversation.from_profile(leaf.text[finding.start : finding.end])


def _too_exact(case: Case, site: Site, leaf: Leaf, finding: Finding) -> bool:
    """Whether an item goes although its category is the topic: a credential, or an amount of money that the user did not ask about."""
    if finding.category == "C":
        told = site.delivers and case.conversation.asked(leaf.text[finding.start : finding.end])
        return "C" not in site.need.categories and not told
    if not site.query or finding.category != "F":
        return False
    number = _AMOUNT.search(leaf.text[finding.start : finding.end])
    return number is not None and not case.conversation.asked(number.group())


def _cut(case: Case, site: Site, leaf: Leaf, spare: Sequence[Finding]) -> Decision:
    """Cut the items out; a text of nothing else is the task itself where it is required, and goes where it is not."""
    prose = is_prose(site, leaf.text)
    cut = decision(site, Disposition.GENERALISE, Reason.NOT_THE_TASK, spare, whole=False, precision=site.need.precision)
    if any(f.category == "C" for f in spare) or _says_more(case, site, leaf, spare, prose):
        return decision(site, Disposition.REMOVE, Reason.NOT_THE_TASK, spare) if _story_left(case, site, leaf, spare, prose) else cut
    if case.dispensable(site.steps):
        return decision(site, Disposition.REMOVE, Reason.NOT_THE_TASK, spare)
    if prose and _says_more(case, site, leaf, spare, False):
        return replace(cut, rules=(*cut.rules, ITEMS))
    if site.query and _looked_up(case, leaf, spare):
        return decision(site, Disposition.REVIEW, _by_task(case), spare)
    return decision(site, Disposition.SUBSTITUTE, Reason.NOT_THE_TASK, spare)


def _looked_up(case: Case, leaf: Leaf, spare: Sequence[Finding]) -> bool:
    """Whether a query of nothing but identifiers is what the user wants to know about; unasked, only a name or an address may be."""
    sources = case.conversation.sources
    if not sources.known:
        return all(f.sub in _PARTIES for f in spare)
    return all(sources.origin(leaf.text[f.start : f.end]).user for f in spare)


def _story_left(case: Case, site: Site, leaf: Leaf, spare: Sequence[Finding], prose: bool) -> bool:
    """Whether what a cut leaves of a remark is a story, which a second look at the call would take out."""
    if not use_is_open(case, site, leaf) or not case.dispensable(site.steps):
        return False
    rest = left_over(case.knowledge, leaf.text, spare, site.need.precision, prose=prose)
    return tells_a_story(rest, case.conversation, case.phrases)


def _says_more(case: Case, site: Site, leaf: Leaf, spare: Sequence[Finding], prose: bool) -> bool:
    """Whether the text says something without the items; of a long text that is not theirs for the most part it is taken as given."""
    text = leaf.text
    if len(text) > _LONG and sum(f.end - f.start for f in spare) < len(text) // 2:
        return True
    return words_left(left_over(case.knowledge, text, spare, site.need.precision, prose=prose), case.phrases)


def _label(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Decision]:
    beside = streets(findings)
    spare = [f for f in findings if necessity(f, site, beside)]
    if spare and (case.conversation.quoted(leaf.text) or _own_entry(case, leaf, spare)):
        return [decision(site, Disposition.KEEP, Reason.NEEDED_BY_TASK, findings)]
    if spare:
        return [decision(site, Disposition.SUBSTITUTE, Reason.LABEL_NEUTRALISED, findings)]
    return _setting(case, site, leaf, findings)


def _own_entry(case: Case, leaf: Leaf, spare: Sequence[Finding]) -> bool:
    """Whether a title of the user's own entry holds nothing but persons whom his last message names, and nothing of private life.

    A person with a professional's title ("Dr.") tells what the entry is about, so that one does not pass.
    """
    if thing(case.sites.spec.kind.name) not in _ENTRIES or any(f.sub not in ("person", "family") or f.detector == "person.title" for f in spare):
        return False
    rest = apply(leaf.text, sorted((f.start, f.end, " ") for f in spare))
    if case.phrases.story.search(rest) or any(leaf.text[: f.start].rstrip().endswith(".") for f in spare):
        return False
    return all(case.conversation.told(leaf.text[f.start : f.end]) for f in spare)


def _executed(case: Case, site: Site, leaf: Leaf, findings: Sequence[Finding]) -> list[Decision]:
    how = Disposition.BLOCK if case.executed == "block" else Disposition.REVIEW
    found = [f for f in findings if not coarse(f)]
    spare = in_comments(leaf, found) if site.role == "sql" else unsent(case, site, leaf, found)
    if spare:
        cut = decision(site, Disposition.GENERALISE, Reason.NOT_THE_TASK, spare, whole=False, precision="exact")
        found = [f for f in found if not any(gone.start <= f.start and f.end <= gone.end for gone in spare)]
        return [cut, decision(site, Disposition.REVIEW, Reason.EXECUTED_CONTENT, found, whole=False)] if found else [cut]
    return [decision(site, how, Reason.EXECUTED_CONTENT, found)] if found else []


_RULES: Final[Mapping[Use, Rule]] = {
    Use.SETTING: _setting,
    Use.SUBJECT: _setting,
    Use.PAYLOAD: _payload,
    Use.CONTENT: _content,
    Use.LABEL: _label,
    Use.EXECUTED: _executed,
    Use.BALLAST: _ballast,
}
