"""Branches of `anyOf` and `oneOf`: is null meant, does the choice depend on the instance, which branch means this instance.

For where no engine judges: broken schemas are read as far as they make sense. Must not be in here: places, compiled schemas.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from minimize.validity import resolve

_KINDS: Mapping[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "boolean": (), "null": (type(None),), "integer": (int,), "number": (int, float),
}  # fmt: skip


def is_real(branch: Any) -> bool:
    """Tell whether a branch says more than that null is allowed."""
    return isinstance(branch, Mapping) and not _only_null(branch)


def chooses(sub: Mapping[str, Any]) -> bool:
    """Tell whether what applies in place with a subschema depends on the instance."""
    several = any(sum(map(is_real, listed(sub.get(key)))) > 1 for key in ("anyOf", "oneOf"))
    return several or "if" in sub or any(isinstance(sub.get(key), Mapping) for key in ("dependentSchemas", "dependencies"))


def types_of(sub: Mapping[str, Any]) -> list[str]:
    """Give the names of the types that a subschema allows; none if it says nothing."""
    said = sub.get("type")
    return [said] if isinstance(said, str) else [name for name in listed(said) if isinstance(name, str)]


def _only_null(sub: Mapping[str, Any]) -> bool:
    return types_of(sub) == ["null"] or ("const" in sub and sub["const"] is None) or sub.get("enum") == [None]


def allows_null(sub: Any, root: Mapping[str, Any]) -> bool:
    """Tell whether null is expressly allowed, by the subschema or one of its branches."""
    seen: set[int] = set()
    rest = [sub]
    while rest:
        sub = rest.pop()
        if not isinstance(sub, Mapping) or id(sub) in seen:
            continue
        seen.add(id(sub))
        if "null" in types_of(sub) or sub.get("nullable") is True or ("const" in sub and sub["const"] is None) or None in listed(sub.get("enum")):
            return True
        found = resolve(root, sub["$ref"]) if isinstance(sub.get("$ref"), str) else None
        rest.extend([found[1] if found is not None else None, *listed(sub.get("anyOf")), *listed(sub.get("oneOf"))])
    return False


def fits(sub: Mapping[str, Any], instance: Any) -> bool:
    """Judge roughly whether a branch means this instance, where no engine can: by type, required members and constants."""
    types = types_of(sub)
    if types and not any(_is(instance, name) for name in types):
        return False
    if ("const" in sub and sub["const"] != instance) or ("enum" in sub and instance not in listed(sub["enum"])):
        return False
    if not isinstance(instance, dict):
        return True
    properties = sub.get("properties")
    constants = {name: branch["const"] for name, branch in (properties.items() if isinstance(properties, Mapping) else ()) if _has(branch, "const")}
    return all(name in instance for name in listed(sub.get("required")) if isinstance(name, str)) and all(
        instance.get(name, value) == value for name, value in constants.items()
    )


def _is(instance: Any, name: str) -> bool:
    if isinstance(instance, bool):
        return name == "boolean"
    return isinstance(instance, _KINDS.get(name, (object,)))


def listed(value: Any) -> list[Any]:
    """Give a list as it is, and an empty one for anything else."""
    return value if isinstance(value, list) else []


def _has(sub: Any, key: str) -> bool:
    return isinstance(sub, Mapping) and key in sub
