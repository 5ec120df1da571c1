"""The compiled form of the data."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from tool_registry import compile as compiler
from tool_registry.load import COMPILED
from tool_registry.published.sources import PACKED

DATA = Path(str(files("tool_registry") / "data"))


def test_compiling_again_changes_nothing() -> None:
    before = [(DATA / name).read_bytes() for name in (COMPILED, PACKED)]
    compiler.main()
    assert [(DATA / name).read_bytes() for name in (COMPILED, PACKED)] == before
