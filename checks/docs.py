"""Documents can't go stale: links resolve, the generated reference is what the generator writes, commands and make targets that are named exist.

`docs/reference/` is written by `make docs`; the generator (`llmproxy.commands.reference`) reads the declarations themselves.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from checks.tree import ROOT, report

REFERENCE = Path("docs/reference")
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
_FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+\s+(.+)$", re.MULTILINE)
_MAKE = re.compile(r"(?:^|`|\s)make ([a-z][a-z-]*)\b(?=`|$|\s*#|\s\s)", re.MULTILINE)
_COMMAND = re.compile(r"(?:^|`|bin/)toolminimize ([a-z]+)", re.MULTILINE)


def documents(root: Path) -> Iterator[Path]:
    """Yield the Markdown files, relative to `root`."""
    yield from (p.relative_to(root) for p in sorted(root.glob("*.md")))
    yield from (p.relative_to(root) for p in sorted((root / "docs").rglob("*.md")))


def anchors(text: str) -> set[str]:
    """Give the anchors of a document's headings, as code hosts make them."""
    plain = (re.sub(r"[^\w\- ]", "", re.sub(r"`|\*", "", h)).strip().lower().replace(" ", "-") for h in _HEADING.findall(_FENCE.sub("", text)))
    return set(plain)


def link_faults(root: Path) -> list[str]:
    """List relative links that lead nowhere."""
    found = []
    for doc in documents(root):
        text = (root / doc).read_text(encoding="utf-8")
        for link in _LINK.findall(_FENCE.sub("", text)):
            path, _, anchor = link.partition("#")
            if re.match(r"[a-z]+:", path):
                continue
            target = root / doc.parent / path if path else root / doc
            if not target.exists():
                found.append(f"{doc} links to {link}, which is not there")
            elif anchor and target.suffix == ".md" and anchor not in anchors(target.read_text(encoding="utf-8")):
                found.append(f"{doc} links to {link}, which has no such heading")
    return found


def stale(root: Path, pages: Mapping[str, str]) -> list[str]:
    """List reference pages that differ from what the generator writes."""
    folder = root / REFERENCE
    found = [
        f"{REFERENCE / name} is stale: make docs"
        for name, text in pages.items()
        if not (folder / name).is_file() or (folder / name).read_text(encoding="utf-8") != text
    ]
    found += [f"{REFERENCE / p.name} is written by nobody" for p in sorted(folder.glob("*.md")) if p.name not in pages]
    return found


def named(root: Path, pattern: re.Pattern[str], known: set[str], what: str) -> list[str]:
    """List names in the documents (the changelog apart) that are none of `known`."""
    found = []
    for doc in documents(root):
        if doc.name != "CHANGELOG.md" and REFERENCE not in doc.parents:
            names = set(pattern.findall((root / doc).read_text(encoding="utf-8")))
            found += [f"{doc} names {what} {name}, which does not exist" for name in sorted(names - known)]
    return found


def undocumented(pages: Mapping[str, str]) -> list[str]:
    """List reasons, dispositions and modes that no reference page tells of."""
    from minimize.model import Disposition, FailureMode, Mode, OnBlock, Reason

    text = "\n".join(pages.values())
    codes = [str(code) for kind in (Reason, Disposition, Mode, FailureMode, OnBlock) for code in kind]
    return [f"no page of {REFERENCE} tells what `{code}` means" for code in codes if f"`{code}`" not in text]


def commands() -> set[str]:
    """Give the names of the command line's commands."""
    import typer

    from llmproxy.cli import app

    group = typer.main.get_command(app)
    return set(getattr(group, "commands", {}))


def faults(root: Path = ROOT) -> list[str]:
    """List what is stale or dangling in the documents."""
    from llmproxy.commands.reference import pages

    written = pages()
    targets = set(re.findall(r"^([a-z][a-z-]*):", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    found = link_faults(root) + stale(root, written) + undocumented(written)
    return found + named(root, _MAKE, targets, "make target") + named(root, _COMMAND, commands(), "command")


if __name__ == "__main__":
    sys.exit(report("docs", faults()))
