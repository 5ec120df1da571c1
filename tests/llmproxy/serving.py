"""The proxy on a real socket, for tests: in a thread of this process, or as a process of its own. Must not be in here: assertions."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Any

import uvicorn
import yaml

from llmproxy.app import create_app
from llmproxy.config import Settings


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ProxyThread:
    """`with ProxyThread(settings) as proxy:` serves at `proxy.url`; `parts` go to `create_app`."""

    def __init__(self, settings: Settings, **parts: Any) -> None:
        self.app = create_app(settings, **parts)
        self._server = uvicorn.Server(uvicorn.Config(self.app, "127.0.0.1", 0, log_level="critical", access_log=False, loop="uvloop", http="httptools"))
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"

    @property
    def records(self) -> Any:
        return self.app.state.toolminimize.records

    def __enter__(self) -> ProxyThread:
        self._thread.start()
        until = time.monotonic() + 20
        while not self._server.started:
            assert self._thread.is_alive() and time.monotonic() < until, "the proxy did not start"
            time.sleep(0.01)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._server.should_exit = True
        self._thread.join(20)


class ProxyProcess:
    """`with ProxyProcess(config) as proxy:` runs the command line's `serve` with a configuration (as YAML would say it)."""

    def __init__(self, config: dict[str, Any], *arguments: str) -> None:
        self.directory = Path(tempfile.mkdtemp(prefix="toolminimize-test-"))
        (self.directory / "config.yaml").write_text(yaml.safe_dump(config))
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> str:
        return (self.directory / "log").read_text()

    def __enter__(self) -> ProxyProcess:
        command = [sys.executable, "-m", "llmproxy.cli", "serve", "--config", str(self.directory / "config.yaml"), "--port", str(self.port)]
        command += ["--data-dir", str(self.directory / "data"), *self._arguments]
        with (self.directory / "log").open("wb") as log:
            environ = {k: v for k, v in os.environ.items() if not k.endswith("_API_KEY")}
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=environ)
        until = time.monotonic() + 30
        while not self._answers():
            assert self._process.poll() is None and time.monotonic() < until, self.log[-2000:]
            time.sleep(0.05)
        return self

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.url + "/readyz", timeout=2) as response:
                return bool(json.load(response)["status"] == "ready")
        except (OSError, urllib.error.URLError):
            return False

    def signal(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def stop(self) -> int:
        """Tell it to stop, as a service manager would; give its exit code."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait(20)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self._process is not None
        try:
            self.stop()
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(5)
