"""`registry annotate`: a user's own schema with proposed annotations, and the reason for each.

Must not be in here: what is proposed (`tool_registry.proposing.schema`).
"""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from llmproxy.commands.failure import CommandError
from llmproxy.commands.registry_source import document_of, is_annotations, tools_of
from tool_registry.importers.declared import Declared
from tool_registry.importers.forms import Form, form_of
from tool_registry.load import load
from tool_registry.proposing.schema import Proposal, propose

_SCHEMA_KEYS = ("properties", "$defs", "allOf", "anyOf", "oneOf", "$ref")


def run(source: Path | None, *, name: str | None = None, as_json: bool = False, explain: bool = False) -> int:
    """Print the document with annotations added, reasons on stderr; as JSON both in one object. Raises CommandError."""
    document = document_of(source)
    if is_annotations(document):
        raise CommandError("the file is a document of annotations; `annotate` takes a schema or declarations of tools")
    annotated, proposals = _annotated(document, name or _named(document, source))
    if as_json:
        reasons = [
            {"tool": tool, "pointer": r.pointer, "proposed": r.proposed, "because": r.because, "evidence": r.evidence}
            for tool, proposal in proposals
            for r in proposal.reasons
        ]
        _print({"document": annotated, "reasons": reasons})
        return 0
    _print(annotated)
    for line in _lines(proposals, explain):
        sys.stderr.write(line + "\n")
    return 0


def _print(value: Any) -> None:
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False, default=str) + "\n")


def _lines(proposals: list[tuple[str, Proposal]], explain: bool) -> Iterator[str]:
    for tool, proposal in proposals:
        for reason in proposal.reasons:
            yield f"{tool} {reason.pointer}".rstrip() + f": {reason.proposed}: {reason.because}" + (f" ({reason.evidence})" if explain else "")


def _named(document: Any, source: Path | None) -> str:
    """Give the name of a bare schema's tool: its title, else the file's name."""
    title = document.get("title") if isinstance(document, dict) else None
    if isinstance(title, str) and title.strip():
        return title.strip()
    return source.stem if source is not None and str(source) != "-" else "tool"


def _annotated(document: Any, name: str) -> tuple[Any, list[tuple[str, Proposal]]]:
    """Give the document with annotations in it, and what was proposed for each tool."""
    if isinstance(document, dict) and not any(k in document for k in ("tools", "functions", "function", "inputSchema", "parameters", "openapi", "result")):
        if not (document.get("type") == "object" or any(key in document for key in _SCHEMA_KEYS)):
            raise CommandError("the file is no schema of an object and declares no tools")
        tool = Declared(name, str(document.get("description") or ""), document)
        proposal = _proposed(tool)
        return proposal.schema, [(name, proposal)]
    tools = tools_of(document)
    if form_of(document) is Form.OPENAPI:
        raise CommandError("annotations have no place in an OpenAPI document: `registry import` proposes them in a document of their own")
    annotated = copy.deepcopy(document)
    proposals = [(tool.name, _proposed(tool)) for tool in tools]
    for tool, (_, proposal) in zip(tools, proposals, strict=True):
        _put(annotated, tool, proposal)
    return annotated, proposals


def _proposed(tool: Declared) -> Proposal:
    return propose(load().recognise(tool.name, tool.description, tool.parameters, trust_annotations=True))


def _put(document: Any, tool: Declared, proposal: Proposal) -> None:
    """Put a schema where the tool's own stands in the document; a tool without one stays without."""
    here = document
    for step in tool.place.split("/")[1:]:
        if isinstance(here, list):
            here = here[int(step)]
        elif step in here:
            here = here[step]
    if isinstance(document, dict) and not tool.place.startswith(("/tools", "/functions", "/result")):
        here = document
    holder = here["function"] if isinstance(here.get("function"), dict) else here
    key = next((k for k in ("inputSchema", "input_schema", "parameters") if isinstance(holder.get(k), dict)), None)
    if key is not None:
        holder[key] = proposal.schema
