"""Data minimisation of tool calls: the decision core, without network, clock, randomness or environment.

Five words: *PSD* is privacy-sensitive data; a *finding* is one item of it (place and category, never the value);
*necessity* says whether the tool needs an item for the user's task; a *disposition* is what is done with it
(keep, review, remove, generalise, substitute, truncate, block); the *privacy cost* is the sum of S x E x N over findings.

    from minimize import Minimizer, ToolCall, Policy
    Minimizer().minimize(ToolCall(name=..., arguments=..., schema=...), task="...")  # -> MinimizedCall
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from minimize.model import (
    Context,
    Decision,
    Disposition,
    FailureMode,
    Finding,
    MinimizedCall,
    Mode,
    Policy,
    Reason,
    ToolCall,
    ToolPolicy,
    Turn,
)

if TYPE_CHECKING:
    from minimize.minimizer import Minimizer

__all__ = [
    "Context",
    "Decision",
    "Disposition",
    "FailureMode",
    "Finding",
    "MinimizedCall",
    "Minimizer",
    "Mode",
    "Policy",
    "Reason",
    "ToolCall",
    "ToolPolicy",
    "Turn",
]


def __getattr__(name: str) -> Any:
    """Import the Minimizer when it is first asked for, so that the types alone stay cheap to import."""
    if name == "Minimizer":
        from minimize.minimizer import Minimizer

        return Minimizer
    raise AttributeError(f"module `minimize` has no attribute `{name}`")
