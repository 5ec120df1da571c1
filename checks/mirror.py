"""Tests mirror the code: `<package>/.../<module>.py` is tested in `tests/<package>/.../test_<module>.py`, and nowhere is a test left of a module that is gone.

Exceptions stand in `checks/mirror.txt` with their reason; an exception that is no longer needed is a fault, so the list only shrinks.
"""

from __future__ import annotations

import sys
from pathlib import Path

from checks.tree import PACKAGES, ROOT, allowed, modules, report


def mirror(module: Path) -> Path:
    """Give the path of the test that belongs to a module (`__main__` is tested as `test_main`)."""
    return Path("tests") / module.parent / f"test_{module.stem.strip('_')}.py"


def faults(root: Path = ROOT) -> list[str]:
    """List what breaks the mirror below `root`."""
    exceptions = allowed("mirror", root)
    wanted = {mirror(m): m for m in modules(root) if m.name != "__init__.py"}
    found = []
    for test, module in wanted.items():
        if not (root / test).is_file() and str(module) not in exceptions:
            found.append(f"{module} has no {test}")
    for name in exceptions:
        if not (root / name).is_file():
            found.append(f"checks/mirror.txt names {name}, which is gone")
        elif (root / mirror(Path(name))).is_file():
            found.append(f"checks/mirror.txt names {name}, which has its test: take the line out")
    for package in PACKAGES:
        for path in sorted((root / "tests" / package).rglob("test_*.py")):
            test = path.relative_to(root)
            if test not in wanted and test.name != f"test_{test.parent.name}.py":
                found.append(f"{test} tests no module of that name")
    return found


if __name__ == "__main__":
    sys.exit(report("mirror", faults()))
