"""Writes a server's document of annotations from what its tools were recognised as; whatever is doubtful says so in a comment.

Must not be in here: files, reading documents (`published.read`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from tool_registry.model import PRECISION_LADDERS, Need, Param, Role, ToolSpec, Use
from tool_registry.needs import written
from tool_registry.proposing.reasons import evidence, of_kind, why
from tool_registry.published.model import canonical

_PLAIN: Final = re.compile(r"[A-Za-z/*][\w/*.-]*")
"""Keys that YAML takes without quotes."""
_WORDS: Final = frozenset({"true", "false", "yes", "no", "on", "off", "null", "y", "n"})
TRUST: Final = "third_party_no_dpa"


@dataclass(frozen=True, slots=True)
class Server:
    """What is said of a server above its tools."""

    slug: str
    title: str
    source: str
    operator: str = "to be reviewed: who gets what is sent to these tools"


def slug_of(text: str) -> str:
    """Give a server's slug from any name: lower case, digits, hyphens."""
    made = canonical(text).encode("ascii", "ignore").decode().replace("_", "-").strip("-")
    return re.sub(r"-+", "-", made)[:60].strip("-") or "server"


def written_document(server: Server, specs: Iterable[ToolSpec], roles: dict[str, Role]) -> str:
    """Write the document, as YAML with comments; `roles` are those of the registry that recognised the tools."""
    return "\n".join(_lines(server, specs, roles)) + "\n"


def _lines(server: Server, specs: Iterable[ToolSpec], roles: dict[str, Role]) -> Iterator[str]:
    yield "# Proposed from the tools' declarations: read every line, correct it, and take this comment out."
    yield f"server: {_key(server.slug)}"
    yield f"title: {_text(server.title)}"
    yield f"operator: {_text(server.operator)}"
    yield "version: 1"
    yield f"source: {_text(server.source)}"
    yield "aliases: []"
    yield "trust:"
    yield f"  tier: {TRUST}"
    yield "  reason: To be reviewed; no agreement with the operator is known."
    yield "tools:"
    for spec in specs:
        yield f"  {_key(spec.name)}:  # {of_kind(spec)}"
        yield f"    kind: {spec.kind.name}"
        params = [p for p in spec.params.values() if "" not in p.pointer[1:].split("/") and not _says_nothing(p, spec)]
        if params:
            yield "    params:"
        for param in params:
            need = written(_on_ladder(param.need, roles[param.role]))
            yield f"      {_key(param.pointer)}: {{role: {param.role}, need: {_text(need)}, why: {_text(why(param))}}}  # {evidence(param)}"


def _says_nothing(param: Param, spec: ToolSpec) -> bool:
    """Whether a place follows from the one around it: an array's item that is as the array, a member of what is not needed at all.

    Of arrays in arrays the inner ones are said, for what lies in them.
    """
    above = spec.params.get(param.pointer.rpartition("/")[0])
    if above is None:
        return False
    if above.need.use is Use.BALLAST and param.need.use is Use.BALLAST:
        return True
    item = param.pointer.endswith("/*") and not param.pointer.endswith("/*/*")
    return item and above.role == param.role and above.need == param.need


def _on_ladder(need: Need, role: Role) -> Need:
    """Give a need whose precision is a label of the role's ladder: one of another ladder says nothing there."""
    if need.use is not Use.PAYLOAD or need.precision in PRECISION_LADDERS[role.ladder]:
        return need
    return Need(need.use, "exact", need.categories)


def _key(name: str) -> str:
    return name if _PLAIN.fullmatch(name) and name.lower() not in _WORDS and "*" not in name[:1] else json.dumps(name, ensure_ascii=False)


def _text(text: str) -> str:
    return json.dumps(" ".join(text.split()), ensure_ascii=False)
