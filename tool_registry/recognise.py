"""Works out the spec of a declared tool: its kind, and the role and need of each parameter. Cached by what was declared.

Must not be in here: data, file reading (`load`), argument values, decisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import Any, Final

import orjson

from tool_registry import annotations as declared
from tool_registry.kinds import KindIndex
from tool_registry.model import Annotation, Kind, Need, Param, Role, ToolSpec, Trust, Use
from tool_registry.published.match import Published
from tool_registry.published.model import PublishedParam, PublishedTool
from tool_registry.roles import Guess, RoleIndex, guess
from tool_registry.schema_walk import Node, walk
from tool_registry.words import tokens

CACHE_SIZE: Final = 2048
DEFAULT_TRUST: Final = "third_party_no_dpa"
_RELIABLE: Final = 0.35
"""Below it a name's role is not believed."""

_SURE: Final = 0.75
"""Below it a kind is not believed where it calls a required party ballast: a stand-in would act on a stranger."""
_PARTIES: Final = frozenset(
    {"user_id", "record_id", "client_reference", "account_number", "insurance_id", "person_name", "given_name", "family_name", "email", "phone", "recipient"}
)


@dataclass(frozen=True, slots=True)
class _Asked:
    """One declaration; equal by the digest of all that the answer depends on."""

    digest: bytes
    name: str = field(compare=False)
    description: str = field(compare=False)
    schema: Mapping[str, Any] | None = field(compare=False)
    trusted: bool = field(compare=False)


class ToolKnowledge:
    """The packaged `Registry`. Immutable after construction; safe to share between threads and forks."""

    def __init__(self, tiers: Mapping[str, Trust], roles: RoleIndex, kinds: KindIndex, version: str, published: Published | None = None) -> None:
        self._tiers, self._roles, self._kinds, self._version = tiers, roles, kinds, version
        self.published = published or Published(())
        self._cached = lru_cache(maxsize=CACHE_SIZE)(self._work_out)

    @property
    def tiers(self) -> Mapping[str, Trust]:
        """Trust tiers by name."""
        return self._tiers

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """Tool kinds by name."""
        return self._kinds.kinds

    @property
    def roles(self) -> Mapping[str, Role]:
        """Parameter roles by name."""
        return self._roles.roles

    @property
    def version(self) -> str:
        """Digest of the data files, 12 hex digits."""
        return self._version

    def publishing(self, published: Published, version: str) -> ToolKnowledge:
        """Give the same knowledge with these annotations of public tools; `version` is that of both."""
        return ToolKnowledge(self._tiers, self._roles, self._kinds, version, published)

    def recognise(self, name: str, description: str, parameters: Mapping[str, Any] | None, *, trust_annotations: bool) -> ToolSpec:
        """Work out the spec of a declared tool; `parameters` None means undeclared. See `Registry.recognise`."""
        schema = parameters if isinstance(parameters, Mapping) and parameters else None
        digest = blake2b(_bytes([name, description, trust_annotations, schema]), digest_size=16).digest()
        return self._cached(_Asked(digest, name, description or "", schema, trust_annotations))

    def role_of_key(self, key: str, kind: Kind) -> tuple[Role, float]:
        """Give the role that an undeclared object key suggests, and how sure that is (0 to 1)."""
        got = self._roles.by_name(key, kind.names)
        words = tokens(key)
        empty = words in self._roles.vessels and words not in kind.names and got.role.name not in kind.needs
        if empty or got.confidence < _RELIABLE:
            return self.roles["unknown"], 0.3
        return got.role, got.confidence

    def _work_out(self, asked: _Asked) -> ToolSpec:
        nodes = walk(asked.schema)
        kind, confidence = self._kinds.kinds["generic"], 0.3
        public = self.published.match(asked.name, (n.steps[0] for n in nodes if len(n.steps) == 1)) if nodes else None
        if public is not None:
            kind, confidence = self._kinds.kinds[public.kind], 1.0
        elif nodes:
            kind, confidence = self._kinds.recognise(asked.name, asked.description, [n.name for n in nodes if not n.item and len(n.steps) < 4][:64])
        reading = declared.read(asked.schema or {}, nodes, self._tiers)
        params = self._params(kind, nodes, reading, asked, public, sure=confidence >= _SURE)
        trust = public.trust if public is not None else kind.trust or DEFAULT_TRUST
        if reading.trust and self._tiers[reading.trust].exposure > self._tiers[trust].exposure:
            trust = reading.trust
        by_steps = {node.steps: params[position] for position, node in enumerate(nodes)}
        patterns: dict[int, list[tuple[tuple[str, ...], Param]]] = {}
        for steps, param in by_steps.items():
            if "*" in steps:
                patterns.setdefault(len(steps), []).append((steps, param))
        return ToolSpec(
            name=asked.name, kind=kind, kind_confidence=confidence, trust=trust, params={p.pointer: p for p in params},
            schema=asked.schema, annotated=reading.annotated, suspicious=reading.suspicious, required_context=reading.required_context,
            lint=tuple(dict.fromkeys(reading.lint)), schema_hash=_hash(asked.schema),
            patterns={depth: tuple(entries) for depth, entries in patterns.items()},
            direct={steps: param for steps, param in by_steps.items() if "*" not in steps}, declared_trust=reading.trust,
            published=public.evidence if public is not None else "",
        )  # fmt: skip

    def _params(self, kind: Kind, nodes: list[Node], reading: declared.Reading, asked: _Asked, public: PublishedTool | None, *, sure: bool) -> list[Param]:
        params: list[Param] = []
        tellings = _tellings(nodes, public)
        guesses = self._guesses(kind, nodes, asked, public, tellings)
        bare: list[Need] = []
        for position, node in enumerate(nodes):
            told, got = tellings[position], guesses[position]
            need = told.need if told is not None else self._need(kind, node, got, bare)
            if told is None and need.use is Use.BALLAST and not sure and _is_demanded(node, got, bare):
                need = Need(Use.SUBJECT)
            bare.append(need)
            said = self._said(position, nodes, guesses, reading)
            if said is not None and not asked.trusted:
                said = declared.tightened(said, need, got.role)
            if said is not None:
                need = declared.applied(said, need, got.role)
            params.append(_param(node, got, need, said, self._about(node, got, need), told.why if told is not None else ""))
        return params

    def _guesses(self, kind: Kind, nodes: list[Node], asked: _Asked, public: PublishedTool | None, tellings: list[PublishedParam | None]) -> list[Guess]:
        """The role of each place; the one demanded text of which nothing says what it is for is what the kind cannot do without."""
        tool = frozenset(tokens(asked.name))
        guesses: list[Guess] = []
        for node, told in zip(nodes, tellings, strict=True):
            got = self._told(told, public) if told is not None and public is not None else self._guess(kind, node, nodes, guesses)
            if told is None and got.role.about_user == "always" and _is_the_subject(node, kind, tool):
                got = Guess(self.roles["unknown"], 0.3, "")
            guesses.append(got)
        if kind.principal and public is None and (at := _nameless(self.roles[kind.principal], nodes, guesses)) >= 0:
            for position, node in enumerate(nodes):
                if position == at or (node.above == at and node.item):
                    guesses[position] = Guess(self.roles[kind.principal], 0.5, "kind:principal")
        return guesses

    def _told(self, told: PublishedParam, public: PublishedTool) -> Guess:
        return Guess(self.roles[told.role], 1.0, public.evidence)

    def _said(self, position: int, nodes: list[Node], guesses: list[Guess], reading: declared.Reading) -> Annotation | None:
        """What the schema says of a place; of an address that is named all lines are, whether required or not."""
        said, above = reading.by_node.get(position), nodes[position].above
        if said is None or said.necessary is not False or above < 0 or guesses[position].role.ladder != "location":
            return said
        whole = reading.by_node.get(above)
        inside = guesses[above].role.container and guesses[above].role.ladder == "location" and whole is not None and whole.necessary
        return Annotation(necessary=True) if inside and "x-minimum-necessary" not in nodes[position].schema else said

    def _about(self, node: Node, got: Guess, need: Need) -> str:
        """Whether what stands there tells of the user: what the role says, and for sure where the name says whom it is about."""
        about = got.role.about_user
        if need.use is not Use.BALLAST and need.precision != "none":
            return ""
        if not about or any(keyword in node.schema for keyword in ("enum", "const", "format")):
            return ""
        return "always" if about == "maybe" and self._roles.names_person(node.name) else about

    def _guess(self, kind: Kind, node: Node, nodes: list[Node], guesses: list[Guess]) -> Guess:
        above = guesses[node.above] if node.above >= 0 else None
        if above is not None and (node.item or node.free_key):
            if not (node.free_key and above.role.keyed):
                return above
            return Guess(self.roles["custom_value"], 0.5, "inside:keyed")
        above_name = nodes[node.above].name if node.above >= 0 else ""
        got = guess(self._roles, kind, node.name, node.schema, node.types, above, above_name)
        return got if got.confidence >= _RELIABLE else Guess(self.roles["unknown"], 0.3, "")

    def _need(self, kind: Kind, node: Node, got: Guess, bare: list[Need]) -> Need:
        survives = got.role.survives or got.role.name in kind.survivors
        if node.above >= 0 and not survives and (node.item or bare[node.above].use is Use.BALLAST):
            return bare[node.above]
        return kind.need(got.role, optional=not node.member_required or node.nullable)


def _nameless(role: Role, nodes: list[Node], guesses: list[Guess]) -> int:
    """The place of the one demanded open text whose role nobody knows, where no place bears this role yet; -1 where there is none."""
    found: list[int] = []
    for position, (node, got) in enumerate(zip(nodes, guesses, strict=True)):
        if got.role.name == role.name or (role.ladder == "location" and got.role.ladder == "location"):
            return -1
        if got.role.name == "unknown" and node.required and not (node.nullable or node.item or node.free_key) and _is_open_text(node):
            found.append(position)
    return found[0] if len(found) == 1 else -1


def _is_open_text(node: Node) -> bool:
    items = node.schema.get("items") if node.types == {"array"} else node.schema
    if not isinstance(items, Mapping) or (items.get("type") if node.types == {"array"} else "string") != "string" or not node.types <= {"string", "array"}:
        return False
    return bool(node.types) and not any(keyword in items for keyword in ("enum", "const", "format", "pattern"))


def _tellings(nodes: list[Node], public: PublishedTool | None) -> list[PublishedParam | None]:
    """What an annotation says of each place; of a list's items what it says of the list, unless it names them."""
    if public is None:
        return [None] * len(nodes)
    found: list[PublishedParam | None] = []
    for node in nodes:
        told = public.params.get(_pointer(node))
        found.append(found[node.above] if told is None and node.item and node.above >= 0 else told)
    return found


def _is_demanded(node: Node, got: Guess, bare: list[Need]) -> bool:
    """Whether a tool cannot be called without this party or record, outside any profile."""
    inside = node.above >= 0 and bare[node.above].use is Use.BALLAST
    return got.role.name in _PARTIES and node.required and not node.nullable and not inside


def _is_the_subject(node: Node, kind: Kind, tool: frozenset[str]) -> bool:
    """Whether a tool is about this very thing (`log_mood {mood}`, `save_memory {memory}`); one that hands it to another agent is not."""
    words = tokens(node.name)
    return kind.trust != "agent" and bool(words) and tool.issuperset(words)


def _param(node: Node, got: Guess, need: Need, said: Annotation | None, about: str, why: str) -> Param:
    return Param(_pointer(node), got.role.name, need, node.required, node.nullable, got.confidence, said, got.evidence, about, why)


def _pointer(node: Node) -> str:
    return "".join("/" + s.replace("~", "~0").replace("/", "~1") for s in node.steps)


def _hash(schema: Mapping[str, Any] | None) -> str:
    """Give a name of the schema that does not depend on the order of its keys; empty for none."""
    return blake2b(_bytes(schema, orjson.OPT_SORT_KEYS), digest_size=16).hexdigest() if schema else ""


def _bytes(value: object, option: int = 0) -> bytes:
    """Give bytes that are the same for the same value; what is too deep or too odd for JSON writers is walked by hand."""
    try:
        return orjson.dumps(value, option=option)
    except TypeError:
        return _walked(value)


def _walked(value: object) -> bytes:
    parts: list[str] = []
    stack: list[object] = [value]
    while stack:
        here = stack.pop()
        if isinstance(here, Mapping):
            parts.append(f"object {len(here)}")
            for key, member in here.items():
                stack.extend((member, key))
        elif isinstance(here, list | tuple):
            parts.append(f"array {len(here)}")
            stack.extend(here)
        else:
            parts.append(f"{type(here).__name__}:{here!r}")
    return "\0".join(parts).encode("utf-8", "surrogatepass")
