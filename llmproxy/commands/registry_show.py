"""`registry show`: what the annotations of public tools say of a tool or a server.

Must not be in here: how annotations are loaded or matched.
"""

from __future__ import annotations

import difflib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from llmproxy.annotations import Annotations, loaded, named
from llmproxy.commands.failure import CommandError
from tool_registry.needs import written
from tool_registry.published.model import PublishedTool, canonical
from tool_registry.published.packed import Head

_ID: Final = "tool."
"""How the ids of annotations in reports and `explain` begin."""


def run(name: str | None, config: Path | None, *, as_json: bool = False) -> int:
    """Print what is known under a name or an annotation's id, or the list of servers without one; exit code 1 where nothing is known."""
    known = loaded(named(config))
    if name is None:
        found = [_server(head, known, tools=False) for head in known.heads()]
        _print(found, "\n".join(f"{s['server']} {s['version']}: {s['title']}, {s['tools']} tools ({s['origin']})" for s in found), as_json)
        return 0
    heads = [head for head in known.heads() if canonical(name) in {canonical(n) for n in (head.server, *head.aliases)}]
    if heads:
        shown = [_server(head, known, tools=True) for head in heads]
        _print(shown, "\n".join(line for s in shown for line in _server_lines(s)), as_json)
        return 0
    tools = [_tool(head, tool, known) for head, tool in known.tools(_bare(name)) if not name.startswith(_ID) or tool.evidence == name]
    if not tools:
        raise CommandError(_nothing(name, known), 1)
    _print(tools, "\n".join(line for t in tools for line in (f"version {t['version']} of {t['server']} ({t['origin']})", *_tool_lines(t))), as_json)
    return 0


def _bare(name: str) -> str:
    """Give a tool's name without what makes it the id of an annotation (`tool.<server>.<tool>`)."""
    return name.split(".", 2)[-1] if name.startswith(_ID) else name


def _print(value: Any, text: str, as_json: bool) -> None:
    sys.stdout.write((json.dumps(value, indent=2, ensure_ascii=False) if as_json else text) + "\n")


def _nothing(name: str, known: Annotations) -> str:
    names = [head.server for head in known.heads()] + [tool.name for head in known.heads() for tool in known.of(head).values()]
    near = difflib.get_close_matches(canonical(name), names, 3, 0.6)
    return "no public tool or server of that name is known" + (f"; near: {', '.join(near)}" if near else "")


def _server(head: Head, known: Annotations, *, tools: bool) -> dict[str, Any]:
    own = known.of(head)
    said = {
        "server": head.server,
        "title": head.title,
        "operator": head.operator,
        "version": head.version,
        "source": head.source,
        "origin": known.origin(head.server),
        "aliases": list(head.aliases),
        "trust": head.trust,
        "trust_reason": head.trust_reason,
    }
    return {**said, "tools": [_tool(head, tool, known) for tool in own.values()] if tools else len(own)}


def _tool(head: Head, tool: PublishedTool, known: Annotations) -> dict[str, Any]:
    params = [{"pointer": p.pointer, "role": p.role, "need": written(p.need), "why": p.why} for p in tool.params.values()]
    said = {"tool": tool.name, "server": head.server, "version": tool.version, "origin": known.origin(head.server), "evidence": tool.evidence}
    return {**said, "kind": tool.kind, "trust": tool.trust, "params": params}


def _server_lines(said: dict[str, Any]) -> Iterator[str]:
    yield f"{said['server']} {said['version']}: {said['title']} ({said['origin']})"
    yield f"  operator: {said['operator']}"
    yield f"  trust: {said['trust']} ({said['trust_reason']})"
    yield f"  source: {said['source']}"
    for tool in said["tools"]:
        yield from _tool_lines(tool)


def _tool_lines(said: dict[str, Any]) -> Iterator[str]:
    yield f"{said['tool']}: {said['kind']}, {said['trust']} [{said['evidence']}]"
    for param in said["params"]:
        yield f"  {param['pointer']}: {param['role']} -> {param['need']}: {param['why']}"
