"""The processes that are measured: starting them pinned to a core, asking what they cost, ending them. Linux only (`/proc`)."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

KEY = "speed-run-key"
ROOT = Path.cwd()
"""The project, from which `make bench` is called; the package itself may be an installed one."""
PEER_PYTHON = ROOT / ".venv-litellm" / "bin" / "python"
PYTHON = [sys.executable, *(["-P"] if sys.flags.safe_path else [])]
"""With -P the installed packages are measured, the core compiled, rather than the sources in the working directory."""


def free_port() -> int:
    """Give a loopback port that is free now."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


def family(pid: int) -> list[int]:
    """Give a process and its descendants."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, ValueError):
                continue
    found = [pid]
    for parent in found:
        found += [child for child, p in parents.items() if p == parent]
    return found


@dataclass(slots=True)
class Target:
    """A process under measurement."""

    name: str
    port: int
    process: subprocess.Popen[bytes] | None = None
    """None for the upstream itself, which is measured as "direct"."""
    ready_s: float = 0.0

    def cpu_ms(self) -> float:
        """CPU time used so far, user and system, of the process and its children, from the scheduler's own nanoseconds."""
        total = 0
        for pid in family(self.process.pid) if self.process else ():
            for task in Path(f"/proc/{pid}/task").iterdir():
                try:
                    total += int((task / "schedstat").read_text().split()[0])
                except (OSError, ValueError):
                    continue
        return total / 1e6

    def memory_mb(self) -> tuple[float, float]:
        """Give (RSS, PSS) of the process and its children."""
        rss = pss = 0
        for pid in family(self.process.pid) if self.process else ():
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                rss += int(line.split()[1]) if line.startswith("Rss:") else 0
                pss += int(line.split()[1]) if line.startswith("Pss:") else 0
        return rss / 1024, pss / 1024

    def has_litellm(self) -> bool:
        """Whether LiteLLM was imported: it maps the tokenizers library."""
        return self.process is not None and "tokenizers" in Path(f"/proc/{self.process.pid}/maps").read_text()

    def stop(self) -> None:
        """End the process."""
        if self.process and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def start(name: str, command: list[str], port: int, *, core: int, path: str, environ: Mapping[str, str], log: Path, patience_s: float = 30) -> Target:
    """Start a process on a core and wait until it answers `path`."""
    cores = {core} & os.sched_getaffinity(0) or os.sched_getaffinity(0)
    began = time.perf_counter()
    with log.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, cwd=ROOT, env={**os.environ, **environ}, preexec_fn=lambda: os.sched_setaffinity(0, cores))
    target = Target(name, port, process)
    while time.perf_counter() - began < patience_s:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=2):
                target.ready_s = time.perf_counter() - began
                return target
        except urllib.error.HTTPError:
            target.ready_s = time.perf_counter() - began
            return target
        except OSError:
            time.sleep(0.005)
    target.stop()
    raise RuntimeError(f"{name} did not start: {log.read_text(errors='replace')[-2000:]}")


class Bench:
    """A folder for the run, the upstream, and the targets that could be started."""

    def __init__(self, *, proxy_core: int, load_core: int) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="toolminimize-speed-")
        self.core, self.load_core = proxy_core, load_core
        port = free_port()
        command = [*PYTHON, "-m", "benchmarks.speed.upstream", str(port)]
        self.upstream = start("upstream", command, port, core=load_core, path="/", environ={}, log=self._log("upstream"))
        self.direct = Target("direct", port)

    def _log(self, name: str) -> Path:
        return Path(self.folder.name) / f"{name}.log"

    def relay(self) -> Target:
        """Start the raw relay."""
        port = free_port()
        command = [*PYTHON, "-m", "benchmarks.speed.relay", str(port), str(self.direct.port)]
        return start("raw relay", command, port, core=self.core, path="/readyz", environ={}, log=self._log("relay"))

    def proxy(self) -> Target:
        """Start our proxy with a policy by key, minimisation and audit on."""
        port = free_port()
        config = Path(self.folder.name) / "config.yaml"
        config.write_text(
            'model_list:\n  - model_name: "*"\n'
            f'    litellm_params: {{model: openai/*, api_base: "http://127.0.0.1:{self.direct.port}/v1", api_key: none}}\n'
            "policies:\n  default: {mode: enforce, on_failure: closed}\n"
            f"keys:\n  - {{name: speed, key: {KEY}, policy: default}}\n"
        )
        command = [*PYTHON, "-m", "llmproxy.cli", "serve", "--config", str(config), "--host", "127.0.0.1", "--port", str(port)]
        command += ["--data-dir", str(Path(self.folder.name) / "data")]
        return start("toolminimize", command, port, core=self.core, path="/readyz", environ={}, log=self._log("proxy"))

    def litellm(self) -> Target:
        """Start LiteLLM's own proxy from its own environment (`make bench-peer`); RuntimeError where there is none."""
        if not PEER_PYTHON.is_file():
            raise RuntimeError("not available: no .venv-litellm (make bench-peer)")
        port = free_port()
        config = Path(self.folder.name) / "litellm.yaml"
        config.write_text(
            'model_list:\n  - model_name: "*"\n'
            f'    litellm_params: {{model: openai/*, api_base: "http://127.0.0.1:{self.direct.port}/v1", api_key: none}}\n'
            f"general_settings: {{master_key: sk-{KEY}}}\n"
        )
        command = [str(PEER_PYTHON.with_name("litellm")), "--config", str(config), "--host", "127.0.0.1", "--port", str(port)]
        environ = {"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_LOG": "ERROR"}
        path = "/health/liveliness"
        return start("LiteLLM proxy", command, port, core=self.core, path=path, environ=environ, log=self._log("litellm"), patience_s=120)

    def close(self) -> None:
        """End the upstream and remove the folder."""
        self.upstream.stop()
        self.folder.cleanup()
