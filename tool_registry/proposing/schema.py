"""Proposes `x-minimum-necessary` and `x-privacy` for a user's own schema; what the schema says itself stays as it is.

The schema with the proposal means what the bare schema was recognised as: taking it changes nothing, editing it does.
Must not be in here: recognition, how annotations are read (`annotations`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tool_registry.lint import EXTENSIONS
from tool_registry.model import Param, ToolSpec, Use
from tool_registry.proposing.reasons import evidence, of_kind, why

_BRANCHES = ("allOf", "anyOf", "oneOf")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a place is proposed as it is."""

    pointer: str
    """Empty for the whole tool."""
    proposed: str
    because: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A schema with annotations, and a reason for each."""

    schema: dict[str, Any]
    reasons: tuple[Reason, ...]


def propose(spec: ToolSpec) -> Proposal:
    """Annotate the schema of a recognised tool."""
    schema = _copied(spec.schema or {"type": "object", "properties": {}})
    listed = _listed(spec)
    reasons = [Reason("", "x-minimum-necessary" if listed is not None else "no list", _whole(spec, listed), of_kind(spec))]
    for param in spec.params.values():
        if param.pointer.endswith("/*") and _as_above(param, spec):
            continue
        implied = listed is not None and not _is_covered(schema, param, listed)
        privacy = _privacy(param, listed is not None, implied=implied or _inside_ballast(param, spec))
        said = _written(schema, param, privacy) if privacy else ""
        reasons.append(Reason(param.pointer, said or _proposed(param), why(param), evidence(param)))
    if listed is not None:
        schema["x-minimum-necessary"] = listed
    return Proposal(schema, tuple(reasons))


def _copied(value: Any) -> Any:
    """Copy what a JSON document is made of; parts that are shared stop being shared."""
    if isinstance(value, Mapping):
        return {key: _copied(member) for key, member in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _listed(spec: ToolSpec) -> list[str] | None:
    """Give the list of needed names: top ones bare, others as pointers; None where the schema has one, or all at the top are needed.

    A schema that marks all its fields says nothing, and is treated so.
    """
    if spec.annotated or not spec.params:
        return None
    top = [p for p in spec.params.values() if p.pointer.count("/") == 1]
    if len(top) > 1 and all(p.need.use is not Use.BALLAST for p in top):
        return None
    needed = [p for p in spec.params.values() if p.need.use is not Use.BALLAST]
    return [_name(p.pointer) for p in needed if not (p.pointer.endswith("/*") and _as_above(p, spec) and _is_item(p, spec))]


def _name(pointer: str) -> str:
    bare = pointer[1:]
    return pointer if "/" in bare or "~" in bare or not bare else bare


def _as_above(param: Param, spec: ToolSpec) -> bool:
    above = spec.params.get(param.pointer[:-2])
    return above is not None and above.role == param.role and above.need == param.need


def _is_item(param: Param, spec: ToolSpec) -> bool:
    """Whether a `*` is an array's item, which is named with the array, and no free key of an object, which is not."""
    holder = _place(dict(spec.schema or {}), _steps(param.pointer[:-2]))
    return holder is not None and "items" in holder


def _inside_ballast(param: Param, spec: ToolSpec) -> bool:
    above = spec.params.get(param.pointer.rsplit("/", 1)[0])
    return above is not None and above.need.use is Use.BALLAST


def _is_covered(schema: dict[str, Any], param: Param, listed: list[str]) -> bool:
    """Whether the list names the object around a place and thereby this member, which the object requires."""
    above, _, name = param.pointer.rpartition("/")
    if not above or (_name(above.removesuffix("/*")) not in listed and _name(above) not in listed):
        return False
    holder = _place(schema, _steps(above))
    required = holder.get("required") if holder is not None else None
    return isinstance(required, list) and _steps("/" + name)[0] in required


def _privacy(param: Param, listed: bool, *, implied: bool) -> dict[str, Any]:
    """Give what `x-privacy` of a place says; empty where the list, or the place around it, says all (`implied`: that it is not needed)."""
    if param.annotation is not None and (param.annotation.precision or param.annotation.purpose):
        return {}
    if param.need.use is Use.BALLAST:
        return {} if implied or param.annotation is not None else {"necessary": False}
    said: dict[str, Any] = {}
    if param.need.precision != "exact" or (listed and param.role == "address" and param.need.use is Use.PAYLOAD):
        said["precision"] = param.need.precision
    if said and param.why:
        said["purpose"] = param.why
    return said


def _proposed(param: Param) -> str:
    return "not needed" if param.need.use is Use.BALLAST else "needed"


def _whole(spec: ToolSpec, listed: list[str] | None) -> str:
    if spec.annotated:
        return "the schema has a list of its own, which stays"
    if listed is None:
        return "every field at the top is needed; a list of all fields would say nothing"
    return "what is not in the list goes, if it holds private data"


def _written(schema: dict[str, Any], param: Param, privacy: dict[str, Any]) -> str:
    """Write `x-privacy` at a place and say what was written; a place behind a reference is left alone."""
    text = ", ".join(f"{key} {str(value).lower() if isinstance(value, bool) else value}" for key, value in privacy.items() if key != "purpose")
    holder = _place(schema, _steps(param.pointer))
    if holder is None:
        return f"{text} (not written: the place lies behind a reference)"
    if any(key in holder for key in EXTENSIONS):
        return f"{text} (not written: the schema says something itself)"
    holder["x-privacy"] = privacy
    return text


def _steps(pointer: str) -> list[str]:
    return [s.replace("~1", "/").replace("~0", "~") for s in pointer[1:].split("/")]


def _place(schema: dict[str, Any], steps: list[str]) -> dict[str, Any] | None:
    """Give the schema of a place where it stands in the document itself, not behind a `$ref`."""
    here: dict[str, Any] = schema
    for step in steps:
        found = _member(here, step, 0)
        if found is None:
            return None
        here = found
    return here


def _member(schema: dict[str, Any], step: str, depth: int) -> dict[str, Any] | None:
    properties = schema.get("properties")
    if isinstance(properties, dict) and isinstance(properties.get(step), dict):
        found: dict[str, Any] = properties[step]
        return found
    if step == "*":
        for keyword in ("items", "additionalProperties"):
            inner = schema.get(keyword)
            if isinstance(inner, dict):
                return inner
    for keyword in _BRANCHES if depth < 4 else ():
        branches = schema.get(keyword)
        for branch in branches if isinstance(branches, list) else ():
            member = _member(branch, step, depth + 1) if isinstance(branch, dict) else None
            if member is not None:
                return member
    return None
