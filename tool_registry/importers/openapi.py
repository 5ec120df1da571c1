"""Operations of an OpenAPI 3.0 or 3.1 document as tools: parameters and the body's members side by side, as converters to tools do it.

Must not be in here: references' meaning (`references`), servers and security: credentials are no arguments of a tool.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tool_registry.importers.declared import MAX_TOOLS, Declared, distinct, fault, step, text
from tool_registry.importers.references import Carried, Document

_METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_PLACES: Final = ("path", "query", "header")
_NOT_ARGUMENTS: Final = frozenset({"accept", "content-type", "authorization"})
"""Headers that OpenAPI says are no parameters."""
_BODY: Final = "body"
"""Name of a body that is no object."""


def read(document: Any) -> tuple[Declared, ...]:
    """Read every operation as a tool, named by its `operationId` or method and path. Raises ImportFault."""
    if not isinstance(document, Mapping):
        raise fault("", "must be an object")
    if not re.match(r"3\.[0-2](\.|$)", str(document.get("openapi"))):  # YAML may have read a number
        raise fault("/openapi", "must say version 3.0 or 3.1" + (" (Swagger 2 is not read: convert it)" if "swagger" in document else ""))
    whole = Document(document)
    tools: list[Declared] = []
    for method, path, item, operation, place in _operations(whole):
        if len(tools) >= MAX_TOOLS:
            raise fault(place, f"is one of more than {MAX_TOOLS} operations")
        tools.append(_tool(whole, method, path, item, operation, place))
    return distinct(tools)


def _operations(whole: Document) -> Iterator[tuple[str, str, Mapping[str, Any], Mapping[str, Any], str]]:
    paths = whole.root.get("paths")
    if not isinstance(paths, Mapping):
        raise fault("/paths", "must be an object")
    for path, raw in paths.items():
        if str(path).startswith("x-"):
            continue
        item, place = whole.follow(raw, "/paths" + step(path))
        for method in _METHODS:
            operation = item.get(method)
            if operation is not None:
                if not isinstance(operation, Mapping):
                    raise fault(place + step(method), "must be an object")
                yield method, str(path), item, operation, place + step(method)


def _tool(whole: Document, method: str, path: str, item: Mapping[str, Any], operation: Mapping[str, Any], place: str) -> Declared:
    name = text(operation, "operationId", place) or "_".join(re.findall(r"[A-Za-z0-9]+", f"{method} {path}"))
    described = "\n".join(t for t in (text(operation, "summary", place), text(operation, "description", place)) if t)
    carried = Carried(whole)
    properties: dict[str, Any] = {}
    required: list[str] = []
    members, needed = _body(whole, operation, place, carried)
    for parameter, where in _parameters(whole, item, operation, place):
        plain, inside = parameter["name"], parameter["in"]
        own = plain if plain not in members and plain not in properties else f"{plain}__{inside}"
        properties[own] = _schema_of(whole, parameter, where, carried)
        if parameter.get("required") is True or inside == "path":
            required.append(own)
    properties.update(members)
    required.extend(n for n in needed if n not in required)
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    if carried.defs:
        schema["$defs"] = carried.defs
    return Declared(name, described, schema, place)


def _parameters(whole: Document, item: Mapping[str, Any], operation: Mapping[str, Any], place: str) -> list[tuple[Mapping[str, Any], str]]:
    """Give the parameters of an operation; its own win over those of its path."""
    found: dict[tuple[str, str], tuple[Mapping[str, Any], str]] = {}
    for holder, where in ((item, place.rsplit("/", 1)[0] + "/parameters"), (operation, place + "/parameters")):
        entries = holder.get("parameters")
        if entries is not None and not isinstance(entries, list):
            raise fault(where, "must be a list")
        for at, raw in enumerate(entries or ()):
            parameter, here = whole.follow(raw, where + step(at))
            name, inside = parameter.get("name"), parameter.get("in")
            if not isinstance(name, str) or not name or not isinstance(inside, str):
                raise fault(here, "must have a `name` and say where it is (`in`)")
            if inside in _PLACES and not (inside == "header" and name.lower() in _NOT_ARGUMENTS):
                found[name, inside] = parameter, here
    return list(found.values())


def _schema_of(whole: Document, parameter: Mapping[str, Any], place: str, carried: Carried) -> Any:
    schema, where = parameter.get("schema"), place + "/schema"
    if schema is None:
        content = parameter.get("content")
        schema, where = _media(content, place + "/content") if content is not None else ({"type": "string"}, where)
    made = carried.schema(schema, where)
    described = text(parameter, "description", place)
    return {"description": described, **made} if described and isinstance(made, dict) else made


def _media(content: Any, place: str) -> tuple[Any, str]:
    """Give the schema of the media type that holds most: JSON, then forms, then whatever stands first."""
    if not isinstance(content, Mapping) or not content:
        raise fault(place, "must name a media type")
    kinds = [str(k) for k in content]
    best = next((k for k in kinds if re.match(r"application/(?:[\w.-]+\+)?json\b", k)), None) or next((k for k in kinds if "form" in k), kinds[0])
    media = content[best]
    if not isinstance(media, Mapping):
        raise fault(place + step(best), "must be an object")
    return media.get("schema", {"type": "string"}), place + step(best) + "/schema"


def _body(whole: Document, operation: Mapping[str, Any], place: str, carried: Carried) -> tuple[dict[str, Any], list[str]]:
    """Give the members of the body's object and which are required; a body that is none is one member, `body`."""
    if operation.get("requestBody") is None:
        return {}, []
    body, where = whole.follow(operation["requestBody"], place + "/requestBody")
    schema, here = _media(body.get("content"), where + "/content")
    demanded = body.get("required") is True
    flat, there = whole.follow(schema, here) if isinstance(schema, Mapping) else ({}, here)
    properties = flat.get("properties")
    if not isinstance(properties, Mapping) or "allOf" in flat or _is_open(flat):
        return _branches(whole, flat, there, carried, schema, demanded=demanded)
    members = {str(n): carried.schema(s, there + "/properties" + step(n)) for n, s in properties.items() if not _read_only(s)}
    return members, _required(flat, there, members) if demanded else []


def _branches(whole: Document, flat: Mapping[str, Any], place: str, carried: Carried, schema: Any, *, demanded: bool) -> tuple[dict[str, Any], list[str]]:
    """Give the members of a body that is put together of parts (`allOf`); anything else goes as one member."""
    parts = flat.get("allOf")
    if not isinstance(parts, list) or _is_open(flat):
        return {_BODY: carried.schema(schema, place)}, [_BODY] if demanded else []
    members: dict[str, Any] = {}
    needed: list[str] = []
    for at, raw in enumerate([*parts, {k: v for k, v in flat.items() if k != "allOf"}]):
        part, where = whole.follow(raw, place + "/allOf" + step(at))
        properties = part.get("properties")
        if "allOf" in part or _is_open(part):
            return {_BODY: carried.schema(schema, place)}, [_BODY] if demanded else []
        fresh = {str(n): carried.schema(s, where + "/properties" + step(n)) for n, s in (properties or {}).items() if not _read_only(s)}
        members.update(fresh)
        needed.extend(_required(part, where, members))
    return members, list(dict.fromkeys(needed)) if demanded else []


def _is_open(schema: Mapping[str, Any]) -> bool:
    """Whether an object's members are not all named: by choice, or by keys of any name."""
    return "anyOf" in schema or "oneOf" in schema or "patternProperties" in schema or isinstance(schema.get("additionalProperties"), Mapping)


def _required(schema: Mapping[str, Any], place: str, members: Mapping[str, Any]) -> list[str]:
    names = schema.get("required")
    if names is None:
        return []
    if not isinstance(names, list) or not all(isinstance(n, str) for n in names):
        raise fault(place + "/required", "must be a list of names")
    return [n for n in names if n in members]


def _read_only(schema: Any) -> bool:
    return isinstance(schema, Mapping) and schema.get("readOnly") is True
