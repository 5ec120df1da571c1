"""The one place for configuration: the file, the environment and the command line become one frozen `Settings`.

Nothing else of the package reads the environment. The names below are imported when they are asked for: a command that
reads no file should not wait for YAML.

Must not be in here: what is done with a setting.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from llmproxy.config.environment import config_path, settings_from_environment
    from llmproxy.config.keys import Key, KeyRing
    from llmproxy.config.load import load_settings
    from llmproxy.config.model import ConfigError, Limits, ModelEntry, Settings, Timeouts, Vocabulary

__all__ = [
    "ConfigError",
    "Key",
    "KeyRing",
    "Limits",
    "ModelEntry",
    "Settings",
    "Timeouts",
    "Vocabulary",
    "config_path",
    "load_settings",
    "settings_from_environment",
]

_HOMES = {
    "model": ("ConfigError", "Limits", "ModelEntry", "Settings", "Timeouts", "Vocabulary"),
    "keys": ("Key", "KeyRing"),
    "load": ("load_settings",),
    "environment": ("config_path", "settings_from_environment"),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
