"""`registry import`: a proposed document of annotations for the tools of a server, to be reviewed.

Must not be in here: how tools are read (`tool_registry.importers`) or what is proposed (`tool_registry.proposing`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from llmproxy.commands.failure import CommandError
from llmproxy.commands.registry_source import document_of, is_annotations, is_url, one_source, tools_of
from llmproxy.config.environment import environment
from tool_registry.importers.declared import Declared
from tool_registry.importers.forms import Form
from tool_registry.load import load
from tool_registry.proposing.document import Server, slug_of, written_document
from tool_registry.published.sources import DOCUMENT


@dataclass(frozen=True, slots=True)
class Asked:
    """What `registry import` was asked for."""

    sources: Sequence[str]
    form: Form = Form.AUTO
    out: Path | None = None
    server: str | None = None
    stdio: bool = False
    timeout_s: float = 30.0
    token: str | None = None
    force: bool = False


def asked(
    sources: Sequence[str], form: str, out: Path | None, server: str | None, *, stdio: bool, timeout_s: float, token_env: str | None, force: bool
) -> Asked:
    """Check the command line's word. Raises CommandError."""
    if form not in list(Form):
        raise CommandError(f"`--form` must be one of {', '.join(Form)}")
    token = environment().get(token_env) if token_env else None
    if token_env and not token:
        raise CommandError(f"the environment has no `{token_env}`")
    return Asked(sources, Form(form), out, server, stdio, timeout_s, token, force)


def run(asked: Asked) -> int:
    """Write the proposal below `out`, or print it. Raises CommandError."""
    tools, title, source = _read(asked)
    slug = slug_of(asked.server or title)
    registry = load()
    specs = [registry.recognise(t.name, t.description, t.parameters, trust_annotations=True) for t in tools]
    text = written_document(Server(slug, title, source), specs, dict(registry.roles))
    if asked.out is None:
        sys.stdout.write(text)
        return 0
    path = asked.out / slug / DOCUMENT
    if path.exists() and not asked.force:
        raise CommandError(f"{path} is there already: `registry diff` compares, `--force` writes it anew")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {(error.strerror or 'error').lower()}") from None
    sys.stdout.write(f"{path}: {len(specs)} tools, proposed; review it, then `registry lint {path}`\n")
    return 0


def _read(asked: Asked) -> tuple[tuple[Declared, ...], str, str]:
    """Give the tools, the server's name, and what they were read from."""
    if asked.stdio or is_url(asked.sources[0] if asked.sources else ""):
        from llmproxy.commands.registry_mcp import ask

        if asked.stdio and not asked.sources:
            raise CommandError("say which server to start: `--stdio -- command arguments`")
        said, pages = ask(list(asked.sources) if asked.stdio else one_source(asked.sources), asked.timeout_s, asked.token)
        return tools_of(pages, Form.MCP), said.split(" ")[0] or "server", f"tools/list of {said or 'a server without a name'}"
    source = one_source(asked.sources)
    document = document_of(Path(source))
    if is_annotations(document):
        raise CommandError("the file is a document of annotations already: `registry lint` checks it")
    tools = tools_of(document, asked.form)
    title, version = _titled(document)
    name = title or ("server" if source == "-" else Path(source).stem)
    return tools, name, f"OpenAPI document of {name} {version}".strip() if title else f"declarations of {len(tools)} tools"


def _titled(document: Any) -> tuple[str, str]:
    """Give title and version of an OpenAPI document; empty texts for any other."""
    info = document.get("info") if isinstance(document, dict) and "openapi" in document else None
    if not isinstance(info, dict):
        return "", ""
    return str(info.get("title") or "")[:120], str(info.get("version") or "")[:40]
