"""The server around the application: uvicorn, in one process or several. Must not be in here: routes, what settings mean."""

from __future__ import annotations

import contextlib
import socket

import uvicorn
from uvicorn.supervisors import Multiprocess

from llmproxy.app import create_app
from llmproxy.config import Settings


def serve(settings: Settings, sockets: list[socket.socket]) -> None:
    """Run the server on bound sockets until it is told to stop; of several workers each reads the settings from the environment (`hand_down`)."""
    several = settings.workers > 1
    config = uvicorn.Config(
        "llmproxy.app:from_environment" if several else create_app(settings),
        factory=several,
        workers=settings.workers,
        loop="uvloop",
        http="httptools",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        timeout_keep_alive=75,
        timeout_graceful_shutdown=30,
    )
    if several:
        with contextlib.suppress(KeyboardInterrupt):
            Multiprocess(config, sockets=sockets).run()
        return
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=sockets)
    if not server.started:
        raise SystemExit(3)  # uvicorn has said why
