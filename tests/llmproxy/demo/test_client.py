"""The demo's agent: what it calls a fault, and how it does without a report."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from llmproxy.demo import client
from llmproxy.demo.model import DemoModel
from llmproxy.demo.scenarios import load


@pytest.fixture(scope="module")
def unprotected() -> Iterator[DemoModel]:
    with DemoModel(load()) as model:
        yield model


def test_without_a_proxy_every_scenario_with_secrets_leaks(unprotected: DemoModel) -> None:
    agent = client.connect(unprotected.url, "none")
    for scenario in load():
        outcome = client.send(agent, unprotected.url, "none", scenario)
        assert outcome.arguments == outcome.streamed == scenario.arguments
        assert outcome.cost == (0, 0)
        assert bool(outcome.faults) == (not scenario.untouched), scenario.title
