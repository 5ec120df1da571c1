"""The `registry` setting: what it names, with paths made absolute.

Must not be in here: reading what is named (`llmproxy.annotations`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path


def is_path(name: str) -> bool:
    """Whether an entry names a file or a folder: names of installed packages have no slash and no ending."""
    return "/" in name or name.endswith((".yaml", ".yml")) or name in (".", "..")


def resolved(names: Sequence[str], config: Path | None) -> tuple[str, ...]:
    """Give the entries; paths are relative to the configuration file."""
    base = config.parent if config is not None else Path()
    return tuple(str((base / Path(name).expanduser()).absolute()) if is_path(name) else name for name in names)
