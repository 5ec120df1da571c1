"""Tools of a chat completions or Responses request, or of its legacy `functions`; Anthropic's `input_schema` is read as well.

Must not be in here: other forms, what is known of tools.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tool_registry.importers.declared import MAX_TOOLS, Declared, distinct, fault, name_of, schema_of, step, text

LISTS: Final = ("tools", "functions")


def read(document: Any) -> tuple[Declared, ...]:
    """Read a list of tools, or a request that has one. Raises ImportFault.

    Tools that the provider runs itself (`web_search`, ...) declare no arguments and are left out; a `custom` tool has none but its text.
    """
    tools: list[Declared] = []
    for place, entries in _lists(document):
        if not isinstance(entries, list):
            raise fault(place, "must be a list of tools")
        if len(entries) > MAX_TOOLS:
            raise fault(place, f"holds more than {MAX_TOOLS} tools")
        for at, entry in enumerate(entries):
            tool = _tool(entry, place + step(at))
            if tool is not None:
                tools.append(tool)
    return distinct(tools)


def _lists(document: Any) -> list[tuple[str, Any]]:
    if isinstance(document, list):
        return [("", document)]
    if isinstance(document, Mapping):
        found = [(step(key), document[key]) for key in LISTS if key in document]
        if found:
            return found
        if "name" in document or "function" in document:
            return [("", [document])]
    raise fault("", "is no list of tools and has no `tools` or `functions`")


def _tool(entry: Any, place: str) -> Declared | None:
    if not isinstance(entry, Mapping):
        raise fault(place, "must be an object")
    kind = text(entry, "type", place)
    if kind == "custom" and "input_schema" not in entry:
        holder, where = (entry["custom"], place + "/custom") if isinstance(entry.get("custom"), Mapping) else (entry, place)
        return Declared(name_of(holder, where), text(holder, "description", where), None, place)
    if "function" in entry:
        holder, where = entry["function"], place + "/function"
        if not isinstance(holder, Mapping):
            raise fault(where, "must be an object")
    elif kind not in ("", "function") and "input_schema" not in entry:
        return None
    else:
        holder, where = entry, place
    key = "input_schema" if "input_schema" in holder else "parameters"
    return Declared(name_of(holder, where), text(holder, "description", where), schema_of(holder, key, where), place)
