"""What a schema says of one place of the arguments: declared or not, types, required, nullable, limits.

References are followed with a guard against cycles, `allOf` counts as a whole, of `anyOf` and `oneOf` count the branches that accept
the instance (all, if none does). A broken schema is read as far as it makes sense.
Must not be in here: judgement of whole instances (`validity`), what a place is for (`tool_registry`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from minimize.branches import allows_null, chooses, fits, is_real, listed, types_of
from minimize.pointers import join
from minimize.validity import Validity, resolve

MAX_REMEMBERED = 2_000
"""Nodes of one schema that are kept."""

_ABSENT: Any = object()
Sub = tuple[Any, str | None]
"""A subschema (whatever the client wrote there) and its pointer in the root schema, None where it is not known."""
Subs = list[tuple[Mapping[str, Any], str | None]]


@dataclass(frozen=True, slots=True)
class Place:
    """One place as the schema declares it. Where several subschemas apply, the narrower limit holds."""

    declared: bool = False
    """Some subschema names the place: as a property, as an item, or as what additional members look like."""
    types: frozenset[str] = frozenset()
    """JSON types that are said to be allowed; empty: nothing is said."""
    required: bool = False
    """The object around it requires this member."""
    nullable: bool = False
    """Null is said to be allowed (`type` list, a branch, `nullable: true`, null in `enum`); not merely because nothing is said."""
    description: str = ""
    format: str | None = None
    pattern: str | None = None
    enum: tuple[Any, ...] | None = None
    """Values of all `enum`s that apply; null is among them if it is."""
    const: Any = None
    """The value of `const`; `has_const` tells null from nothing."""
    has_const: bool = False
    min_length: int | None = None
    max_length: int | None = None
    minimum: float | None = None
    """Lowest value; for an integer with `exclusiveMinimum` the next one, for another number the bound itself."""
    maximum: float | None = None
    multiple_of: float | None = None
    min_items: int | None = None
    max_items: int | None = None
    key_free: bool = False
    """The key is the caller's own (not under `properties`): data, not vocabulary."""
    removable: bool = True
    """No keyword of the object or array around it forbids that it goes (`required`, `minProperties`, `minItems`, tuples)."""
    schemas: tuple[Mapping[str, Any], ...] = ()
    """The subschemas that apply, references followed."""


class Places:
    """Looks places up in one schema. What was worked out once is kept as a graph of nodes, so that a lookup is a walk over steps.

    Shared by threads without a lock: a race at worst works something out twice.
    """

    def __init__(self, schema: Mapping[str, Any] | None, validity: Validity | None) -> None:
        self._look = _Look(schema or {}, validity)
        self._nodes: dict[tuple[int, ...], _Node] = {}
        self._root = _Edge([(schema or {}, "")], declared=True, required=False, free=False, removable=False, least=None)

    def place(self, instance: Any, steps: tuple[str, ...]) -> Place:
        """Say what the schema declares at steps (keys and indices as text) of an instance; the place need not exist there."""
        edge = self._root
        around: Any = _ABSENT
        node = self._reach(edge, instance)
        for step in steps:
            around, instance = instance, _child(instance, step)
            edge = node.edge(step, _is_item(around, step, node.subs))
            node = self._reach(edge, instance)
        found = edge.places.get(node.key)
        if found is None:
            found = edge.places[node.key] = _describe(node.subs, edge, self._look.root)
        if edge.least is not None and isinstance(around, dict | list) and len(around) <= edge.least:
            return replace(found, removable=False)
        return found

    def _reach(self, edge: _Edge, instance: Any) -> _Node:
        """Give the node to which an edge leads for an instance."""
        if edge.node is not None:
            return edge.node
        subs, fixed = self._look.expand(edge.found, instance)
        key = tuple([id(sub) for sub, _ in subs])
        node = self._nodes.get(key)
        if node is None:
            if len(self._nodes) >= MAX_REMEMBERED:
                self._nodes.clear()
            node = self._nodes[key] = _Node(key, subs)
        if fixed:
            edge.node = node
        return node


class _Edge:
    """The way from an object or array to one member or item: what is declared there, before branches are chosen."""

    __slots__ = ("declared", "found", "free", "least", "node", "places", "removable", "required")

    def __init__(self, found: list[Sub], *, declared: bool, required: bool, free: bool, removable: bool, least: float | None) -> None:
        self.found = found
        self.declared = declared
        self.required = required
        self.free = free
        self.removable = removable
        self.least = least
        """`minProperties` or `minItems` of what is around."""
        self.node: _Node | None = None
        """Where it leads, if that is the same for all instances."""
        self.places: dict[tuple[int, ...], Place] = {}


class _Node:
    """All subschemas that apply at one place together, and the ways that go on from there."""

    def __init__(self, key: tuple[int, ...], subs: Subs) -> None:
        self.key = key
        self.subs = subs
        self._required = {name for sub, _ in subs for name in listed(sub.get("required")) if isinstance(name, str)}
        self._named = {name for sub, _ in subs if isinstance(sub.get("properties"), Mapping) for name in sub["properties"]}
        self._patterned = any(isinstance(sub.get("patternProperties"), Mapping) for sub, _ in subs)
        self._listed = max((len(listed(sub.get(name))) for sub, _ in subs for name in ("prefixItems", "items")), default=0)
        self._edges: dict[str | int, _Edge] = {}

    def edge(self, step: str, is_item: bool) -> _Edge:
        name: str | int = step
        if is_item:
            name = min(int(step) if step.isdecimal() and len(step) < 10 else 0, self._listed)
        elif step not in self._named and step not in self._required:
            if self._patterned:
                return self._make(step, False)
            name = -1
        found = self._edges.get(name)
        if found is None:
            found = self._edges[name] = self._make(step, is_item)
        return found

    def _make(self, step: str, is_item: bool) -> _Edge:
        found, free = _below(self.subs, step, is_item)
        required = not is_item and step in self._required
        least = _most(_number(sub.get("minItems" if is_item else "minProperties")) for sub, _ in self.subs)
        removable = not required and not (is_item and self._listed)
        return _Edge(found, declared=bool(found), required=required, free=free, removable=removable, least=least)


class _Look:
    """Works out which subschemas apply at one place of an instance."""

    def __init__(self, root: Mapping[str, Any], validity: Validity | None) -> None:
        self.root = root
        self.validity = validity

    def expand(self, subs: list[Sub], instance: Any) -> tuple[Subs, bool]:
        """Give the subschemas and all that apply in place with them, outer ones first, and whether that holds for every instance."""
        seen: set[int] = set()
        out: Subs = []
        fixed = True
        rest = list(reversed(subs))
        while rest:
            sub, pointer = rest.pop()
            if not isinstance(sub, Mapping) or id(sub) in seen:
                continue
            seen.add(id(sub))
            out.append((sub, pointer))
            rest.extend(reversed([*self.always(sub, pointer), *self.branches(sub, pointer, instance), *self.conditional(sub, pointer, instance)]))
            fixed = fixed and not chooses(sub)
        return out, fixed

    def always(self, sub: Mapping[str, Any], pointer: str | None) -> Iterator[Sub]:
        for key in ("$ref", "$dynamicRef", "$recursiveRef"):
            reference = sub.get(key)
            found = resolve(self.root, reference) if isinstance(reference, str) else None
            if found is not None:
                yield found[1], found[0]
        for index, branch in enumerate(listed(sub.get("allOf"))):
            yield branch, _under(pointer, "allOf", str(index))

    def branches(self, sub: Mapping[str, Any], pointer: str | None, instance: Any) -> Iterator[Sub]:
        """Choose the branches that accept the instance, or all. A branch for null only is left out: it says nothing but `nullable`."""
        for key in ("anyOf", "oneOf"):
            real = [(branch, _under(pointer, key, str(index))) for index, branch in enumerate(listed(sub.get(key))) if is_real(branch)]
            if len(real) < 2 or instance is _ABSENT:
                yield from real
            else:
                yield from [branch for branch in real if self.accepts(branch, instance)] or real

    def conditional(self, sub: Mapping[str, Any], pointer: str | None, instance: Any) -> Iterator[Sub]:
        """Choose among `then` and `else`, and what depends on the presence of a member."""
        if instance is _ABSENT:
            return
        if isinstance(sub.get("if"), Mapping):
            key = "then" if self.accepts((sub["if"], _under(pointer, "if")), instance) else "else"
            yield sub.get(key), _under(pointer, key)
        for key in ("dependentSchemas", "dependencies"):
            dependent = sub.get(key)
            for name, branch in dependent.items() if isinstance(dependent, Mapping) else ():
                if isinstance(instance, Mapping) and name in instance:
                    yield branch, _under(pointer, key, name)

    def accepts(self, branch: Sub, instance: Any) -> bool:
        sub, pointer = branch
        if self.validity is not None and pointer is not None:
            return self.validity.accepts(pointer, instance)
        found = resolve(self.root, sub["$ref"]) if isinstance(sub.get("$ref"), str) else None
        return fits(found[1] if found is not None and isinstance(found[1], Mapping) else sub, instance)


def _below(subs: Subs, step: str, is_item: bool) -> tuple[list[Sub], bool]:
    """Give the subschemas of a member or item, and whether the key is free.

    What one subschema names is no additional member, though another, that does not see the name, allows such members.
    """
    if is_item:
        return [found for sub, pointer in subs for found in _item(sub, pointer, int(step) if step.isdecimal() else 0)], False
    named: list[Sub] = []
    matched: list[Sub] = []
    extra: list[Sub] = []
    for sub, pointer in subs:
        properties = sub.get("properties")
        if isinstance(properties, Mapping) and step in properties:
            named.append((properties[step], _under(pointer, "properties", step)))
        matched.extend(_patterned(sub, pointer, step))
        extra.extend((sub[key], _under(pointer, key)) for key in ("additionalProperties", "unevaluatedProperties") if isinstance(sub.get(key), Mapping))
    return [*named, *matched, *([] if named or matched else extra)], not named


def _is_item(around: Any, step: str, subs: Subs) -> bool:
    """Tell whether a step is an index; where the instance has no such place, the schema tells."""
    if around is not _ABSENT:
        return isinstance(around, list)
    return (step == "*" or step.isdecimal()) and any("array" in types_of(sub) or "items" in sub or "prefixItems" in sub for sub, _ in subs)


def _patterned(sub: Mapping[str, Any], pointer: str | None, step: str) -> Iterator[Sub]:
    patterns = sub.get("patternProperties")
    for pattern, branch in patterns.items() if isinstance(patterns, Mapping) else ():
        try:
            if len(step) <= 1_000 and re.search(pattern, step):
                yield branch, _under(pointer, "patternProperties", pattern)
        except re.error:
            continue


def _item(sub: Mapping[str, Any], pointer: str | None, index: int) -> Iterator[Sub]:
    first = "prefixItems" if isinstance(sub.get("prefixItems"), list) else "items"
    tuple_ = listed(sub.get(first))
    rest = "items" if first == "prefixItems" or not isinstance(sub.get("items"), list) else "additionalItems"
    if index < len(tuple_):
        yield tuple_[index], _under(pointer, first, str(index))
    elif isinstance(sub.get(rest), Mapping):
        yield sub[rest], _under(pointer, rest)
    elif isinstance(sub.get("unevaluatedItems"), Mapping):
        yield sub["unevaluatedItems"], _under(pointer, "unevaluatedItems")


def _describe(applied: Subs, edge: _Edge, root: Mapping[str, Any]) -> Place:
    subs = [sub for sub, _ in applied]
    types = frozenset(name for sub in subs for name in types_of(sub))
    nullable = any(allows_null(sub, root) for sub in subs)
    enums = [value for sub in subs if isinstance(sub.get("enum"), list) for value in sub["enum"]]
    const = next((sub["const"] for sub in subs if "const" in sub), _ABSENT)
    integer = types - {"null"} == {"integer"}
    return Place(
        declared=edge.declared,
        types=types | {"null"} if nullable and types else types,
        required=edge.required,
        nullable=nullable,
        description=_text(subs, "description") or "",
        format=_text(subs, "format"),
        pattern=_text(subs, "pattern"),
        enum=tuple(enums) if enums else None,
        const=None if const is _ABSENT else const,
        has_const=const is not _ABSENT,
        min_length=_length(subs, "minLength"),
        max_length=_length(subs, "maxLength"),
        minimum=_most(bound for sub in subs for bound in (_number(sub.get("minimum")), _beyond(sub, "exclusiveMinimum", integer, 1))),
        maximum=_least(bound for sub in subs for bound in (_number(sub.get("maximum")), _beyond(sub, "exclusiveMaximum", integer, -1))),
        multiple_of=_most(_number(sub.get("multipleOf")) for sub in subs),
        min_items=_length(subs, "minItems"),
        max_items=_length(subs, "maxItems"),
        key_free=edge.free,
        removable=edge.removable,
        schemas=tuple(subs),
    )


def _under(pointer: str | None, *steps: str) -> str | None:
    return None if pointer is None else pointer + join(steps)


def _child(instance: Any, step: str) -> Any:
    if isinstance(instance, dict):
        return instance.get(step, _ABSENT)
    if isinstance(instance, list) and step.isascii() and step.isdigit() and len(step) < 10 and int(step) < len(instance):
        return instance[int(step)]
    return _ABSENT


def _text(subs: list[Mapping[str, Any]], key: str) -> str | None:
    return next((sub[key] for sub in subs if isinstance(sub.get(key), str) and sub[key]), None)


def _number(value: Any) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) else None


def _beyond(sub: Mapping[str, Any], key: str, integer: bool, step: int) -> float | None:
    """Read an exclusive bound in the form of today (a number) or of draft-04 (true beside the bound)."""
    bound = _number(sub.get("minimum" if step > 0 else "maximum")) if sub.get(key) is True else _number(sub.get(key))
    if bound is None or not integer:
        return bound
    return math.floor(bound) + 1 if step > 0 else math.ceil(bound) - 1


def _most(values: Iterator[float | None]) -> float | None:
    return max((value for value in values if value is not None), default=None)


def _least(values: Iterator[float | None]) -> float | None:
    return min((value for value in values if value is not None), default=None)


def _length(subs: list[Mapping[str, Any]], key: str) -> int | None:
    """Read a limit on a number of characters or items; the narrower one of several."""
    bound = (_most if key.startswith("min") else _least)(_number(sub.get(key)) for sub in subs)
    return None if bound is None else int(bound)
