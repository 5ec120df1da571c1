"""The evaluation material beside the checkout, where it is there: its over-sharing model behind our proxy, graded by its own tool, within our bounds."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.speed.targets import free_port, start
from llmproxy.demo.proxy import DemoProxy

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
CASES = SHARED / "cases" / "cases.jsonl"
TOOLS = SHARED / "tools"

pytestmark = pytest.mark.skipif(not CASES.is_file() or not (TOOLS / "blackbox.py").is_file(), reason="no evaluation material beside the checkout")

LEAKED, LOST = 0.25, 0.04
"""Bounds of the schema-only tier."""


@pytest.fixture(scope="module")
def upstream(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, port = tmp_path_factory.mktemp("cases"), free_port()
    command = [sys.executable, str(TOOLS / "oversharer.py"), "--cases", str(CASES), "--port", str(port)]
    target = start("oversharer", command, port, core=0, path="/v1/models", environ={}, log=folder / "log")
    yield f"http://127.0.0.1:{port}/v1"
    target.stop()


def graded(url: str, key: str, folder: Path, *options: str) -> dict[str, Any]:
    command = [sys.executable, str(TOOLS / "blackbox.py"), "--proxy", url, "--key", key, "--cases", str(CASES), "--json", str(folder / "out.json"), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "out.json").read_text(encoding="utf-8"))["total"]


def test_schema_only_tier_is_within_the_bounds(upstream: str, tmp_path: Path) -> None:
    with DemoProxy(upstream) as proxy:
        total = graded(proxy.url, proxy.key, tmp_path, "--stream", "--tier", "schema")
    assert total["n_forbidden"] > 100
    assert (total["invalid"], total["benign"], total.get("differs", 0)) == (0, 0, 0), total
    assert total["leaked"] <= LEAKED * total["n_forbidden"], total
    assert total["lost"] <= LOST * total["n_needed"], total


def test_control_without_a_proxy_leaks_everything(upstream: str, tmp_path: Path) -> None:
    total = graded(upstream, "none", tmp_path, "--tier", "schema")
    assert total["leaked"] == total["n_forbidden"] > 100
    assert total["lost"] == 0
