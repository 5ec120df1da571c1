"""The demo's agent: the real `openai` client, which knows nothing of the proxy but its address, and the report that it may ask for. No printing in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from llmproxy.demo.model import NAME
from llmproxy.demo.proxy import DemoError
from llmproxy.demo.scenarios import Scenario

if TYPE_CHECKING:
    from openai import OpenAI


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the client got for one scenario."""

    scenario: Scenario
    arguments: str
    """Of the whole answer's call."""
    streamed: str
    """Of the streamed answer's call."""
    report: Mapping[str, Any]
    """The audit report's entry for the call, without values; empty if there is none."""
    faults: tuple[str, ...]

    @property
    def cost(self) -> tuple[float, float]:
        """Privacy cost before and after, as the audit says."""
        return float(self.report.get("cost_before", 0)), float(self.report.get("cost_after", 0))


def connect(url: str, key: str) -> OpenAI:
    """Give the client that an agent would make."""
    try:
        from openai import OpenAI
    except ImportError as error:
        raise DemoError("the demo drives the real `openai` client: pip install openai") from error
    return OpenAI(base_url=url, api_key=key, max_retries=0, timeout=30)


def send(client: OpenAI, root: str, key: str, scenario: Scenario) -> Outcome:
    """Send one scenario's request, whole and streamed, and check what came."""
    ask: dict[str, Any] = {"model": NAME, "messages": [{"role": "user", "content": scenario.user}], "tools": [{"type": "function", "function": scenario.tool}]}
    raw = client.chat.completions.with_raw_response.create(**ask)
    calls = raw.parse().choices[0].message.tool_calls or []
    arguments = calls[0].function.arguments if calls else ""
    streamed = "".join(
        call.function.arguments or ""
        for chunk in client.chat.completions.create(**ask, stream=True)
        for choice in chunk.choices
        for call in choice.delta.tool_calls or []
        if call.function
    )
    faults = scenario.faults(arguments) if calls else ["no tool call came"]
    if streamed != arguments:
        faults = [*faults, "the stream differs", *(f"{f} (stream)" for f in (scenario.faults(streamed) if streamed else []))]
    return Outcome(scenario, arguments, streamed, report_of(root, key, raw.headers.get("x-toolminimize-exchange-id", "")), tuple(faults))


def report_of(root: str, key: str, exchange: str) -> Mapping[str, Any]:
    """Ask the proxy for its report on an exchange; gives the first call's entry, or nothing."""
    import httpx

    answer = httpx.get(f"{root}/v1/minimize/reports/{exchange}", headers={"authorization": f"Bearer {key}"}, timeout=10)
    calls = answer.json().get("calls", []) if answer.status_code == httpx.codes.OK else []
    return calls[0] if calls else {}
