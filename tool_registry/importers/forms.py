"""Tells the form of a document that declares tools, and reads it.

Must not be in here: what the forms hold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final

from tool_registry.importers import mcp, openai, openapi
from tool_registry.importers.declared import Declared, fault


class Form(StrEnum):
    """The forms that are read."""

    AUTO = "auto"
    OPENAI = "openai"
    MCP = "mcp"
    OPENAPI = "openapi"


_READERS: Final[Mapping[Form, Callable[[Any], tuple[Declared, ...]]]] = {Form.OPENAI: openai.read, Form.MCP: mcp.read, Form.OPENAPI: openapi.read}


def read(document: Any, form: Form = Form.AUTO) -> tuple[Declared, ...]:
    """Read the tools of a parsed document. Raises ImportFault naming the first place that is wrong."""
    return _READERS[form_of(document) if form is Form.AUTO else form](document)


def form_of(document: Any) -> Form:
    """Tell the form of a document, by what only one of them has. Raises ImportFault where it is none."""
    if isinstance(document, Mapping):
        if "openapi" in document or "swagger" in document or "paths" in document:
            return Form.OPENAPI
        if "jsonrpc" in document or "result" in document or "nextCursor" in document:
            return Form.MCP
        entries = document.get("tools", document.get("functions"))
        if entries is None and not ("name" in document or "function" in document):
            raise fault("", "is no tools array, no answer to `tools/list` and no OpenAPI document")
    elif isinstance(document, list):
        entries = document
    else:
        raise fault("", "must be an object or a list")
    first = entries[0] if isinstance(entries, list) and entries else document
    if isinstance(first, Mapping) and ("inputSchema" in first or "result" in first or ("tools" in first and isinstance(document, list))):
        return Form.MCP
    return Form.OPENAI
