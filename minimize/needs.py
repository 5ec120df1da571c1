"""What each place of a call is needed for: role, need and annotation of the place, and whether one item is necessary there.

Must not be in here: dispositions, the user's task, edits. Schema-level necessity only; the task and the policy come later.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from minimize.model import NECESSITY, Finding
from minimize.pointers import join
from tool_registry.model import PRECISION_LADDERS, Need, Registry, ToolSpec, Use

EVERY_CATEGORY: Final = "*"
"""In `Need.categories`: whatever PSD stands there is the content itself."""

_LADDER_OF_SUB: Final[Mapping[str, str]] = {
    "address": "location",
    "postcode": "location",
    "gps": "location",
    "city": "location",
    "region": "location",
    "country": "location",
    "facility": "location",
    "dob": "time",
    "date": "time",
    "age": "age",
    "income": "amount",
    "debt": "amount",
    "amount": "amount",
}
IDENTIFIES: Final = frozenset({"card", "iban", "dob", "passport", "national_id", "licence", "routing", "cvv"})
"""Items of other categories that identify a person as a direct identifier does."""
QUERY_ROLES: Final = frozenset({"query", "search_query", "topic", "keyword", "keywords", "term"})
"""Texts that are looked up: their items are cut one by one, since the topic stands beside them without punctuation."""
_TOPICS: Final = frozenset({"occupation", "nationality", "ethnicity", "immigration", "language", "life_event", "education", "marital_status"})
"""Quasi-identifiers that in a query name what is looked for ("divorce lawyer", "eviction notice")."""
NO_NAME: Final = "item_1"
"""A key that says nothing; a key that is PSD is renamed to it."""
MAX_SEEN: Final = 512
"""Tools whose sites are remembered between calls."""
MAX_REMEMBERED: Final = 4_000
"""Places of one tool that are remembered."""
MAX_SHORT: Final = 64
"""Characters of values of which is remembered that they hold nothing private (a town, a neutral title)."""
_COARSE: Final = frozenset({"city", "region", "country"})


@dataclass(frozen=True, slots=True)
class Site:
    """One place of a call's arguments with what is known of it."""

    steps: tuple[str, ...]
    role: str
    ladder: str
    need: Need
    confidence: float
    named: bool | None
    """The tool's annotation: named as needed, outside the minimum (False), or silent (None)."""
    declared: bool
    """The tool's schema declares this very place."""
    rules: tuple[str, ...]
    """Ids of the data that led here, for `explain`."""
    context: frozenset[str] | None = None
    """Sub labels that the tool's `x-required-context` names for its free text; None: it has none."""

    @property
    def pointer(self) -> str:
        """RFC 6901 pointer."""
        return join(self.steps)

    @property
    def open_text(self) -> bool:
        """Whether its text is open-ended, so that PSD is cut out of it rather than the value being built anew."""
        return self.need.use in (Use.CONTENT, Use.LABEL)

    @property
    def delivers(self) -> bool:
        """Whether the text itself is what the tool delivers (message, post): any PSD in it may be the content."""
        if self.context is not None:
            return False
        return self.need.use is Use.CONTENT and EVERY_CATEGORY in self.need.categories

    @property
    def query(self) -> bool:
        """Whether the text is looked up: its topic is what the user wants to know, not what he is."""
        return self.role in QUERY_ROLES

    def covers(self, finding: Finding) -> bool:
        """Whether the kind needs PSD of this category here; a number that identifies a person counts as an identifier, too.

        In a title a name is all that `DI` covers, and no "Dr.", which tells what the entry is about.
        """
        categories = self.need.categories
        if EVERY_CATEGORY in categories:
            return True
        if self.need.use is Use.LABEL and finding.category == "DI":
            return "DI" in categories and finding.sub == "person" and finding.detector != "person.title"
        if self.query and finding.sub in _TOPICS and categories:
            return True
        return finding.category in categories and (finding.sub not in IDENTIFIES or "DI" in categories)


class Tight(NamedTuple):
    """That a place is treated more strictly than the tool's kind would have it."""

    labels: tuple[str, ...]
    """Precision labels, each for the ladders that have it; `none`: nothing private is needed."""
    rule: str
    """Id of what says so."""


class Sites:
    """Finds the site of any place of one call; remembers what it found."""

    def __init__(self, spec: ToolSpec, registry: Registry, sub_of: Callable[[str], str] = str, stages: tuple[str, ...] = NECESSITY) -> None:
        """`sub_of` gives the sub label that a field's name suggests; `stages` are those of necessity that count."""
        self.spec = spec
        self._registry = registry
        self._stages = stages
        self._hidden: frozenset[tuple[str, ...]] = frozenset()
        named = spec.required_context
        self._context = frozenset(sub_of(name) for name in named) - {""} if named is not None else None
        self._known: dict[tuple[str, ...], Site] = {}
        self._clean: dict[Hashable, tuple[Finding, ...]] = {}
        self._tight: Mapping[tuple[str, ...], Tight] = {}

    def clean(self, values: Hashable) -> tuple[Finding, ...] | None:
        """Give what was found in these values of the tool before, if that was nothing private."""
        return self._clean.get(values)

    def remember(self, values: Hashable, size: int, findings: tuple[Finding, ...]) -> None:
        """Note what was found in values of this many characters: only of short ones without anything private, and no others are kept."""
        if size <= MAX_SHORT and all(map(coarse, findings)):
            if len(self._clean) >= MAX_REMEMBERED:
                self._clean.clear()
            self._clean[values] = findings

    @classmethod
    def for_spec(cls, spec: ToolSpec, registry: Registry, sub_of: Callable[[str], str], stages: tuple[str, ...] = NECESSITY) -> Sites:
        """Give the sites of a tool, those of an earlier call of it if there was one (the same spec object comes back from its cache)."""
        held = _seen.get(id(spec))
        if held is not None and held[0] is spec and held[1]._registry is registry and held[1]._stages == stages:
            return held[1]
        sites = cls(spec, registry, sub_of, stages)
        if len(_seen) >= MAX_SEEN:
            _seen.clear()
        _seen[id(spec)] = (spec, sites)
        return sites

    def hiding(self, keys: frozenset[tuple[str, ...]]) -> Sites:
        """Give the sites as they are when the keys at these steps say nothing: keys that are data themselves tell no role."""
        sites = Sites(self.spec, self._registry, stages=self._stages)
        sites._context, sites._hidden = self._context, keys
        return sites

    def stricter(self, tight: Mapping[tuple[str, ...], Tight]) -> Sites:
        """Give the sites as they are when some places are needed less precisely."""
        sites = Sites(self.spec, self._registry, stages=self._stages)
        sites._context, sites._hidden, sites._tight = self._context, self._hidden, tight
        return sites

    def of(self, steps: tuple[str, ...]) -> Site:
        """Give the site at concrete steps, declared or not."""
        site = self._known.get(steps)
        if site is None:
            if len(self._known) >= MAX_REMEMBERED:
                self._known.clear()
            site = self._find(steps)
            if self._stages is not NECESSITY and self._stages != NECESSITY:
                site = self._staged(site)
            if "schema" in self._stages:
                site = self._annotated(site)
            tight = self._tight.get(steps) if self._tight else None
            site = self._known[steps] = _tightened(site, tight) if tight is not None else site
        return site

    def _find(self, steps: tuple[str, ...]) -> Site:
        kind = self.spec.kind
        param = self.spec.param(steps)
        if param is not None and steps not in self.spec.direct and self._keyed(steps[:-1]):
            role, confidence = self._registry.role_of_key(NO_NAME if steps in self._hidden else steps[-1], kind)
            if role.name != "unknown":
                need = kind.need(role, optional=True)
                return Site(steps, role.name, role.ladder, need, confidence, None, False, (f"kind:{kind.name}", f"role:{role.name}", "key"))
        if param is not None:
            known = self._registry.roles.get(param.role)
            ladder = known.ladder if known is not None else "identity"
            rules = (f"kind:{kind.name}", f"role:{param.role}", *((param.evidence,) if param.evidence else ()))
            need = param.need
            if param.role == "unknown" and known is not None and self._in_option(steps):
                need = kind.need(known, optional=True)
            return Site(steps, param.role, ladder, need, param.confidence, None, True, rules)
        if steps and steps[-1].isdigit() and len(steps) > 1:
            above = self.of(steps[:-1])
            return replace(above, steps=steps, declared=False, named=None)
        if not steps:
            return Site(steps, "arguments", "identity", Need(Use.SETTING), 1.0, None, False, (f"kind:{kind.name}",))
        role, confidence = self._registry.role_of_key(NO_NAME if steps in self._hidden else steps[-1], kind)
        need = kind.need(role, optional=True)
        if len(steps) > 1 and self.of(steps[:-1]).need.use is Use.BALLAST and not role.survives:
            need = Need(Use.BALLAST)
        return Site(steps, role.name, role.ladder, need, confidence, None, False, (f"kind:{kind.name}", f"role:{role.name}", "key"))

    def _staged(self, site: Site) -> Site:
        """The site as the stages that count see it: by the schema alone what is optional can go; without the schema all is as if required."""
        if not site.steps:
            return site
        param = self.spec.param(site.steps)
        if "semantic" in self._stages:
            if param is not None and self.spec.published and param.evidence == self.spec.published:
                return site  # an annotation says what is needed, whatever the schema demands
            role = self._registry.roles.get(site.role)
            return replace(site, need=self.spec.kind.need(role, optional=False)) if role is not None and param is not None else site
        spare = param is None or not param.required or param.nullable or self.of(site.steps[:-1]).need.use is Use.BALLAST
        need = Need(Use.BALLAST if spare and "schema" in self._stages else Use.SETTING)
        return replace(site, role="unknown", need=need, rules=("schema:optional" if spare else "schema:required",))

    def _in_option(self, steps: tuple[str, ...]) -> bool:
        """Whether an object or array around the place can be left out."""
        above = [self.spec.param(steps[:depth]) for depth in range(1, len(steps))]
        return any(param is not None and not param.required and param.pointer[-2:] != "/*" for param in above)

    def _keyed(self, steps: tuple[str, ...]) -> bool:
        """Whether free key/value data stand here, each key of which is judged by itself."""
        param = self.spec.param(steps)
        role = self._registry.roles.get(param.role) if param is not None else None
        return role is not None and role.keyed

    def _annotated(self, site: Site) -> Site:
        """Apply what the tool's own schema says of the place (DESIGN 5)."""
        if self._context is not None and site.open_text:
            site = replace(site, context=self._context, rules=(*site.rules, "annotation:x-required-context"))
        param = self.spec.param(site.steps)
        annotation = param.annotation if param is not None else None
        if annotation is None:
            above = self.of(site.steps[:-1]) if site.steps else None
            if above is not None and above.named is False:
                return replace(site, named=False, rules=(*site.rules, "annotation:outside"))
            return site
        if annotation.precision is not None:
            return replace(site, ladder=_ladder(annotation.precision, site.ladder), named=annotation.necessary, rules=(*site.rules, "annotation:precision"))
        if annotation.necessary is False:
            return replace(site, named=False, rules=(*site.rules, "annotation:outside"))
        if annotation.necessary:
            need = replace(site.need, precision="exact") if site.ladder == "time" else site.need
            return replace(site, need=need, named=True, rules=(*site.rules, "annotation:named"))
        return site


_seen: dict[int, tuple[ToolSpec, Sites]] = {}
"""The spec is held, so that its identity is not given to another object meanwhile."""


def _tightened(site: Site, tight: Tight) -> Site:
    """The site at the coarser of its own precision and the label of its ladder; code and commands stay as they are."""
    if site.need.use is Use.EXECUTED:
        return site
    rules = (*site.rules, tight.rule)
    if "none" in tight.labels:
        return replace(site, named=False, need=replace(site.need, precision="none"), rules=rules)
    label = next((label for label in tight.labels if label in PRECISION_LADDERS.get(site.ladder, ())), None)
    if label is None or not finer(site.need.precision, label, site.ladder):
        return site
    return replace(site, need=replace(site.need, precision=label), rules=rules)


def _ladder(label: str, usual: str) -> str:
    """The ladder that a precision label belongs to, the usual one if it does."""
    if label in PRECISION_LADDERS.get(usual, ()):
        return usual
    return next((name for name, labels in PRECISION_LADDERS.items() if label in labels), usual)


def finer(precision: str, needed: str, ladder: str) -> bool:
    """Whether `precision` is finer than `needed` on a ladder; a label that the ladder does not know counts as exact."""
    labels = PRECISION_LADDERS.get(ladder, PRECISION_LADDERS["identity"])
    have = labels.index(precision) if precision in labels else 0
    want = labels.index(needed) if needed in labels else 0
    return have < want


def ladder_of(finding: Finding) -> str:
    """Which ladder an item moves on."""
    return _LADDER_OF_SUB.get(finding.sub, "location" if finding.category == "L" else "identity")


def coarse(finding: Finding) -> bool:
    """Whether the item is a town, region or country: no PSD unless the need is coarser still."""
    return finding.category == "L" and finding.precision in _COARSE


def streets(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The first street address of a place's findings, if any: all that `necessity` asks of what stands beside an item."""
    return next(((f,) for f in findings if f.sub == "address"), ())


def necessity(finding: Finding, site: Site, beside: Sequence[Finding] = ()) -> int:
    """N of the privacy cost at schema level: 1 where the tool can do without the item, 0 where it needs it.

    `beside` are the findings of the same place: a facility's name is dispensable where its street stands beside it.
    """
    need = site.need
    if site.named is False:
        return 0 if coarse(finding) and need.precision != "none" else 1
    if need.use in (Use.SETTING, Use.SUBJECT, Use.EXECUTED):
        return 0
    ladder = ladder_of(finding)
    if coarse(finding) and (ladder != site.ladder or need.use is Use.BALLAST):
        return 1 if need.precision == "none" else 0
    if need.use is Use.BALLAST:
        return 1
    if need.use is Use.PAYLOAD:
        return _payload_necessity(finding, site, ladder, beside)
    if site.context is not None and not coarse(finding):
        return int(finding.sub not in site.context)
    if site.covers(finding) and need.precision != "none":
        return 0
    if finding.category == "L" and site.need.precision != "exact":
        return int(finer(finding.precision, need.precision, "location"))
    return 1


def _payload_necessity(finding: Finding, site: Site, ladder: str, beside: Sequence[Finding]) -> int:
    precision = site.need.precision
    if site.ladder == "location":
        if finding.sub != "facility" and ladder == "location":
            return int(finer(finding.precision, precision, "location"))
        if site.covers(finding):
            return 0
        if finding.sub == "person" and site.role == "address" and precision == "exact":
            return 0  # care of whom
        if finding.category == "DI" or (site.need.categories and precision == "exact"):
            return 1
        # What stands at an address, or why one goes there: dispensable beside the street, the place itself without one.
        street = any(f.sub == "address" for f in beside)
        return int(street or finer("street", precision, "location"))
    if ladder == site.ladder:
        return int(finer(finding.precision, precision, ladder))
    if site.role == "public_figure" and finding.category == "L":
        return 1  # who it is by, not where that person lives
    return int(precision == "none")
