"""Starting the real proxy for the demo: a process of its own on a free loopback port, with a configuration like a user's. No shortcuts past the wire."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from types import TracebackType

CONFIG = """\
model_list:
  - model_name: "*"
    litellm_params: {{model: openai/*, api_base: "{upstream}", api_key: none}}
policies:
  default: {{mode: enforce, on_failure: closed}}
keys:
  - {{name: demo, key: os.environ/TOOLMINIMIZE_DEMO_KEY}}
"""
PATIENCE_S = 30


class DemoError(Exception):
    """The demo cannot go on; the message says what a person can do about it."""


class DemoProxy:
    """The proxy before an upstream. A context manager; `url` is the base URL with `/v1`, `key` the key that it knows."""

    def __init__(self, upstream: str) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="toolminimize-demo-")
        self.key = "demo-" + secrets.token_hex(8)
        self.config = CONFIG.format(upstream=upstream)
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self._port = int(s.getsockname()[1])
        self.url = f"http://127.0.0.1:{self._port}/v1"
        self.root = f"http://127.0.0.1:{self._port}"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> DemoProxy:
        folder = Path(self._folder.name)
        (folder / "config.yaml").write_text(self.config, encoding="utf-8")
        command = [sys.executable, "-m", "llmproxy.cli", "serve", "--config", str(folder / "config.yaml"), "--data-dir", str(folder)]
        command += ["--host", "127.0.0.1", "--port", str(self._port)]
        with (folder / "proxy.log").open("wb") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, env={**os.environ, "TOOLMINIMIZE_DEMO_KEY": self.key})
        try:
            self._wait()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def _wait(self) -> None:
        assert self._process is not None
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until and self._process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.root}/readyz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        log = (Path(self._folder.name) / "proxy.log").read_text(encoding="utf-8", errors="replace")
        raise DemoError(f"the proxy did not start:\n{log[-2000:]}")

    def close(self) -> None:
        """End the process and remove its folder."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._folder.cleanup()
