"""`registry lint`: the packaged knowledge against its own examples, or the annotations of a file of tools.

Must not be in here: the checks themselves.
"""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path

from llmproxy.commands.failure import CommandError
from llmproxy.commands.session import read_input
from minimize.knowledge.lint import lint as knowledge_faults
from minimize.knowledge.load import load
from tool_registry import load as registry
from tool_registry.coverage import coverage, declared
from tool_registry.errors import RegistryError


def lint(source: Path | None = None, *, table: bool = False) -> int:
    """Print the faults, a line each; exit code 1 if there are any.

    Without a file: rules, lexicons, kinds, roles, tiers. With one (OpenAI's `tools` or MCP's `tools/list`): unknown labels and
    names in annotations, suspicious schemas; `table` prints what was recognised of each tool as well.
    """
    if table and source is None:
        raise CommandError("`--table` needs a file of tools (or `-`)")
    faults = [*registry_faults(), *knowledge_faults()] if source is None else _tool_faults(source, table)
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
        registry.build(registry.parsed(raw), version)
    except RegistryError as error:
        faults.append(str(error))
    return faults


def _tool_faults(source: Path, table: bool) -> list[str]:
    try:
        tools = declared(json.loads(read_input(source)))
    except (ValueError, RecursionError):
        raise CommandError("the file is no JSON") from None
    if not tools:
        raise CommandError("the file holds no tools (OpenAI's `tools` or an answer to MCP's `tools/list`)")
    found = coverage(tools, load().registry)
    if table:
        sys.stdout.write(found.table() + "\n")
    faults = [f"{spec.name}: {line}" for spec in found.specs for line in spec.lint]
    return [*faults, *(f"{spec.name}: its schema marks all its fields as necessary" for spec in found.specs if spec.suspicious)]
