"""What a tool's own schema says of its parameters: `x-minimum-necessary`, `x-privacy`, `x-required-context`, `x-trust`.

Reads them, never trusts them: `tightened` takes the loosening out of an annotation whose source is not trusted.
Must not be in here: kinds, roles' needs beyond applying an annotation to one, argument values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from tool_registry.lint import EXTENSIONS, label_of, lint_privacy
from tool_registry.model import PRECISION_LADDERS, Annotation, Need, Role, Use
from tool_registry.schema_walk import Node
from tool_registry.words import tokens

MAX_LISTS, MAX_ENTRIES = 64, 500
"""Lists of needed names that are read, and entries of each."""
NECESSARY: Final = ("x-minimum-necessary", "minimum_necessary")
FREE_TEXT: Final = frozenset(
    {"notes", "context", "reason", "description", "special_requests", "history", "profile", "summary", "comment", "text", "unknown", "health", "label", "tags"}
)
"""Roles whose values are prose: a bare name keeps the payload in it, not the person."""
_PROSE: Final = frozenset({"H", "F", "QI", "L", "R", "B", "Tp", "I", "Im"})
_INPUTS: Final = frozenset({("data",), ("input",), ("param",), ("parameter",), ("argument",), ("arg",), ("payload",), ("structured", "data")})
"""Names of free-form members that are what the object around them is sent for."""


@dataclass
class Reading:
    """Everything that a schema's annotations say."""

    by_node: dict[int, Annotation] = field(default_factory=dict)
    annotated: bool = False
    suspicious: bool = False
    required_context: tuple[str, ...] | None = None
    trust: str = ""
    lint: list[str] = field(default_factory=list)


def read(schema: Mapping[str, Any], nodes: Sequence[Node], tiers: Mapping[str, object]) -> Reading:
    """Read a schema's annotations; faults end in `lint`, never in an error."""
    reading = Reading()
    children: dict[int, list[int]] = {}
    for position, node in enumerate(nodes):
        children.setdefault(node.above, []).append(position)
    scopes = _Scopes(nodes, children, reading)
    said = _necessary(schema)
    if isinstance(said, list):
        reading.annotated = True
        scopes.apply((), -1, said, "the parameters")
    elif said is not None:
        reading.lint.append("`x-minimum-necessary` of the parameters must be a list")
    for position, node in enumerate(nodes):
        scopes.property(position, node)
    reading.suspicious = _suspicious(nodes, children, reading)
    _whole_tool(schema, tiers, reading)
    return reading


def _necessary(schema: Mapping[str, Any]) -> Any:
    return next((schema[k] for k in NECESSARY if k in schema), None)


def _whole_tool(schema: Mapping[str, Any], tiers: Mapping[str, object], reading: Reading) -> None:
    context = schema.get("x-required-context", schema.get("required_context"))
    if isinstance(context, list) and all(isinstance(c, str) for c in context):
        reading.required_context = tuple(context)
    elif context is not None:
        reading.lint.append("`x-required-context` must be a list of strings")
    trust = schema.get("x-trust")
    if isinstance(trust, str) and trust in tiers:
        reading.trust = trust
    elif trust is not None:
        reading.lint.append("`x-trust` names no known tier")


class _Scopes:
    """Applies lists of needed names, each to the object that carries it."""

    def __init__(self, nodes: Sequence[Node], children: Mapping[int, list[int]], reading: Reading) -> None:
        self.nodes, self.children, self.reading = nodes, children, reading
        self.by_last: dict[str, list[int]] = {}
        for position, node in enumerate(nodes):
            self.by_last.setdefault(node.steps[-1], []).append(position)
        self.lists = 0

    def apply(self, steps: tuple[str, ...], above: int, entries: list[Any], where: str) -> None:
        """Mark what the entries name as needed, what encloses it as partly needed, the rest of the scope as outside."""
        self.lists += 1
        if self.lists > MAX_LISTS:
            self.reading.lint.append("too many lists in `x-minimum-necessary`: the rest is not read")
            return
        named = [position for entry in entries[:MAX_ENTRIES] if (position := self._find(entry, steps, above, where)) is not None]
        for position in named:
            self._cover(position)
        for position in named:
            here = self.nodes[position].above
            while here >= 0 and here != above and not self._is_needed(here):
                self._say(here, Annotation(necessary=True, whole=False))
                here = self.nodes[here].above
        for position, node in enumerate(self.nodes):
            if node.steps[: len(steps)] == steps and position != above and not self._is_needed(position):
                self._say(position, Annotation(necessary=False))

    def _is_needed(self, position: int) -> bool:
        said = self.reading.by_node.get(position)
        return said is not None and said.necessary is True

    def _say(self, position: int, annotation: Annotation) -> None:
        self.reading.by_node[position] = annotation

    def _find(self, entry: Any, steps: tuple[str, ...], above: int, where: str) -> int | None:
        if not isinstance(entry, str):
            self.reading.lint.append(f"`x-minimum-necessary` of {where}: entries must be strings")
            return None
        if entry.startswith("/"):
            wanted = tuple(s.replace("~1", "/").replace("~0", "~") for s in entry[1:].split("/"))
            ends: list[int] = [*self.by_last.get(wanted[-1], ()), *(self.by_last.get("*", ()) if wanted[-1] != "*" else ())]
            found: list[int] = [p for p in ends if _fits(self.nodes[p].steps, wanted)]
        else:
            below = [p for p in self.by_last.get(entry, ()) if self.nodes[p].steps[: len(steps)] == steps]
            members = set(self._members(above)) if len(below) > 1 else set()
            found = [p for p in below if p in members] or below
        if len(found) == 1:
            return found[0]
        problem = "names more than one parameter" if found else "names no parameter"
        self.reading.lint.append(f"`x-minimum-necessary` of {where}: `{entry[:60]}` {problem}")
        return None

    def _members(self, above: int) -> list[int]:
        """Give the members of an object, through the items of an array."""
        members: list[int] = []
        for position in self.children.get(above, ()):
            members.extend(self._members(position) if self.nodes[position].item else [position])
        return members

    def _cover(self, position: int) -> None:
        below = self.children.get(position, [])
        scalar = not below or all(self.nodes[c].item and not self.children.get(c) for c in below)
        if scalar and "object" not in self.nodes[position].types:
            self._say(position, Annotation(necessary=True))
            for child in below:
                self._say(child, Annotation(necessary=True))
            return
        self._say(position, Annotation(necessary=True, whole=False))
        for child in below:
            node = self.nodes[child]
            if node.member_required and not node.free_key:
                self._cover(child)
            elif tokens(node.name) in _INPUTS and not node.item and not self.children.get(child):
                self._say(child, Annotation(necessary=True, whole=False))

    def property(self, position: int, node: Node) -> None:
        """Read what a property says of itself: true, false, precision labels, `x-privacy`."""
        if not any(key in node.schema for key in EXTENSIONS):
            return
        where = f"`{node.name[:60]}`"
        said = _necessary(node.schema)
        necessary: bool | None = said if isinstance(said, bool) else None
        labels: list[Any] = []
        if isinstance(said, list):
            if self._members(position):
                self.apply(node.steps, position, said, where)
            else:
                necessary, labels = True, said
        elif said is not None and necessary is None:
            self.reading.lint.append(f"`x-minimum-necessary` of {where} must be true, false or a list")
        privacy = node.schema.get("x-privacy")
        self.reading.lint.extend(lint_privacy(privacy, where))
        privacy = privacy if isinstance(privacy, Mapping) else {}
        if isinstance(privacy.get("necessary"), bool):
            necessary = privacy["necessary"]
        precision = self._precision([*labels, *([privacy["precision"]] if "precision" in privacy else [])], where, labels)
        purpose = privacy.get("purpose") if isinstance(privacy.get("purpose"), str) else None
        if necessary is None and precision is None and purpose is None:
            return
        before = self.reading.by_node.get(position, Annotation())
        self._say(position, Annotation(before.necessary if necessary is None else necessary, precision, purpose, before.whole))
        for child in self.children.get(position, ()):
            if self.nodes[child].item and not self.children.get(child):
                self._say(child, self.reading.by_node[position])

    def _precision(self, labels: list[Any], where: str, linted: list[Any]) -> str | None:
        """Give the coarsest stated label; an unknown one is linted (those of `x-privacy` are linted with it)."""
        known = [label for raw in labels if (label := label_of(raw)) is not None]
        self.reading.lint.extend(f"`x-minimum-necessary` of {where}: unknown precision label" for raw in linted if label_of(raw) is None)
        return max(known, key=_coarseness) if known else None


def _coarseness(label: str) -> int:
    return max((ladder.index(label) * 10 // len(ladder) for ladder in PRECISION_LADDERS.values() if label in ladder), default=0)


def _fits(pattern: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    return len(pattern) == len(wanted) and all(p == w or (p == "*" and (w.isdigit() or w in ("-", "*"))) for p, w in zip(pattern, wanted, strict=True))


def _suspicious(nodes: Sequence[Node], children: Mapping[int, list[int]], reading: Reading) -> bool:
    """Whether every top-level field of at least two is marked necessary: such a schema says nothing."""
    top = children.get(-1, [])
    said = [reading.by_node.get(p) for p in top]
    return len(top) > 1 and all(a is not None and a.necessary is True for a in said)


def tightened(annotation: Annotation, need: Need, role: Role) -> Annotation | None:
    """Give what an untrusted annotation may still say: less necessary, or coarser than the kind's own need."""
    necessary = False if annotation.necessary is False else None
    precision = annotation.precision
    if precision is not None and not _is_coarser(precision, need.precision, role):
        precision = None
    if necessary is None and precision is None:
        return None
    return Annotation(necessary, precision, annotation.purpose, annotation.whole)


def _is_coarser(label: str, than: str, role: Role) -> bool:
    for ladder in (PRECISION_LADDERS[role.ladder], *PRECISION_LADDERS.values()):
        if label in ladder and than in ladder:
            return ladder.index(label) > ladder.index(than)
    return False


def applied(annotation: Annotation, need: Need, role: Role) -> Need:
    """Give the need that holds once the schema's own word is taken: outside the minimum, named, or a precision."""
    if annotation.necessary is False:
        return Need(Use.BALLAST)
    if annotation.precision == "none" and need.use is Use.BALLAST and role.about_user:
        return need
    if annotation.precision is not None:
        use = Use.PAYLOAD if need.use in (Use.BALLAST, Use.SUBJECT) else need.use
        return Need(use, annotation.precision, need.categories if annotation.precision != "none" else frozenset())
    if annotation.necessary is not True or not annotation.whole:
        return Need(Use.PAYLOAD) if annotation.necessary and need.use is Use.BALLAST else need
    if need.use is Use.BALLAST:
        return Need(Use.CONTENT, "exact", _PROSE) if role.name in FREE_TEXT else Need(Use.SUBJECT)
    if role.name == "address" and need.use is Use.PAYLOAD:
        return Need(Use.PAYLOAD, "street")
    return need
