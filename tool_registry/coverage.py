"""Says how much of a tools list the knowledge covers: which kind each tool got, which role each parameter, how surely.

Reads declared tools only (an OpenAI `tools` array or an MCP `tools/list` answer). Must not be in here: recognition itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tool_registry.importers.declared import Declared
from tool_registry.model import Param, Registry, ToolSpec


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was recognised of a list of tools."""

    specs: tuple[ToolSpec, ...]

    @property
    def params(self) -> Iterator[tuple[ToolSpec, Param]]:
        """Every parameter with its tool; an array's plain items count with the array."""
        for spec in self.specs:
            for pointer, param in spec.params.items():
                above = spec.params.get(pointer[:-2]) if pointer.endswith("/*") else None
                if above is None or above.role != param.role:
                    yield spec, param

    @property
    def generic_share(self) -> float:
        """Share of tools of kind `generic`, 0 to 1; tools without parameters are left out."""
        told = [s for s in self.specs if s.params]
        return sum(s.kind.name == "generic" for s in told) / len(told) if told else 0.0

    @property
    def unknown_share(self) -> float:
        """Share of parameters whose role is `unknown`, 0 to 1."""
        roles = Counter(param.role for _, param in self.params)
        return roles["unknown"] / roles.total() if roles.total() else 0.0

    @property
    def kinds(self) -> Counter[str]:
        """Tools by kind."""
        return Counter(spec.kind.name for spec in self.specs)

    @property
    def roles(self) -> Counter[str]:
        """Parameters by role."""
        return Counter(param.role for _, param in self.params)

    def table(self) -> str:
        """Give a line for each tool and each of its parameters, with confidences; for a person to judge by eye."""
        lines: list[str] = []
        for spec in self.specs:
            lines.append(f"{spec.name}: {spec.kind.name} ({spec.kind_confidence:.2f})")
            lines.extend(f"  lint: {line}" for line in spec.lint)
            for param in spec.params.values():
                mark = "required" if param.required else "nullable" if param.nullable else "optional"
                need = " ".join([param.need.use.value, param.need.precision, ",".join(sorted(param.need.categories))]).rstrip()
                lines.append(f"  {param.pointer} {mark}: {param.role} ({param.confidence:.2f}, {param.evidence or 'nothing'}) -> {need}")
        return "\n".join(lines)


def coverage(tools: Iterable[Declared], registry: Registry) -> Coverage:
    """Recognise every tool; annotations are taken at their word, as in a client's own request."""
    return Coverage(tuple(registry.recognise(t.name, t.description, t.parameters, trust_annotations=True) for t in tools))


def declared(document: Any) -> tuple[Declared, ...]:
    """Read the tools of an OpenAI `tools` array, of an MCP `tools/list` answer, or of a list of either's entries.

    Entries that are no tool are left out.
    """
    if isinstance(document, Mapping):
        inner = document.get("result", document)
        document = inner.get("tools", []) if isinstance(inner, Mapping) else []
    found: list[Declared] = []
    for entry in document if isinstance(document, list) else []:
        tool = entry.get("function") or entry.get("tool") or entry if isinstance(entry, Mapping) else {}
        if not isinstance(tool, Mapping) or not isinstance(tool.get("name"), str):
            continue
        schema = tool.get("parameters", tool.get("inputSchema", tool.get("input_schema")))
        found.append(Declared(tool["name"], str(tool.get("description") or ""), schema if isinstance(schema, Mapping) else None))
    return tuple(found)
