"""`serve`: read the configuration, say what will happen, run the server. Must not be in here: the server."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from llmproxy.commands.failure import CommandError
from llmproxy.commands.settings import summary
from llmproxy.config import Settings, config_path, load_settings
from llmproxy.config.environment import environment, hand_down
from llmproxy.records.store import RecordsError, preflight


def run(config: Path | None, overrides: Mapping[str, object]) -> None:
    """Run the proxy until it is told to stop. Raises `ConfigError`, or `CommandError` where the store cannot be opened."""
    settings = load_settings(config or config_path(), environment(), overrides=overrides)
    try:
        preflight(settings.database_url)
    except RecordsError as error:
        raise CommandError(str(error)) from None
    sys.stdout.write("\n".join(greeting(settings)) + "\n")
    sys.stdout.flush()
    hand_down(config, overrides)
    from llmproxy.app import serve

    serve(settings)


def greeting(settings: Settings) -> list[str]:
    """Say what the proxy will do and where to point an agent."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else f"[{settings.host}]" if ":" in settings.host else settings.host
    lines = [
        "ToolMinimize minimises the tool calls of whatever model you use.",
        *summary(settings),
        f"point your agent at it: OPENAI_BASE_URL=http://{host}:{settings.port}/v1" + (", and a key of `keys` as OPENAI_API_KEY" if len(settings.keys) else ""),
    ]
    if settings.host not in ("127.0.0.1", "localhost", "::1") and settings.passthrough_keys:
        lines.append("warning: it listens beyond this machine and sends on anybody's own token; `keys` in the configuration say who may ask")
    return lines
