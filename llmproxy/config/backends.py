"""The `backends` section becomes entries. Must not be in here: making a backend (`llmproxy.backends`), policies."""

from __future__ import annotations

import yaml

from llmproxy.config.declared import BACKEND
from llmproxy.config.model import BackendEntry
from llmproxy.config.read import Reader


def read_backends(reader: Reader, node: yaml.Node) -> tuple[BackendEntry, ...]:
    """Read the section; fails at the node that is wrong."""
    return tuple(_entry(reader, name, value) for name, (_, value) in reader.members(node, "`backends`").items())


def _entry(reader: Reader, name: str, node: yaml.Node) -> BackendEntry:
    if isinstance(node, yaml.ScalarNode) and node.tag.endswith(":null"):
        return BackendEntry(name, name)
    said = reader.section(node, f"backend `{name}`", BACKEND)
    values = {key: value for key, (value, _) in said.items() if key not in ("type", "options")}
    if values.get("min_confidence", 0.0) > 1:
        reader.fail(said["min_confidence"][1], "`min_confidence` must be at most 1")
    options = {}
    if "options" in said:
        reader.members(said["options"][1], "`options`")
        options = reader.plain(said["options"][1], name="options")
    return BackendEntry(name, said["type"][0] if "type" in said else name, options=options, **values)
