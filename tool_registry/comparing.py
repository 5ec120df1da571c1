"""Compares two descriptions of tools: declarations, annotations of a server, or one of each.

Must not be in here: files, which of two is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tool_registry.model import Annotation, Param, ToolSpec
from tool_registry.needs import written
from tool_registry.published.model import PublishedServer, PublishedTool
from tool_registry.schema_walk import walk

Facts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two says, as texts that can be compared."""

    annotated: bool
    """Whether these are annotations; else declarations."""
    about: Facts
    """Of the server."""
    tools: Mapping[str, Facts]
    params: Mapping[str, Mapping[str, Facts]]
    """Tool -> pointer -> facts."""


class What(StrEnum):
    """What happened to a tool or a parameter from the old side to the new one."""

    NEW = "new"
    GONE = "gone"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference."""

    what: What
    tool: str
    """Empty for the server."""
    pointer: str
    """Empty for the tool as a whole."""
    key: str = ""
    """Which fact changed."""
    old: str = ""
    new: str = ""

    def __str__(self) -> str:
        """Give the line that `registry diff` prints."""
        where = f"{self.tool or 'server'} {self.pointer}".rstrip()
        return f"{self.what.value:<8}{where}" + (f": {self.key} {self.old or '-'} -> {self.new or '-'}" if self.key else "")


def of_specs(specs: Iterable[ToolSpec]) -> Side:
    """Describe declared tools: types, what is required, what their annotations say, what is taken from it all."""
    tools: dict[str, Facts] = {}
    params: dict[str, Mapping[str, Facts]] = {}
    for spec in specs:
        tools[spec.name] = {"kind": spec.kind.name, "x-trust": spec.declared_trust, "listed": "yes" if spec.annotated else ""}
        params[spec.name] = {p.pointer: _declared(p, types) for p, types in _typed(spec)}
    return Side(False, {}, tools, params)


def of_server(server: PublishedServer) -> Side:
    """Describe a server's annotations."""
    return of_tools(server.tools.values(), {"version": str(server.version), "operator": server.operator, "trust": server.trust, "source": server.source})


def of_tools(tools: Iterable[PublishedTool], about: Facts) -> Side:
    """Describe annotated tools; `about` says what holds for their server."""
    found = list(tools)
    params = {t.name: {p.pointer: {"role": p.role, "need": written(p.need), "why": p.why} for p in t.params.values()} for t in found}
    return Side(True, about, {t.name: {"kind": t.kind} for t in found}, params)


def differences(old: Side, new: Side) -> list[Change]:
    """List what differs, tools in the order of the old side, then new ones. Of two different kinds only what is there is compared."""
    same = old.annotated == new.annotated
    changes = _facts("", "", old.about, new.about) if same else []
    for tool, facts in old.tools.items():
        if tool not in new.tools:
            changes.append(Change(What.GONE, tool, ""))
            continue
        changes.extend(_facts(tool, "", facts, new.tools[tool]) if same else ())
        changes.extend(_params(tool, old, new, same))
    return [*changes, *(Change(What.NEW, tool, "") for tool in new.tools if tool not in old.tools)]


def _params(tool: str, old: Side, new: Side, same: bool) -> list[Change]:
    before, after = old.params[tool], new.params[tool]
    changes: list[Change] = []
    for pointer, facts in before.items():
        if pointer in after:
            changes.extend(_facts(tool, pointer, facts, after[pointer]) if same else ())
        elif same or not _is_item(pointer, after):
            changes.append(Change(What.GONE, tool, pointer))
    changes.extend(Change(What.NEW, tool, p) for p in after if p not in before and (same or not _is_item(p, before)))
    return changes


def _is_item(pointer: str, others: Mapping[str, Facts]) -> bool:
    """Whether a pointer is an array's item whose array the other side names: annotations leave such items out."""
    return pointer.endswith("/*") and pointer[:-2] in others


def _facts(tool: str, pointer: str, old: Facts, new: Facts) -> list[Change]:
    keys = dict.fromkeys((*old, *new))
    return [Change(What.CHANGED, tool, pointer, key, old.get(key, ""), new.get(key, "")) for key in keys if old.get(key, "") != new.get(key, "")]


def _typed(spec: ToolSpec) -> Iterable[tuple[Param, str]]:
    types = {"".join("/" + s.replace("~", "~0").replace("/", "~1") for s in n.steps): "|".join(sorted(n.types)) for n in walk(spec.schema)}
    return [(param, types.get(param.pointer, "")) for param in spec.params.values()]


def _declared(param: Param, types: str) -> Facts:
    presence = "required" if param.required else "optional"
    return {"type": types, "presence": presence + (", nullable" if param.nullable else ""), "says": _said(param.annotation), "need": written(param.need)}


def _said(annotation: Annotation | None) -> str:
    if annotation is None:
        return ""
    necessary = {True: "necessary", False: "not necessary", None: ""}[annotation.necessary]
    return ", ".join(part for part in (necessary, annotation.precision or "", annotation.purpose or "") if part)
