"""The process's environment: the one place that reads it, and how `serve` hands its options to worker processes.

Must not be in here: what a variable means (`declared.py`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from llmproxy.config.model import Settings

CONFIG = "TOOLMINIMIZE_CONFIG"


def environment() -> Mapping[str, str]:
    """Give the process's environment."""
    return os.environ


def config_path() -> Path | None:
    """Give the configuration file that the environment names, or None."""
    named = os.environ.get(CONFIG)
    return Path(named) if named else None


def hand_down(path: Path | None, overrides: Mapping[str, object]) -> None:
    """Put the command line's word into the environment, where worker processes and `settings_from_environment` find it."""
    if path is not None:
        os.environ[CONFIG] = str(path.absolute())
    for name, value in overrides.items():
        if value is not None:
            os.environ["TOOLMINIMIZE_" + name.upper()] = str(value)


def settings_from_environment() -> Settings:
    """Read the settings in a worker process, or under another ASGI server. Raises `ConfigError`."""
    from llmproxy.config.load import load_settings

    return load_settings(config_path(), environment())
