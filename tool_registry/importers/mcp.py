"""Tools of answers to MCP's `tools/list`: the result, the whole JSON-RPC answer, or a list of the pages of one.

Must not be in here: other forms, asking a server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tool_registry.importers.declared import MAX_TOOLS, Declared, distinct, fault, name_of, schema_of, step, text


def read(document: Any) -> tuple[Declared, ...]:
    """Read the tools of an answer, of its pages, or a plain list of tools. Raises ImportFault.

    An answer whose last page names a next one is incomplete, which is a fault.
    """
    pages = document if isinstance(document, list) and document and all(_is_page(p) for p in document) else [document]
    tools: list[Declared] = []
    for at, page in enumerate(pages):
        place = step(at) if pages is document else ""
        entries, where = _entries(page, place, last=at == len(pages) - 1)
        if len(entries) + len(tools) > MAX_TOOLS:
            raise fault(where, f"holds more than {MAX_TOOLS} tools")
        tools.extend(_tool(entry, where + step(number)) for number, entry in enumerate(entries))
    return distinct(tools)


def _is_page(page: Any) -> bool:
    return isinstance(page, Mapping) and ("tools" in page or "result" in page)


def _entries(page: Any, place: str, *, last: bool) -> tuple[list[Any], str]:
    if isinstance(page, list):
        return page, place
    if not isinstance(page, Mapping):
        raise fault(place, "must be an answer to `tools/list`")
    if "error" in page and "result" not in page:
        raise fault(place + "/error", "the answer to `tools/list` is an error")
    if "result" in page:
        page, place = page["result"], place + "/result"
        if not isinstance(page, Mapping):
            raise fault(place, "must be an object")
    entries = page.get("tools")
    if not isinstance(entries, list):
        raise fault(place + "/tools", "must be a list of tools")
    if last and page.get("nextCursor"):
        raise fault(place + "/nextCursor", "the answer is not whole: a page is missing")
    return entries, place + "/tools"


def _tool(entry: Any, place: str) -> Declared:
    if not isinstance(entry, Mapping):
        raise fault(place, "must be an object")
    described = text(entry, "description", place) or text(entry, "title", place)
    if "inputSchema" not in entry and "parameters" in entry:
        raise fault(place, "has `parameters` where an answer to `tools/list` has `inputSchema`")
    return Declared(name_of(entry, place), described, schema_of(entry, "inputSchema", place), place)
