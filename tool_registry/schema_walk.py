"""The places of a parameters' schema: pointer patterns, local `$ref` resolved, branches merged, `*` for items and free keys.

Must not be in here: what a place is for (roles), validity of values. Bounded: depth, places and `$ref` chains have caps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

MAX_DEPTH = 16
MAX_PLACES = 2000
MAX_REFS = 32
MAX_BRANCHES, MAX_VARIANTS = 24, 64
MAX_WORK = 6000
"""Declarations of places that are read, also where several are of one place: what branches and references multiply ends here."""
_BRANCHES = ("allOf", "anyOf", "oneOf")
_CARRIED = (
    "format", "enum", "const", "description", "title", "pattern", "properties", "items", "additionalProperties",
    "x-privacy", "x-minimum-necessary", "minimum_necessary",
)  # fmt: skip
"""What a branch says of the whole place, the first word winning."""
_STRUCTURE = ("properties", "items", "prefixItems", "additionalProperties", "patternProperties", *_BRANCHES, "then", "else")
_TYPES = {"dict": "object", "float": "number", "tuple": "array", "list": "array", "str": "string", "int": "integer", "bool": "boolean"}
"""Names of types that are no JSON Schema but that clients send."""


@dataclass(frozen=True, slots=True)
class Node:
    """One place that a schema declares."""

    steps: tuple[str, ...]
    name: str
    """The property's name; for an item or a free key that of the nearest named place above."""
    schema: Mapping[str, Any]
    """The place's schema with local references resolved and `allOf` merged shallowly."""
    types: frozenset[str]
    required: bool
    """Required by every enclosing object."""
    member_required: bool
    """Required by its own object."""
    nullable: bool
    above: int
    """Position of the enclosing place in the walk's list, -1 at the top."""
    free_key: bool = False
    """Its key comes from `additionalProperties` or `patternProperties`."""
    item: bool = False


def walk(schema: Mapping[str, Any] | None) -> list[Node]:
    """List the places below the root in document order; a place that several branches declare comes once, merged."""
    walker = _Walker(dict(schema) if isinstance(schema, Mapping) else {})
    walker.members(walker.root, (), -1, required=True, depth=0, seen=frozenset())
    return walker.nodes


class _Walker:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self.root = root
        self.nodes: list[Node] = []
        self.at: dict[tuple[str, ...], int] = {}
        self.work = 0

    def resolve(self, schema: Any) -> Mapping[str, Any]:
        """Follow local references; a cycle, a remote or a dangling one gives what stands beside it."""
        for _ in range(MAX_REFS):
            if not isinstance(schema, dict):
                return {}
            ref = schema.get("$ref")
            if not isinstance(ref, str):
                return schema
            target = self._target(ref)
            beside = {k: v for k, v in schema.items() if k != "$ref"}
            if target is None:
                return beside
            schema = {**target, **beside} if beside else target
        return {}

    def _target(self, ref: str) -> Mapping[str, Any] | None:
        if not ref.startswith("#"):
            return None
        here: Any = self.root
        for step in ref[1:].strip("/").split("/") if ref not in ("#", "#/") else ():
            key = step.replace("~1", "/").replace("~0", "~")
            if isinstance(here, dict) and key in here:
                here = here[key]
            elif isinstance(here, list) and key.isdigit() and int(key) < len(here):
                here = here[int(key)]
            else:
                return None
        return here if isinstance(here, dict) else None

    def variants(self, schema: Mapping[str, Any], depth: int = 0) -> Iterator[tuple[Mapping[str, Any], bool]]:
        """Give the schema and its branches, flat; the flag tells whether the part always holds (no anyOf/oneOf)."""
        yield schema, True
        if depth > 4 or not any(key in schema for key in (*_BRANCHES, "then", "else")):
            return
        for keyword in _BRANCHES:
            branches = schema.get(keyword)
            if not isinstance(branches, list):
                continue
            resolved = [self.resolve(branch) for branch in branches[:MAX_BRANCHES]]
            holds = keyword == "allOf" or (len(branches) <= MAX_BRANCHES and sum(types_of(b) != {"null"} for b in resolved) == 1)
            for branch in resolved:
                for part, always in self.variants(branch, depth + 1):
                    yield part, always and holds
        for keyword in ("then", "else"):
            if isinstance(schema.get(keyword), dict):
                yield self.resolve(schema[keyword]), False

    def members(self, schema: Mapping[str, Any], steps: tuple[str, ...], above: int, *, required: bool, depth: int, seen: frozenset[int]) -> None:
        if depth >= MAX_DEPTH or id(schema) in seen or not any(key in schema for key in _STRUCTURE):
            return
        seen = seen | {id(schema)}
        for part, always in islice(self.variants(schema), MAX_VARIANTS):
            names = part.get("required")
            needed = {n for n in names if isinstance(n, str)} if isinstance(names, list) and always else set()
            properties = part.get("properties")
            for name, sub in properties.items() if isinstance(properties, dict) else ():
                self._place((*steps, str(name)), str(name), sub, above, required, name in needed, depth, seen)
            self._free(part, steps, above, depth, seen)

    def _free(self, part: Mapping[str, Any], steps: tuple[str, ...], above: int, depth: int, seen: frozenset[int]) -> None:
        name = self.nodes[above].name if above >= 0 else ""
        extra = part.get("additionalProperties")
        patterns = part.get("patternProperties")
        subs = [extra] if isinstance(extra, dict) else []
        subs += list(patterns.values())[:8] if isinstance(patterns, dict) else []
        for sub in subs:
            self._place((*steps, "*"), name, sub, above, False, False, depth, seen, free_key=True)
        items = part.get("items")
        prefix = part.get("prefixItems") or (items if isinstance(items, list) else None)
        for position, sub in enumerate(prefix[:16] if isinstance(prefix, list) else ()):
            self._place((*steps, str(position)), name, sub, above, False, True, depth, seen, item=True)
        if isinstance(items, dict):
            self._place((*steps, "*"), name, items, above, self.nodes[above].required if above >= 0 else False, True, depth, seen, item=True)

    def _place(
        self, steps: tuple[str, ...], name: str, sub: Any, above: int, required: bool, member: bool, depth: int, seen: frozenset[int],
        *, free_key: bool = False, item: bool = False,
    ) -> None:  # fmt: skip
        self.work += 1
        if len(self.nodes) >= MAX_PLACES or self.work > MAX_WORK:
            return
        schema = self.resolve(sub)
        whole = self._merged(schema)
        types = types_of(whole)
        node = Node(steps, name, whole, types - {"null"}, required and member, member, "null" in types, above, free_key, item)
        position = self.at.get(steps)
        if position is None:
            position = self.at[steps] = len(self.nodes)
            self.nodes.append(node)
        else:
            self.nodes[position] = _union(self.nodes[position], node)
        self.members(schema, steps, position, required=required and member, depth=depth + 1, seen=seen)

    def _merged(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        """Give the schema with what its branches say about type, format, enum and description, first word wins."""
        if not any(k in schema for k in _BRANCHES):
            return schema
        merged: dict[str, Any] = dict(schema)
        types: set[str] = set()
        for part, _ in islice(self.variants(schema), MAX_VARIANTS):
            types |= types_of(part)
            for key in _CARRIED:
                if key in part and key not in merged:
                    merged[key] = part[key]
        if types:
            merged["type"] = sorted(types)
        return merged


def types_of(schema: Mapping[str, Any]) -> frozenset[str]:
    """Give the JSON types that a schema names or implies; empty where it says nothing."""
    declared = schema.get("type")
    names = declared if isinstance(declared, list) else [declared]
    found = {_TYPES.get(t, t) for t in names if isinstance(t, str)}
    if schema.get("nullable") is True:
        found.add("null")
    values = schema.get("enum")
    if isinstance(values, list):
        if None in values:
            found.add("null")
        if not found - {"null"} and any(isinstance(v, str) for v in values):
            found.add("string")
    if not found - {"null"}:
        if "properties" in schema or "additionalProperties" in schema:
            found.add("object")
        elif "items" in schema or "prefixItems" in schema:
            found.add("array")
    return frozenset(found)


def _union(a: Node, b: Node) -> Node:
    """Merge two declarations of one place: needed only if one branch says so always, free where either says so."""
    schema = a.schema if a.schema == b.schema else {**b.schema, **a.schema}
    return Node(
        a.steps, a.name, schema, a.types | b.types, a.required or b.required, a.member_required or b.member_required,
        a.nullable or b.nullable, a.above, a.free_key, a.item,
    )  # fmt: skip
