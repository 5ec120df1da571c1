"""Annotations of public tools from outside: files and folders that the configuration names, and installed packages, by entry point.

A package declares an entry point in the group `toolminimize.registry`; its value is a package that holds `<server>/tools.yaml`, and nothing of it runs
but its import. Only what `registry:` names is loaded. Of two documents about one server the later in that list counts, whole; ours come before all.
Must not be in here: what a document says (`tool_registry.published`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from llmproxy.config.model import ConfigError
from llmproxy.config.outside import is_path
from tool_registry.errors import RegistryError
from tool_registry.load import known_of, load
from tool_registry.published import sources as public
from tool_registry.published.match import Published
from tool_registry.published.model import PublishedTool, canonical
from tool_registry.published.packed import Head, Packed, pack
from tool_registry.published.read import server
from tool_registry.recognise import ToolKnowledge

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from minimize.knowledge.model import Knowledge

GROUP: Final = "toolminimize.registry"
PACKAGED: Final = "packaged"


@dataclass(frozen=True, slots=True)
class Outside:
    """A document from outside."""

    slug: str
    content: bytes
    origin: str
    """The file, or the package with its version."""


@dataclass(frozen=True, slots=True)
class Annotations:
    """All annotations that are loaded, and where each server's come from."""

    registry: ToolKnowledge
    origins: dict[str, str]
    """Slug -> origin, of those from outside."""

    def heads(self) -> list[Head]:
        """Give the servers, by slug."""
        return sorted((head for part in self.registry.published.parts for head in part.heads), key=lambda head: head.server)

    def of(self, head: Head) -> dict[str, PublishedTool]:
        """Give a server's tools by name."""
        return next((part.tools(head.server) for part in self.registry.published.parts if head in part.heads), {})

    def tools(self, name: str) -> Iterator[tuple[Head, PublishedTool]]:
        """Give the tools of this name, whatever its case and separators."""
        for part in self.registry.published.parts:
            yield from part.named(canonical(name))

    def origin(self, slug: str) -> str:
        """Say where a server's annotations come from."""
        return self.origins.get(slug, PACKAGED)


def named(config: Path | None) -> tuple[str, ...]:
    """Give what `registry:` names in a configuration (`--config`, else the environment's). Raises ConfigError."""
    from llmproxy.config.environment import config_path, environment

    path = config or config_path()
    if path is None:
        return ()
    from llmproxy.config import load_settings

    return load_settings(path, environment(), ephemeral=True).registry


def loaded(names: Sequence[str]) -> Annotations:
    """Give the packaged annotations and those that `registry:` names, paths or entry points. Raises ConfigError in one line."""
    registry = load()
    documents = {document.slug: document for name in names for document in _documents(name)}
    if not documents:
        return Annotations(registry, {})
    known = known_of(registry)
    read = []
    for document in documents.values():
        try:
            read.append(server(public.parsed(document.slug, document.content), document.slug, known))
        except RegistryError as error:
            raise ConfigError(f"annotations of {document.origin}: {error}") from None
    version = public.digest_of({"registry": registry.version.encode(), **{slug: d.content for slug, d in documents.items()}})
    parts = (Packed(pack(read, version)), *(part.without(documents.keys()) for part in registry.published.parts))
    return Annotations(registry.publishing(Published(parts), version), {slug: d.origin for slug, d in documents.items()})


def knowledge(names: Sequence[str]) -> Knowledge:
    """Give the packaged knowledge with the annotations that `registry:` names. Raises ConfigError."""
    from minimize.knowledge.load import load as packaged

    return replace(packaged(), registry=loaded(names).registry) if names else packaged()


def _documents(name: str) -> Iterator[Outside]:
    if not is_path(name):
        yield from _packaged(name)
        return
    path = Path(name)
    try:
        if path.is_file():
            content = path.read_bytes()
            slug = path.parent.name if path.name == public.DOCUMENT else _slug(content)
            yield Outside(slug, content, str(path))
        elif (path / public.DOCUMENT).is_file():
            yield Outside(path.name, (path / public.DOCUMENT).read_bytes(), str(path / public.DOCUMENT))
        else:
            found = [Outside(slug, content, str(path / slug / public.DOCUMENT)) for slug, content in public.documents(path)]
            if not found:
                raise ConfigError(f"`registry`: {path} holds no `<server>/{public.DOCUMENT}`")
            yield from found
    except OSError as error:
        raise ConfigError(f"`registry`: {path} cannot be read: {(error.strerror or 'error').lower()}") from None


def _slug(content: bytes) -> str:
    """Give the slug that a document gives itself; its reader complains if that is none."""
    try:
        document = public.parsed("document", content)
    except RegistryError:
        return "document"
    return str(document.get("server")) if isinstance(document, dict) else "document"


def _packaged(name: str) -> Iterator[Outside]:
    point = next((p for p in installed() if p.name == name), None)
    if point is None:
        there = ", ".join(sorted(p.name for p in installed())) or "none"
        raise ConfigError(f"`registry`: no file and no installed package `{name}`: there are {there} (a path has a `/`)")
    try:
        folder = files(point.load())
    except Exception as error:
        raise ConfigError(f"`registry`: the package of `{name}` cannot be imported: {type(error).__name__}") from None
    origin = f"package {point.dist.name} {point.dist.version}" if point.dist is not None else f"package {name}"
    found = [Outside(slug, content, origin) for slug, content in public.documents(folder)]
    if not found:
        raise ConfigError(f"`registry`: {origin} holds no `<server>/{public.DOCUMENT}`")
    yield from found


def installed() -> list[EntryPoint]:
    """List the entry points of installed packages with annotations."""
    from importlib.metadata import entry_points

    return list(entry_points(group=GROUP))
