"""A declared tool, whatever declared it, and the error of a document that declares none properly.

Must not be in here: the forms of documents.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tool_registry.errors import RegistryError

MAX_TOOLS: Final = 5000
"""Tools of one document."""


@dataclass(frozen=True, slots=True)
class Declared:
    """One declared tool, whatever the form of its declaration."""

    name: str
    description: str
    parameters: Mapping[str, Any] | None
    """JSON Schema of its arguments; local references resolve within it. None: nothing is said of them."""
    place: str = ""
    """JSON pointer of the declaration in its document."""


class ImportFault(RegistryError):
    """A document that is no declaration of tools, or has a fault at one place of it."""


def fault(place: str, what: str) -> ImportFault:
    """Say what is wrong at a place; `place` is a JSON pointer, empty for the whole document."""
    return ImportFault(f"`{place[:200]}`: {what}" if place else f"the document {what}")


def step(key: object) -> str:
    """Give a pointer's step for a key or an index."""
    return "/" + str(key)[:120].replace("~", "~0").replace("/", "~1")


def text(holder: Mapping[str, Any], key: str, place: str) -> str:
    """Give an optional text. Raises ImportFault where something else stands there."""
    value = holder.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise fault(place + step(key), "must be a text")
    return value


def name_of(holder: Mapping[str, Any], place: str) -> str:
    """Give a tool's name. Raises ImportFault where there is none."""
    if "name" not in holder:
        raise fault(place, "has no `name`")
    name = text(holder, "name", place)
    if not name.strip():
        raise fault(place + "/name", "must not be empty")
    return name


def schema_of(holder: Mapping[str, Any], key: str, place: str) -> Mapping[str, Any] | None:
    """Give the schema of a tool's arguments, None where nothing is said. Raises ImportFault for what is no schema of an object."""
    schema = holder.get(key)
    if schema is None:
        return None
    here = place + step(key)
    if not isinstance(schema, Mapping):
        raise fault(here, "must be an object (a JSON Schema)")
    types = schema.get("type")
    if types is not None and types != "object" and not (isinstance(types, list) and "object" in types):
        raise fault(here + "/type", "must be `object`: arguments have names")
    properties = schema.get("properties")
    if properties is not None and not isinstance(properties, Mapping):
        raise fault(here + "/properties", "must be an object")
    for name, sub in (properties or {}).items():
        if not isinstance(sub, Mapping | bool):
            raise fault(here + "/properties" + step(name), "must be an object (a JSON Schema)")
    required = schema.get("required")
    if required is not None and not (isinstance(required, list) and all(isinstance(n, str) for n in required)):
        raise fault(here + "/required", "must be a list of names")
    return schema


def distinct(tools: list[Declared]) -> tuple[Declared, ...]:
    """Give the tools. Raises ImportFault where two have one name, or there are none."""
    if not tools:
        raise fault("", "declares no tools")
    seen: dict[str, str] = {}
    for tool in tools:
        before = seen.setdefault(tool.name, tool.place)
        if before != tool.place:
            raise fault(tool.place, f"declares a name that `{before}` has already")
    return tuple(tools)
