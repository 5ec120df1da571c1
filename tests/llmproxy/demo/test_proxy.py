"""Starting the proxy for the demo: a real process that answers, goes away, and says why when it does not start."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from llmproxy.demo.proxy import DemoError, DemoProxy


def test_it_starts_answers_and_goes_away() -> None:
    with DemoProxy("http://127.0.0.1:9/v1") as proxy, urllib.request.urlopen(f"{proxy.root}/healthz", timeout=5) as answer:
        assert answer.status == 200
    with pytest.raises(urllib.error.URLError):
        urllib.request.urlopen(f"{proxy.root}/healthz", timeout=1)


def test_it_says_why_it_does_not_start() -> None:
    proxy = DemoProxy("http://127.0.0.1:9/v1")
    proxy.config = "polcies: {}\n"
    with pytest.raises(DemoError, match="polcies"), proxy:
        pass
