"""Our extension keys in the tools that a client declares: read with the schema, never sent to the provider.

Must not be in here: what the annotations mean (`tool_registry`), the text of the request.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

ANNOTATIONS = frozenset({"x-minimum-necessary", "minimum_necessary", "x-required-context", "x-trust", "x-privacy"})

_SCHEMAS = frozenset(
    {"items", "additionalItems", "unevaluatedItems", "contains", "additionalProperties", "unevaluatedProperties", "propertyNames", "contentSchema"}
    | {"not", "if", "then", "else", "allOf", "anyOf", "oneOf", "prefixItems"}
)
"""Keywords whose value is a schema or a list of schemas."""
_NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"})
"""Keywords whose value holds schemas under names; the names are the tool's own, whatever they are."""

Steps = tuple[str, ...]


def annotated(parameters: dict[str, Any], *around: Mapping[str, Any]) -> dict[str, Any]:
    """Give a tool's schema with the annotations that stand on the tool itself; those of the schema win."""
    beside = {key: value for outer in reversed(around) for key, value in outer.items() if key in ANNOTATIONS}
    return {**beside, **parameters} if beside else parameters


def without_annotations(tool: Any) -> list[Steps]:
    """Give where annotations stand in one entry of `tools` or `functions`: on it, on its function, in the schema of its parameters.

    Only keywords count: a property that is named like an annotation stays, and so does data (`default`, `enum`, `examples`).
    """
    found: list[Steps] = []
    if isinstance(tool, dict):
        for steps, holder in ((), tool), (("function",), tool.get("function")), (("custom",), tool.get("custom")):
            if isinstance(holder, dict):
                found += [(*steps, key) for key in holder if key in ANNOTATIONS]
                found += _in_schema(holder.get("parameters"), (*steps, "parameters"))
    return found


def _in_schema(schema: Any, steps: Steps) -> Iterator[Steps]:
    rest: list[tuple[Any, Steps]] = [(schema, steps)]
    for value, place in rest:
        if not isinstance(value, dict):
            continue
        for key, item in value.items():
            if key in ANNOTATIONS:
                yield (*place, key)
            elif key in _NAMED and isinstance(item, dict):
                rest.extend((inner, (*place, key, name)) for name, inner in item.items())
            elif key in _SCHEMAS:
                if isinstance(item, list):
                    rest.extend((inner, (*place, key, str(index))) for index, inner in enumerate(item))
                else:
                    rest.append((item, (*place, key)))
