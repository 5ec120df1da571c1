"""`registry lint`: the packaged knowledge against its own examples, or annotations: of tools in their schemas, or of a public server's tools.

Must not be in here: the checks themselves.
"""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from llmproxy.commands.failure import CommandError
from llmproxy.commands.registry_source import annotations_below, document_of, is_annotations, slug_in, tools_of
from minimize.knowledge.lint import lint as knowledge_faults
from minimize.knowledge.load import load
from tool_registry import load as registry
from tool_registry.coverage import coverage, declared
from tool_registry.errors import RegistryError
from tool_registry.importers.declared import Declared
from tool_registry.published import read as published
from tool_registry.published import sources as public
from tool_registry.published.read import Known


def lint(source: Path | None = None, *, table: bool = False) -> int:
    """Print the faults, a line each; exit code 1 if there are any.

    Without a file: rules, lexicons, kinds, roles, tiers, annotations of public tools. With a file or folder of annotations: what is wrong
    with them. With declarations of tools: unknown labels and names in their annotations, suspicious schemas; `table` prints what was
    recognised of each tool as well.
    """
    if table and source is None:
        raise CommandError("`--table` needs a file of tools (or `-`)")
    faults = [*registry_faults(), *knowledge_faults()] if source is None else _faults_of(source, table)
    for fault in faults:
        sys.stdout.write(f"{fault}\n")
    if not faults:
        sys.stdout.write("no faults\n")
    return int(bool(faults))


def registry_faults() -> list[str]:
    """Build the registry from its sources, whatever is compiled beside them, and say what contradicts itself."""
    data = files("tool_registry") / "data"
    raw = {name: path.read_bytes() for name, path in registry.sources(data)}
    version = registry.digest_of(raw)
    faults = [] if registry.compiled(data, version) else [f"{registry.COMPILED} is older than its sources: python -m tool_registry.compile"]
    try:
        bare = registry.build(registry.parsed(raw), version)
    except RegistryError as error:
        return [*faults, str(error)]
    return [*faults, *_published_faults(data, registry.known_of(bare))]


def _published_faults(data: Traversable, known: Known) -> list[str]:
    """Read every annotation of a public tool that is packaged, whatever is packed beside them."""
    tools = dict(public.documents(data / "tools"))
    stale = [] if public.packaged(data, tools) else [f"{public.PACKED} is older than its sources: python -m tool_registry.compile"]
    return [*stale, *(fault for slug, content in tools.items() for fault in _document_faults(content, Path(slug) / public.DOCUMENT, known))]


def _faults_of(source: Path, table: bool) -> list[str]:
    """Say what is wrong with a file of tools or annotations, or with a folder of annotations. Raises CommandError."""
    if str(source) != "-" and source.is_dir():
        paths = annotations_below(source)
        if not paths:
            raise CommandError(f"{source} holds no `<server>/{public.DOCUMENT}`")
        return [fault for path in paths for fault in _document_faults(path.read_bytes(), path, registry.known_of(registry.load()))]
    document = document_of(source)
    if is_annotations(document):
        content = source.read_bytes() if str(source) != "-" else json.dumps(document).encode()
        return _document_faults(content, source, registry.known_of(registry.load()))
    return _tool_faults(declared(document) if _is_corpus(document) else tools_of(document), table)


def _document_faults(content: bytes, path: Path, known: Known) -> list[str]:
    """Say what is wrong with a document of annotations."""
    try:
        document = public.parsed(path.parent.name or path.name, content)
    except RegistryError as error:
        return [str(error)]
    return published.lint(document, slug_in(document, path), known)


def _is_corpus(document: Any) -> bool:
    """Whether a document is a list of records that hold a tool each, of several servers: names may come twice there."""
    return isinstance(document, list) and bool(document) and all(isinstance(entry, dict) and isinstance(entry.get("tool"), dict) for entry in document)


def _tool_faults(tools: tuple[Declared, ...], table: bool) -> list[str]:
    found = coverage(tools, load().registry)
    if table:
        sys.stdout.write(found.table() + "\n")
    faults = [f"{spec.name}: {line}" for spec in found.specs for line in spec.lint]
    return [*faults, *(f"{spec.name}: its schema marks all its fields as necessary" for spec in found.specs if spec.suspicious)]
