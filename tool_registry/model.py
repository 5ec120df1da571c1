"""The types of tool knowledge, frozen. No I/O, no argument values, no decisions.

Everything that `minimize` may know about a tool is a type of this file; the loader and the recogniser build them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol


class Use(StrEnum):
    """What a tool kind does with a parameter of a role."""

    PAYLOAD = "payload"
    """The tool needs it to do the task: kept, at the need's precision."""
    CONTENT = "content"
    """Open-ended text that carries the task (message body, query): kept, PSD in it that is not the task is cut."""
    LABEL = "label"
    """A title or caption that people read: a neutral one does the task as well when the value holds PSD."""
    SUBJECT = "subject"
    """Names whom or what the task is about (record id, passenger, contact): kept whole when the task needs it."""
    EXECUTED = "executed"
    """Code, commands, SQL, paths, file contents: never edited inside, only reported or blocked."""
    BALLAST = "ballast"
    """The kind works without it (context, user profile, notes on a lookup)."""
    SETTING = "setting"
    """Options, enums, flags, limits, paging: no PSD expected, never changed."""


PRECISION_LADDERS: Mapping[str, tuple[str, ...]] = {
    "location": ("exact", "street", "postcode", "neighbourhood", "city", "region", "country", "none"),
    "time": ("exact", "date", "month", "year", "none"),
    "age": ("exact", "band", "none"),
    "amount": ("exact", "band", "none"),
    "identity": ("exact", "none"),
}
"""For each quantity the labels from the finest to the coarsest. `none`: the field is needed, no PSD in it is."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a tool kind needs of a parameter: how it is used, how precisely, and of which PSD categories."""

    use: Use
    precision: str = "exact"
    """A label of a ladder; everything finer has N = 1."""
    categories: frozenset[str] = frozenset()
    """PSD categories that are the payload itself (`DI` for a recipient); empty: none is implied."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a parameter is for. Data: `data/roles.yaml`."""

    name: str
    ladder: str = "identity"
    """Which of `PRECISION_LADDERS` its values move on."""
    default: Need = Need(Use.BALLAST)
    """What holds where the kind says nothing about this role."""
    optional_default: Need | None = None
    """The same for a parameter that the schema lets out (optional or nullable); None: as `default`."""
    container: bool = False
    """Objects bear it (a passenger, an address); what lies inside has roles of its own."""
    person: bool = False
    """A container about a person: `name` inside it is that person's name."""
    keyed: bool = False
    """Free key/value data (`metadata`, `custom_fields`): each key is judged by `Registry.role_of_key`."""
    survives: bool = False
    """Needed even inside a container that is ballast (the loyalty number in a traveller's profile)."""
    about_user: str = ""
    """Whether the name promises what is told about the user: `always` (profile, memory), `maybe` (notes, reason), or empty."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a tool does. Data: `data/kinds/*.yaml`."""

    name: str
    title: str
    needs: Mapping[str, Need]
    """Role name -> need."""
    trust: str | None = None
    """The tier of tools of this kind where nobody says otherwise (`agent` for delegation)."""
    reads_records: bool = False
    """The kind brings data into the agent's context (record query, document read, search, list)."""
    optional_needs: Mapping[str, Need] = field(default_factory=dict)
    """Role name -> need of a parameter that the schema lets out; wins over `needs` there."""
    survivors: frozenset[str] = frozenset()
    """Roles that this kind needs even inside a container that is ballast (the ages of travellers)."""
    names: Mapping[tuple[str, ...], str] = field(default_factory=dict, repr=False)
    """Tokens of a parameter's name -> the role that they mean with this kind (`text` of a translator)."""
    principal: str = ""
    """The role without which the kind is nothing (`query` of a search): what the one demanded text of unknown meaning is taken for."""
    base: str = ""
    """The table of needs that it starts from (`lookup`, `action`, `record`); empty: none."""

    def need(self, role: Role, *, optional: bool) -> Need:
        """Give the need of a parameter of this role; `optional`: the schema lets it out, by absence or null."""
        if optional:
            found = self.optional_needs.get(role.name) or self.needs.get(role.name) or role.optional_default
            return found or role.default
        return self.needs.get(role.name) or role.default


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a tool's own schema says of a parameter (`x-minimum-necessary`, `x-privacy`); see DESIGN 5."""

    necessary: bool | None = None
    """True: named as needed. False: outside the minimum, or said to be unnecessary. None: nothing said."""
    precision: str | None = None
    purpose: str | None = None
    whole: bool = True
    """False for an object or array that is named as a whole: it covers only its required members."""


@dataclass(frozen=True, slots=True)
class Param:
    """One place of a tool's arguments, as far as the schema and the kind tell."""

    pointer: str
    """JSON pointer with `*` for one array item or one undeclared key."""
    role: str
    need: Need
    required: bool
    """Required by every enclosing object; `need`, not this, says whether it is necessary."""
    nullable: bool
    confidence: float
    """How sure the role is, 0 to 1."""
    annotation: Annotation | None = None
    evidence: str = ""
    """Which datum led to the role, for `explain` (a rule id, never a value)."""
    about_user: str = ""
    """As the role's; `always` also where the name says whom it is about (`applicant_notes`)."""
    why: str = ""
    """What the annotation of the public tool gives as its reason."""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A declared tool as the knowledge sees it; cached by the hash of name, description and schema."""

    name: str
    kind: Kind
    kind_confidence: float
    trust: str
    """Trust tier before the policy's word (kind's default, raised by `x-trust`)."""
    params: Mapping[str, Param]
    """By pointer pattern."""
    schema: Mapping[str, Any] | None
    """The parameters' schema as the client sent it; None: undeclared or empty."""
    annotated: bool = False
    """The schema carries `x-minimum-necessary` (or `minimum_necessary`) for the whole object."""
    suspicious: bool = False
    """All its fields are marked necessary (DESIGN 3.2): its loosening is ignored unless the policy says otherwise."""
    required_context: tuple[str, ...] | None = None
    """`x-required-context` of a delegation tool."""
    lint: tuple[str, ...] = ()
    """Unknown labels and other faults of the annotations, one line each, no values."""
    schema_hash: str = ""
    patterns: Mapping[int, tuple[tuple[tuple[str, ...], Param], ...]] = field(default_factory=dict, repr=False)
    """The `params` with a `*` by depth, as (steps, Param), for `param`; filled by the recogniser."""
    direct: Mapping[tuple[str, ...], Param] = field(default_factory=dict, repr=False)
    """The `params` without a `*` by their steps, for `param`; filled by the recogniser."""
    declared_trust: str = ""
    """`x-trust` as the schema states it, if it is a known tier; may raise E above the policy's, never lower it."""
    published: str = ""
    """Id of the annotation that it was recognised by as a public tool (`tool.<server>.<tool>`); empty: none."""

    def param(self, steps: tuple[str, ...]) -> Param | None:
        """Give the parameter at concrete steps (object keys and array indices as text), or None.

        A pattern with fewer `*` wins; `*` stands for one step.
        """
        found = self.direct.get(steps)
        if found is not None:
            return found
        best: Param | None = None
        stars = len(steps) + 1
        for pattern, param in self.patterns.get(len(steps), ()):
            wild = pattern.count("*")
            if wild < stars and all(p in ("*", s) for p, s in zip(pattern, steps, strict=True)):
                best, stars = param, wild
        return best


@dataclass(frozen=True, slots=True)
class Trust:
    """One trust tier. Data: `data/trust.yaml`."""

    name: str
    exposure: float
    """E of the privacy cost, in (0, 1]."""
    reason: str


class Registry(Protocol):
    """What the logic asks of tool knowledge. `tool_registry.load.load()` gives the packaged one."""

    @property
    def tiers(self) -> Mapping[str, Trust]: ...

    @property
    def kinds(self) -> Mapping[str, Kind]: ...

    @property
    def roles(self) -> Mapping[str, Role]: ...

    @property
    def version(self) -> str: ...

    def recognise(self, name: str, description: str, parameters: Mapping[str, Any] | None, *, trust_annotations: bool) -> ToolSpec:
        """Work out the spec of a declared tool (cached); an undeclared one has `parameters` None.

        With `trust_annotations` false, annotations may only tighten (DESIGN 3.2).
        """
        ...

    def role_of_key(self, key: str, kind: Kind) -> tuple[Role, float]:
        """Give the role that an undeclared object key suggests, and how sure that is."""
        ...
