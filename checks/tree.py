"""What the checks share: the root, the packages and their modules. No checks in here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("minimize", "llmproxy", "tool_registry", "benchmarks")


def modules(root: Path = ROOT) -> Iterator[Path]:
    """Yield every module of the packages, relative to `root`, sorted."""
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            if "__pycache__" not in path.parts:
                yield path.relative_to(root)


def allowed(name: str, root: Path = ROOT) -> dict[str, str]:
    """Read a list of exceptions, `checks/<name>.txt`: a path and its reason a line. Such a list only shrinks."""
    lines = (root / "checks" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.partition(" ") for line in lines if line.strip() and not line.startswith("#"))
    return {path: reason.strip() for path, _, reason in rows}


def report(title: str, faults: list[str]) -> int:
    """Print the faults, and give the exit code: 0 without any, else 1."""
    for fault in faults:
        print(f"{title}: {fault}")
    if not faults:
        print(f"{title}: ok")
    return 1 if faults else 0
