"""The server around the application: uvicorn, in one process or several. Must not be in here: routes, what settings mean."""

from __future__ import annotations

import contextlib
import os
import signal
import socket

import uvicorn
from uvicorn.supervisors import Multiprocess

from llmproxy.app import create_app
from llmproxy.config import Settings
from llmproxy.config.environment import settings_from_environment


class Workers(Multiprocess):
    """uvicorn's supervisor of several processes, which reads nothing anew itself."""

    def handle_hup(self) -> None:
        """Have each process read the configuration anew; uvicorn would replace them, and a wrong configuration would leave none."""
        for process in self.processes:
            if process.pid is not None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGHUP)


def serve(settings: Settings, sockets: list[socket.socket]) -> None:
    """Run the server on bound sockets until it is told to stop; of several workers each reads the settings from the environment (`hand_down`)."""
    several = settings.workers > 1
    config = uvicorn.Config(
        "llmproxy.app:from_environment" if several else create_app(settings, reread=settings_from_environment),
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
            Workers(config, sockets=sockets).run()
        return
    server = uvicorn.Server(config)
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=sockets)
    if not server.started:
        raise SystemExit(3)  # uvicorn has said why
