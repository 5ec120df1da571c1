"""Whether a value is valid against a schema of the client's: two engines behind one small class.

`jsonschema-rs` judges; a format that both engines know must satisfy both, since a tool may run either. `jsonschema`, the reference, judges
alone what the fast engine refuses to compile (Python's own regular expressions). Nothing is ever fetched.
Must not be in here: caches, places, rewriting, messages of the engines (they quote values).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import unquote

import jsonschema_rs

from minimize.pointers import join, split

MAX_SCHEMA_DEPTH = 100
"""Containers within containers of a schema; the engine gives up at some more."""
MAX_APPLIED = 10_000
"""How many subschemas may apply to one place of the arguments."""
MAX_STEPS = 1_000_000
"""Bound on the work that a recursive schema may cause (branches to the power of the depth of the arguments)."""

_SURROGATE = re.compile(r"[\ud800-\udfff]")

IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")
IN_PLACE = ("not", "if", "then", "else")
_BELOW = ("items", "additionalItems", "additionalProperties", "unevaluatedItems", "unevaluatedProperties", "contains", "propertyNames")
_BELOW_MAPS = ("properties", "patternProperties")
_DRAFTS = (
    "https://json-schema.org/draft/2020-12/schema",
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-04/schema#",
)
_KNOWN = {
    uri.rstrip("#")
    for uri in (*_DRAFTS, "https://json-schema.org/draft/2019-09/schema", "http://json-schema.org/draft-06/schema#", "https://json-schema.org/draft-07/schema")
}
_DRAFT_OF = dict(zip(("Draft202012Validator", "Draft7Validator", "Draft4Validator"), _DRAFTS, strict=True))
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")

Violation = tuple[str, str]
"""(pointer into the instance, keyword); for a missing or unexpected member the pointer names the member."""


class Validity:
    """A compiled schema. Safe to share between threads."""

    def __init__(self, schema: Mapping[str, Any], engine: Any, branching: int) -> None:
        self.schema = schema
        """The schema as it was compiled: references that lead nowhere are left out."""
        self._engine = engine
        self._is_valid: Callable[[Any], bool] = engine.is_valid
        self._branching = branching
        self._map: Any = None

    def is_valid(self, instance: Any) -> bool | None:
        """Judge an instance (plain JSON values); None if the engine cannot, or only at great cost."""
        if self._branching > 1 and self._branching ** _depth(instance) > MAX_STEPS:
            return None
        return _judge(self._is_valid, instance)

    def violations(self, instance: Any) -> frozenset[Violation]:
        """Give all errors of an instance as places and keywords, never as messages."""
        if self._branching > 1 and self._branching ** _depth(instance) > MAX_STEPS:
            return frozenset()
        try:
            return frozenset(found for error in self._engine.iter_errors(_clean(instance)) for found in _violations(error))
        except Exception:  # engines raise many kinds; whatever it is, they have no judgement
            return frozenset()

    def accepts(self, pointer: str, instance: Any) -> bool:
        """Judge an instance by the subschema at a pointer into the schema; true if that cannot be said."""
        if self._map is None:
            self._map = _subschemas(self._engine, self.schema)
        engine = self._map.get("#" + pointer)
        return engine is None or _judge(engine.is_valid, instance) is not False


def compiled(schema: Mapping[str, Any]) -> Validity | None:
    """Compile a schema of any draft (`$schema` says which, 2020-12 if it does not); None if it is broken. Never raises.

    A reference that is not local, or leads nowhere, asserts nothing. A schema that nests too deep, or that would make one place be
    judged by more than `MAX_APPLIED` subschemas, is as good as broken.
    """
    try:
        branching = _branching(schema)
        if branching is None:
            return None
        for candidate in (schema, _without_dead_references(schema)):
            engine = _engine(candidate)
            if engine is not None:
                return Validity(candidate, engine, branching)
        engine = _reference_engine(_without_dead_references(schema))
        return None if engine is None else Validity(schema, engine, branching)
    except Exception:  # a schema is anything that a client sends; whatever breaks on it makes it unusable
        return None


def resolve(root: Mapping[str, Any], reference: str) -> tuple[str, Any] | None:
    """Follow a local reference (`#/$defs/x`, `#`); give the pointer and the subschema there, None if it is not local or leads nowhere."""
    if not reference.startswith("#"):
        return None
    pointer = unquote(reference[1:])
    if pointer and not pointer.startswith("/"):
        return None
    value: Any = root
    for step in split(pointer):
        if isinstance(value, Mapping) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isascii() and step.isdigit() and len(step) < 7 and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return pointer, value


def _engine(schema: Mapping[str, Any]) -> Any:
    """Compile with the fast engine; without a known `$schema` by the first draft in which the schema makes sense."""
    said = schema.get("$schema")
    known = isinstance(said, str) and said.rstrip("#") in _KNOWN
    for draft in (said,) if known else _DRAFTS:
        try:
            return jsonschema_rs.validator_for({**schema, "$schema": draft}, validate_formats=True, formats=_formats_of(schema), retriever=_never)
        except ValueError:
            continue
    return None


def _subschemas(engine: Any, schema: Mapping[str, Any]) -> Any:
    """Compile every subschema by its pointer; an empty map where that fails."""
    draft = _DRAFT_OF.get(type(engine).__name__, schema.get("$schema", _DRAFTS[0]))
    try:
        return jsonschema_rs.validator_map_for({**schema, "$schema": draft}, validate_formats=True, formats=_formats_of(schema), retriever=_never)
    except ValueError:
        return {}


def _never(uri: str) -> Any:
    raise ValueError("references are local")


def _reference_engine(schema: Mapping[str, Any]) -> Any:
    """Compile with the reference implementation, no retrieval."""
    import jsonschema
    from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

    kind: Any = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
    try:
        kind.check_schema(schema)
    except jsonschema.SchemaError:
        return None
    return kind(schema, format_checker=kind.FORMAT_CHECKER, registry=REGISTRY)


def _formats_of(schema: Mapping[str, Any]) -> dict[str, Callable[[Any], bool]]:
    """The checks where a schema speaks of formats at all: the reference takes a while to import."""
    rest: list[Any] = [schema]
    for value in rest:
        if isinstance(value, Mapping):
            if "format" in value:
                return _formats()
            rest.extend(value.values())
        elif isinstance(value, list):
            rest.extend(value)
    return {}


@cache
def _formats() -> dict[str, Callable[[Any], bool]]:
    """Checks of the formats that the reference knows too: both engines must be content. The others are the fast engine's own."""
    from jsonschema import Draft202012Validator

    checker = Draft202012Validator.FORMAT_CHECKER

    def both(name: str) -> Callable[[Any], bool]:
        fast = jsonschema_rs.Draft202012Validator({"format": name}, validate_formats=True).is_valid

        def check(value: Any) -> bool:
            return bool(_judge(fast, value)) and checker.conforms(value, name)

        return check

    # For e-mail the reference only asks for an `@`, which the fast engine does anyway.
    return {name: both(name) for name in checker.checkers if name not in ("email", "idn-email")}


def _judge(is_valid: Callable[[Any], bool], instance: Any) -> bool | None:
    try:
        return bool(is_valid(instance))
    except UnicodeError:
        try:
            return bool(is_valid(_clean(instance)))
        except Exception:
            return None
    except Exception:  # see `violations`
        return None


def _clean(value: Any) -> Any:
    """Copy a value with lone surrogates replaced (same length), since the fast engine reads UTF-8."""
    if isinstance(value, str):
        return value if value.isascii() else _SURROGATE.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    return [_clean(item) for item in value] if isinstance(value, list) else value


def _violations(error: Any) -> Iterator[Violation]:
    """Give the places of one error of either engine."""
    if hasattr(error, "instance_path"):
        path, keyword, said = [str(step) for step in error.instance_path], error.kind.name, error.kind.as_dict()
        members = [said["property"]] if "property" in said else said.get("unexpected", ())
        if keyword == "falseSchema":
            keyword = next((step for step in reversed(error.schema_path) if isinstance(step, str)), keyword)
    else:
        path, keyword, members = [str(step) for step in error.absolute_path], str(error.validator), ()
        if keyword == "required" and isinstance(error.instance, dict):
            members = [name for name in error.validator_value if name not in error.instance]
    yield from [(join([*path, str(member)]), keyword) for member in members] or [(join(path), keyword)]


def _depth(value: Any) -> int:
    level, depth = [value], 0
    while level:
        depth += 1
        level = [item for one in level if isinstance(one, dict | list) for item in (one.values() if isinstance(one, dict) else one)]
    return depth


def _without_dead_references(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Copy a schema without the references that are not local or lead nowhere; other keywords beside them stay."""

    def copy(value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: copy(item) for key, item in value.items() if not (key in _REFERENCES and isinstance(item, str) and dead(item))}
        return [copy(item) for item in value] if isinstance(value, list) else value

    def dead(reference: str) -> bool:
        if not reference.startswith("#"):
            return True
        return resolve(schema, reference) is None if reference[1:2] in ("", "/") else reference[1:] not in anchors

    anchors: set[str] = set()
    rest: list[Any] = [schema]
    for one in rest:
        if isinstance(one, Mapping):
            anchors.update(str(one[key]).removeprefix("#") for key in ("$anchor", "$dynamicAnchor", "$id", "id") if isinstance(one.get(key), str))
            rest.extend(one.values())
        elif isinstance(one, list):
            rest.extend(one)
    copied: Mapping[str, Any] = copy(schema)
    return copied


def children(schema: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    """Give the subschemas that apply to the same instance, and those that apply to its members and items; references not followed."""
    here = [item for key in IN_PLACE_LISTS if isinstance(schema.get(key), list) for item in schema[key]]
    here += [schema[key] for key in IN_PLACE if key in schema]
    dependent = schema.get("dependentSchemas", schema.get("dependencies"))
    here += list(dependent.values()) if isinstance(dependent, Mapping) else []
    below = [schema[key] for key in _BELOW if isinstance(schema.get(key), Mapping)]
    below += [item for key in _BELOW_MAPS if isinstance(schema.get(key), Mapping) for item in schema[key].values()]
    below += [item for key in ("prefixItems", "items") if isinstance(schema.get(key), list) for item in schema[key]]
    return [item for item in here if isinstance(item, Mapping)], [item for item in below if isinstance(item, Mapping)]


def _branching(root: Mapping[str, Any]) -> int | None:
    """Bound the cost of a schema: None if it is out of bounds, else the base by which the cost of recursion grows (1: it does not).

    Weight of a subschema: itself, all that apply to the same place, and the heaviest that applies below. Recursion counts once.
    """
    if _depth(root) > MAX_SCHEMA_DEPTH:
        return None
    weights: dict[int, int] = {}
    open_: dict[int, bool] = {}
    """Subschemas whose weight is being worked out; true if recursion came back to them through a member or item."""
    base = 1

    def weigh(schema: Mapping[str, Any], nested: bool) -> int:
        nonlocal base
        known = id(schema)
        if known in open_:
            open_[known] = open_[known] or nested
            return 0
        if known in weights:
            return weights[known]
        open_[known] = False
        here, below = children(schema)
        here += list(_targets(root, schema))
        weight = 1 + sum(weigh(child, nested) for child in here)
        spread = max(1, len([child for child in here if any(children(child))]))
        weight += max((weigh(child, True) for child in below), default=0)
        if open_.pop(known):
            base = max(base, spread)
        weights[known] = min(weight, 10 * MAX_APPLIED)
        return weights[known]

    return base if weigh(root, False) <= MAX_APPLIED else None


def _targets(root: Mapping[str, Any], schema: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    for key in _REFERENCES:
        reference = schema.get(key)
        found = resolve(root, reference) if isinstance(reference, str) else None
        if found is not None and isinstance(found[1], Mapping):
            yield found[1]
