"""Modules stay under 400 lines and functions under 40 (PLR0915 and friends count statements; people count lines).

Exceptions stand in `checks/sizes.txt` (`path` or `path:function`, then the reason); the list only shrinks.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

from checks.tree import ROOT, allowed, modules, report

MODULE_LINES = 400
FUNCTION_LINES = 40


def long_functions(source: str) -> dict[str, int]:
    """Give the functions of a module that are longer than the bound, with their lines (docstring not counted)."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.end_lineno:
            lines = node.end_lineno - node.lineno + 1
            first = node.body[0]
            if ast.get_docstring(node) is not None and first.end_lineno:
                lines -= first.end_lineno - first.lineno + 1
            if lines > FUNCTION_LINES:
                found[node.name] = lines
    return found


def faults(root: Path = ROOT) -> list[str]:
    """List modules and functions over the bound, and exceptions that nobody needs any more."""
    exceptions = dict(allowed("sizes", root))
    found = []
    for module in modules(root):
        source = (root / module).read_text(encoding="utf-8")
        over = {f"{module}:{name}": (n, FUNCTION_LINES) for name, n in long_functions(source).items()}
        if (n := source.count("\n")) > MODULE_LINES:
            over[str(module)] = (n, MODULE_LINES)
        for place, (lines, bound) in over.items():
            if exceptions.pop(place, None) is None:
                found.append(f"{place} has {lines} lines, {bound} are allowed")
    found += [f"checks/sizes.txt names {place}, which is within the bound: take the line out" for place in exceptions]
    return found


if __name__ == "__main__":
    sys.exit(report("sizes", faults(Path(ROOT))))
