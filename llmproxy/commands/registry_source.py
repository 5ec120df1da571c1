"""Reads what `registry` commands are given: a file, stdin, a folder, the slug of an installed server, or a live MCP server.

Must not be in here: what is done with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from llmproxy.commands.failure import CommandError
from llmproxy.commands.session import read_input
from tool_registry.importers.declared import Declared, ImportFault
from tool_registry.importers.forms import Form, read
from tool_registry.published.sources import DOCUMENT

MAX_NODES, MAX_DEPTH = 2_000_000, 400
"""Values of a document, those that YAML's aliases repeat counted each time, and how deep they may lie."""
_URL: Final = ("http://", "https://")


def is_url(source: str) -> bool:
    """Whether a source is the address of a server."""
    return source.lower().startswith(_URL)


def document_of(source: Path | None) -> Any:
    """Parse a file, or stdin for None or `-`, as JSON, else as YAML. Raises CommandError."""
    text = read_input(source)
    try:
        return json.loads(text)
    except RecursionError:
        raise CommandError("the file is nested too deeply") from None
    except ValueError:
        if text.lstrip()[:1] in ("", "{", "["):
            raise CommandError("the file is no JSON") from None
    return _yaml(text)


def _yaml(text: str) -> Any:
    import yaml

    class Plain(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """Reads `on`, `no` and dates as the texts that they are in JSON: a parameter may be called so."""

        yaml_implicit_resolvers: ClassVar[Mapping[str, Any]] = {
            first: [(tag, words) for tag, words in found if not tag.endswith((":bool", ":timestamp", ":merge", ":value"))]
            for first, found in yaml.SafeLoader.yaml_implicit_resolvers.items()
        }

    Plain.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"true|false|True|False"), list("tfTF"))
    try:
        document = yaml.load(text, Loader=Plain)
    except (yaml.YAMLError, ValueError, RecursionError, TypeError):
        raise CommandError("the file is neither JSON nor YAML") from None
    _bound(document)
    return document


def _bound(document: Any) -> None:
    """Refuse what aliases make endless or huge."""
    left = [(document, 0)]
    seen = 0
    while left:
        value, depth = left.pop()
        seen += 1
        if seen > MAX_NODES or depth > MAX_DEPTH:
            raise CommandError("the file is too large or nested too deeply")
        inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
        left.extend((member, depth + 1) for member in inner)


def tools_of(document: Any, form: Form = Form.AUTO) -> tuple[Declared, ...]:
    """Read the tools that a document declares. Raises CommandError naming the first place that is wrong."""
    try:
        return read(document, form)
    except ImportFault as error:
        raise CommandError(f"no tools can be read: {error}") from None


def is_annotations(document: Any) -> bool:
    """Whether a document is a server's annotations, and no declaration of tools."""
    return isinstance(document, Mapping) and "server" in document and isinstance(document.get("tools"), Mapping)


def annotations_below(folder: Path) -> list[Path]:
    """List the documents of annotations in a folder, its own first; each stands in a folder of its server's name."""
    own = folder / DOCUMENT
    return [own] if own.is_file() else sorted(p / DOCUMENT for p in folder.iterdir() if (p / DOCUMENT).is_file())


def slug_in(document: Any, path: Path) -> str:
    """Give the slug that a document of annotations must bear: its folder's name, or its own word where the file has another name."""
    if path.name == DOCUMENT or not isinstance(document, Mapping):
        return path.absolute().parent.name
    return str(document.get("server"))


def one_source(sources: Sequence[str]) -> str:
    """Give the only source. Raises CommandError for none or several."""
    if len(sources) != 1:
        raise CommandError("say one source: a file, `-` or a URL; `--stdio -- command arguments` starts a server")
    return sources[0]
