"""The one place for configuration: the file, the environment and the command line become one frozen `Settings`.

Nothing else of the package reads the environment. Must not be in here: what is done with a setting.
"""

from __future__ import annotations

from llmproxy.config.environment import config_path, environment, settings_from_environment
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
    "environment",
    "load_settings",
    "settings_from_environment",
]
