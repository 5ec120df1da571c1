"""Settings for tests: no file, no environment, records in memory or in a given directory."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from llmproxy.config import Key, KeyRing, ModelEntry, Settings
from minimize.model import Policy

SECRET = b"only for tests"


def entry(name: str, model: str, api_base: str | None = None, **params: Any) -> ModelEntry:
    return ModelEntry(name, {"model": model, **({"api_base": api_base} if api_base else {}), **params})


def settings(*entries: ModelEntry, keys: list[tuple[Key, str]] | None = None, admin: str | None = None, **fields: Any) -> Settings:
    directory = Path(fields.pop("data_dir", None) or tempfile.mkdtemp(prefix="toolminimize-test-"))
    fields.setdefault("policies", {"default": Policy()})
    fields.setdefault("passthrough_keys", not keys)
    return Settings(
        data_dir=directory,
        database_url=f"sqlite:///{directory}/records.db",
        secret=SECRET,
        keys=KeyRing.of(SECRET, keys or [], admin),
        model_list=entries,
        **fields,
    )
