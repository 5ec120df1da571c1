"""`registry diff`: what changed between two descriptions of tools, each a file, a folder or an installed server.

Must not be in here: what is compared (`tool_registry.comparing`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from llmproxy.annotations import loaded, named
from llmproxy.commands.failure import CommandError
from llmproxy.commands.registry_source import annotations_below, document_of, is_annotations, slug_in, tools_of
from tool_registry.comparing import Side, differences, of_server, of_specs, of_tools
from tool_registry.errors import RegistryError
from tool_registry.load import known_of, load
from tool_registry.published.read import server


def run(old: str, new: str, config: Path | None = None, *, as_json: bool = False) -> int:
    """Print the differences, a line each; exit code 1 if there are any. Raises CommandError."""
    changes = differences(_side(old, config), _side(new, config))
    if as_json:
        said = [{"what": c.what.value, "tool": c.tool, "pointer": c.pointer, "key": c.key, "old": c.old, "new": c.new} for c in changes]
        sys.stdout.write(json.dumps(said, indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("".join(f"{change}\n" for change in changes) or "no differences\n")
    return int(bool(changes))


def _side(source: str, config: Path | None) -> Side:
    path = Path(source)
    if source != "-" and not path.exists():
        return _installed(source, config)
    if path.is_dir():
        documents = annotations_below(path)
        if len(documents) != 1:
            raise CommandError(f"{path} holds {len(documents)} documents of annotations; name one")
        path = documents[0]
    document = document_of(path)
    if not is_annotations(document):
        registry = load()
        return of_specs(registry.recognise(t.name, t.description, t.parameters, trust_annotations=True) for t in tools_of(document))
    try:
        return of_server(server(document, slug_in(document, path), known_of(load())))
    except RegistryError as error:
        raise CommandError(f"{path}: {error}") from None


def _installed(source: str, config: Path | None) -> Side:
    known = loaded(named(config))
    head = next((head for head in known.heads() if head.server == source), None)
    if head is None:
        raise CommandError(f"`{source[:80]}` is no file and no installed server")
    about = {"version": str(head.version), "operator": head.operator, "trust": head.trust, "source": head.source}
    return of_tools(known.of(head).values(), about)
