"""`serve`: read the configuration, say what will happen, run the server. Must not be in here: the server."""

from __future__ import annotations

import errno
import gc
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from llmproxy.commands.failure import CommandError
from llmproxy.commands.settings import summary
from llmproxy.config import Settings, config_path, load_settings
from llmproxy.config.environment import environment, hand_down
from llmproxy.listening import listen
from llmproxy.records.store import RecordsError, preflight


def run(config: Path | None, overrides: Mapping[str, object]) -> None:
    """Run the proxy until it is told to stop. Raises `ConfigError`, or `CommandError` where the store or the port cannot be opened."""
    gc.disable()  # until the application has started (`freeze_heap`): nearly all that is made until then stays
    settings = load_settings(config or config_path(), environment(), overrides=overrides)
    try:
        preflight(settings.database_url)
    except RecordsError as error:
        raise CommandError(str(error)) from None
    sockets = _listen(settings.host, settings.port)
    sys.stdout.write("\n".join(greeting(settings)) + "\n")
    sys.stdout.flush()
    hand_down(config, overrides)
    from llmproxy.server import serve

    serve(settings, sockets)


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


def _listen(host: str, port: int) -> list[socket.socket]:
    """Bind the address now, and say in one line that it is taken rather than in the server's words."""
    try:
        return listen(host, port)
    except OSError as error:
        advice = "; `--port` takes another" if error.errno == errno.EADDRINUSE else ""
        raise CommandError(f"cannot listen on {host}, port {port}: {(error.strerror or 'no such host').lower()}{advice}") from None
