"""The packaged annotations' files: one document a server below `data/tools/`, and their packed form beside the data.

Must not be in here: what is in a document (`read`), how it is packed (`packed`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any, Final

from tool_registry.errors import RegistryError
from tool_registry.published.packed import Packed, pack, version_of
from tool_registry.published.read import Known, server

PACKED: Final = "tools.jsonl"
"""The packed form, written by `python -m tool_registry.compile`."""
DOCUMENT: Final = "tools.yaml"


def documents(folder: Traversable) -> Iterator[tuple[str, bytes]]:
    """Give slug and document of every server below a folder, in order of their names; a folder that is not there holds none."""
    if not folder.is_dir():
        return
    for path in sorted((p for p in folder.iterdir() if p.is_dir() and (p / DOCUMENT).is_file()), key=lambda p: p.name):
        yield path.name, (path / DOCUMENT).read_bytes()


def digest_of(raw: Mapping[str, bytes]) -> str:
    """Give the version of documents, 12 hex digits."""
    digest = hashlib.sha256()
    for slug, content in raw.items():
        digest.update(slug.encode() + b"\0" + content)
    return digest.hexdigest()[:12]


def parsed(slug: str, content: bytes) -> Any:
    """Parse a document. Raises RegistryError for what is no YAML or says a thing twice."""
    import yaml  # only where the packed form is out of date

    class _Strict(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """Takes no key twice."""

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            keys = [self.construct_object(key, deep=True) for key, _ in node.value]
            twice = next((key for at, key in enumerate(keys) if key in keys[:at]), None)
            if twice is not None:
                raise RegistryError(f"tools/{slug}: `{str(twice)[:80]}` is said twice")
            return dict(super().construct_mapping(node, deep))

    try:
        return yaml.load(content, Loader=_Strict)
    except yaml.YAMLError:
        raise RegistryError(f"tools/{slug}: the document is no YAML") from None


def packed_of(raw: Mapping[str, bytes], known: Known) -> bytes:
    """Read documents strictly and pack them. Raises RegistryError naming the first fault."""
    return pack((server(parsed(slug, content), slug, known) for slug, content in raw.items()), digest_of(raw))


def packaged(data: Traversable, raw: Mapping[str, bytes]) -> Packed | None:
    """Give the packed form beside the data, if it was written from these very documents."""
    path = data / PACKED
    content = path.read_bytes() if path.is_file() else b""
    return Packed(content) if content and version_of(content) == digest_of(raw) else None
