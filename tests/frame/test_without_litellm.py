"""An install without LiteLLM serves OpenAI-compatible upstreams, and says what is missing for the others. LiteLLM is hidden here, as if not installed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import openai
import pytest

from llmproxy.demo.client import connect, send
from llmproxy.demo.model import DemoModel
from llmproxy.demo.proxy import DemoProxy
from llmproxy.demo.scenarios import load

HIDE = """
from importlib.machinery import PathFinder
real = PathFinder.find_spec
def find_spec(name, path=None, target=None):
    return None if name.partition(".")[0] in ("litellm", "openai", "tokenizers", "tiktoken") else real(name, path, target)
PathFinder.find_spec = staticmethod(find_spec)
"""


@pytest.fixture(scope="module")
def hidden(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("hidden")
    (folder / "sitecustomize.py").write_text(HIDE)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), *([before] if before else [])])
    yield
    if before is None:
        del os.environ["PYTHONPATH"]
    else:
        os.environ["PYTHONPATH"] = before


def test_it_is_hidden(hidden: None) -> None:
    done = subprocess.run([sys.executable, "-c", "import litellm"], capture_output=True, text=True, timeout=60, check=False)
    assert "No module named 'litellm'" in done.stderr


def test_the_raw_lane_works(hidden: None) -> None:
    with DemoModel(load()) as model, DemoProxy(model.url) as proxy:
        outcome = send(connect(proxy.url, proxy.key), proxy.root, proxy.key, load()[-1])
    assert outcome.faults == ()


def test_other_providers_get_a_clear_error(hidden: None) -> None:
    proxy = DemoProxy("http://127.0.0.1:9/v1")
    proxy.config = proxy.config.replace("openai/*", "anthropic/claude-x")
    with proxy:
        with pytest.raises(openai.APIStatusError) as caught:
            connect(proxy.url, proxy.key).chat.completions.create(model="claude-x", messages=[{"role": "user", "content": "hi"}])
        assert caught.value.status_code >= 500 or caught.value.status_code == httpx.codes.BAD_REQUEST
        assert "litellm" in str(caught.value).lower()
        assert httpx.get(f"{proxy.root}/healthz").status_code == httpx.codes.OK


def test_the_lock_without_litellm_is_what_the_readme_says() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert "requirements/no-litellm.lock" in text
    assert "\nlitellm==" not in (Path(__file__).parents[2] / "requirements" / "no-litellm.lock").read_text(encoding="utf-8")
