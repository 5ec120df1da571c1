"""Puts in words why a place is proposed as it is, a line each.

Must not be in here: what is proposed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tool_registry.model import Param, ToolSpec, Use
from tool_registry.published.read import MAX_WHY

DOUBTFUL: Final = 0.6
"""Below this confidence a role or kind is marked as one to look at."""
_WHY: Final[Mapping[Use, str]] = {
    Use.PAYLOAD: "The tool works with it",
    Use.CONTENT: "Text that carries the task; what is not its topic can go",
    Use.LABEL: "A caption that people read; a neutral one does as well",
    Use.SUBJECT: "Says whom or what the call is about",
    Use.EXECUTED: "Executed as it stands",
    Use.BALLAST: "The tool works without it",
    Use.SETTING: "An option; nothing private is expected in it",
}


def why(param: Param) -> str:
    """Give the reason for a place's need in one sentence, as annotations of public tools hold it."""
    if param.why:
        return param.why
    said = _WHY[param.need.use]
    if param.need.use is not Use.BALLAST and param.need.precision == "none":
        said += "; nothing private belongs in it"
    elif param.need.use is not Use.BALLAST and param.need.precision != "exact":
        said += f"; nothing finer than the {param.need.precision}"
    return f"{said}."[:MAX_WHY]


def evidence(param: Param) -> str:
    """Say what led to a place's role, and how sure that is."""
    return f"role {param.role}, {param.confidence:.2f} by {param.evidence or 'nothing'}" + ("; look at it" if param.confidence < DOUBTFUL else "")


def of_kind(spec: ToolSpec) -> str:
    """Say what a tool was taken for, and how sure that is."""
    if spec.published:
        return f"kind {spec.kind.name}: it is the public tool {spec.published}"
    return f"kind {spec.kind.name}, {spec.kind_confidence:.2f}" + ("; look at it" if spec.kind_confidence < DOUBTFUL or spec.kind.name == "generic" else "")
