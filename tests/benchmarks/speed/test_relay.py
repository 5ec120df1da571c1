"""The raw relay passes whole answers and streams on as they are."""

from __future__ import annotations

import subprocess
import sys

import httpx
import pytest

from benchmarks.speed import payloads
from benchmarks.speed.targets import Bench


@pytest.fixture(scope="module")
def ports():
    bench = Bench(proxy_core=0, load_core=0)
    relay = bench.relay()
    yield bench.direct.port, relay.port
    relay.stop()
    bench.close()


@pytest.mark.parametrize("model", ["whole", "text", "tool"])
def test_answers_pass_as_they_are(ports: tuple[int, int], model: str) -> None:
    direct, relayed = (
        httpx.post(f"http://127.0.0.1:{port}/v1/chat/completions", content=payloads.request(model, stream=model != "whole"), timeout=10) for port in ports
    )
    assert relayed.status_code == direct.status_code == 200
    assert relayed.content == direct.content or (model == "whole" and abs(len(relayed.content) - len(direct.content)) < 20)
    assert relayed.headers["content-type"].split(";")[0] == direct.headers["content-type"]


def test_it_needs_two_ports() -> None:
    done = subprocess.run([sys.executable, "-m", "benchmarks.speed.relay"], capture_output=True, timeout=30, check=False)
    assert done.returncode != 0
