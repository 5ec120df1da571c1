"""`registry lint`: the packaged knowledge against its own examples. Must not be in here: the checks."""

from __future__ import annotations

import sys


def lint() -> int:
    """Print the faults of rules, lexicons, kinds, roles and tiers, a line each; exit code 1 if there are any."""
    from minimize.knowledge.lint import lint as lint_knowledge
    from tool_registry.lint import lint as lint_registry

    faults = [*lint_registry(), *lint_knowledge()]
    for fault in faults:
        sys.stdout.write(f"{fault}\n")
    if not faults:
        sys.stdout.write("no faults\n")
    return int(bool(faults))
