"""The project frame agrees with itself: the locks follow `pyproject.toml`, hold hashes, no index address and no compromised release.

Asks no registry: it compares names and versions in files.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

from checks.tree import ROOT, report

COMPROMISED = {"litellm": {"1.82.7", "1.82.8", "1.107.0"}}
LOCKS = ("core", "no-litellm", "build", "dev", "realmodel", "peer-litellm", "lexicons")


def normal(name: str) -> str:
    """Give a distribution's name in the registry's normal form."""
    return re.sub(r"[-_.]+", "-", name).lower()


def names(requirements: list[str]) -> set[str]:
    """Give the distributions that requirement lines name."""
    return {normal(m[0]) for r in requirements if (m := re.match(r"[A-Za-z0-9._-]+", r))}


def locked(text: str) -> dict[str, str]:
    """Give name -> version of a lock file."""
    return {normal(m[1]): m[2] for m in re.finditer(r"^([A-Za-z0-9._-]+)==([^ ;\\]+)", text, re.MULTILINE)}


def lock_faults(name: str, text: str) -> list[str]:
    """List what is wrong inside one lock file."""
    found = []
    blocks = re.split(r"\n(?=[A-Za-z0-9])", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).strip())
    found += [f"requirements/{name}.lock: {b.split()[0]} has no hash" for b in blocks if b and "--hash=sha256:" not in b]
    if re.search(r"https?://|--(extra-)?index-url|--find-links", text):
        found.append(f"requirements/{name}.lock names an index or an address")
    for dist, version in locked(text).items():
        if version in COMPROMISED.get(dist, ()):
            found.append(f"requirements/{name}.lock holds {dist} {version}, a compromised release")
    return found


def faults(root: Path = ROOT) -> list[str]:
    """List where the frame contradicts itself."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    texts = {n: (root / "requirements" / f"{n}.lock").read_text(encoding="utf-8") for n in LOCKS}
    found = [fault for n in LOCKS for fault in lock_faults(n, texts[n])]
    core = names(project["dependencies"])
    wanted = {"core": core, "no-litellm": core - {"litellm"}, "realmodel": names(extras["realmodel"])}
    wanted["dev"] = core | names(extras["test"]) | names(extras["dev"])
    for name, dists in wanted.items():
        found += [f"requirements/{name}.lock lacks {d}: make lock" for d in sorted(dists - set(locked(texts[name])))]
    if "litellm" in locked(texts["no-litellm"]):
        found.append("requirements/no-litellm.lock holds litellm")
    litellm = next(r for r in project["dependencies"] if r.startswith("litellm"))
    found += [f"pyproject.toml does not exclude litellm {v} by name" for v in sorted(COMPROMISED["litellm"]) if f"!={v}" not in litellm]
    versions: dict[str, str] = {}
    for name in ("core", "no-litellm", "dev"):
        for dist, version in locked(texts[name]).items():
            if versions.setdefault(dist, version) != version:
                found.append(f"requirements/{name}.lock has {dist} {version}, another lock {versions[dist]}: make lock")
    return found


if __name__ == "__main__":
    sys.exit(report("frame", faults()))
