"""References of an OpenAPI document: followed within it, with bounds, and schemas carried over with all that they refer to.

Must not be in here: operations, network: a reference that leads outside the document is a fault.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tool_registry.importers.declared import fault, step

MAX_CHAIN: Final = 32
"""References that are followed one after the other."""
MAX_DEPTH: Final = 96
"""How deep a schema may be nested, references not followed."""
MAX_WORK: Final = 400_000
"""Nodes of all schemas that are copied, over one document: what aliases and shared parts multiply ends here."""
_DATA: Final = frozenset({"enum", "const", "default", "example", "examples"})
"""Keywords whose value is data: a `$ref` in it is none."""
_NAMED: Final = frozenset({"properties", "patternProperties", "dependentSchemas", "$defs", "definitions"})
"""Keywords whose value holds schemas under names: a property may be called `$ref` or `example`."""


class Document:
    """An OpenAPI document whose references can be followed."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self.root = root
        self.work = 0

    def follow(self, value: Any, place: str) -> tuple[Mapping[str, Any], str]:
        """Give the object that stands at a place or that is referred to from it, and where that stands. Raises ImportFault."""
        for _ in range(MAX_CHAIN):
            if not isinstance(value, Mapping):
                raise fault(place, "must be an object")
            ref = value.get("$ref")
            if ref is None:
                return value, place
            target, where = self.target(ref, place + "/$ref")
            beside = {k: v for k, v in value.items() if k not in ("$ref", "summary", "description")}
            value, place = ({**target, **beside}, where) if beside and isinstance(target, Mapping) else (target, where)
        raise fault(place, "a chain of references does not end")

    def target(self, ref: Any, place: str) -> tuple[Any, str]:
        """Give what a reference within the document names, and its place. Raises ImportFault."""
        if not isinstance(ref, str):
            raise fault(place, "a reference must be a text")
        if not ref.startswith("#"):
            raise fault(place, "a reference that leads outside the document is not followed: bundle it into one file first")
        here: Any = self.root
        where = ""
        for raw in ref[1:].split("/")[1:]:
            key = raw.replace("%7B", "{").replace("%7D", "}").replace("~1", "/").replace("~0", "~")
            if isinstance(here, Mapping) and key in here:
                here = here[key]
            elif isinstance(here, list) and key.isdigit() and int(key) < len(here):
                here = here[int(key)]
            else:
                raise fault(place, "the reference leads nowhere")
            where += step(key)
        return here, where


class Carried:
    """The schemas of one tool: what they refer to stands below `$defs` of the tool's own schema."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.defs: dict[str, Any] = {}
        self._names: dict[str, str] = {}

    def schema(self, schema: Any, place: str) -> Any:
        """Give a schema whose references lead below `#/$defs`. Raises ImportFault."""
        carried = self._copy(schema, place, 0)
        return carried if isinstance(carried, dict | bool) else {}

    def _copy(self, value: Any, place: str, depth: int, *, named: bool = False) -> Any:
        self.document.work += 1
        if depth > MAX_DEPTH or self.document.work > MAX_WORK:
            raise fault(place, "the schema is nested too deeply or too large")
        if isinstance(value, list):
            return [self._copy(item, place + step(at), depth + 1) for at, item in enumerate(value)]
        if not isinstance(value, Mapping):
            return value
        copied: dict[str, Any] = {}
        for key, member in value.items():
            name = str(key)
            if named:
                copied[name] = self._copy(member, place + step(name), depth + 1)
            elif name == "$ref":
                copied[name] = self._carry(member, place + "/$ref", depth)
            elif name in _DATA:
                copied[name] = member
            elif name != "discriminator":
                copied[name] = self._copy(member, place + step(name), depth + 1, named=name in _NAMED)
        return copied

    def _carry(self, ref: Any, place: str, depth: int) -> str:
        target, where = self.document.target(ref, place)
        name = self._names.get(where)
        if name is None:
            last = where.rsplit("/", 1)[-1].replace("~1", "_").replace("~0", "_") or "root"
            name = last if last not in self.defs else f"{last}_{len(self.defs)}"
            self._names[where] = name
            self.defs[name] = {}  # a schema that refers to itself finds its name taken
            self.defs[name] = self._copy(target, where, depth + 1)
        return f"#/$defs/{name.replace('~', '~0').replace('/', '~1')}"
