"""The demo's model, driven by the real client without a proxy: it does over-share, and its stream says the same."""

from __future__ import annotations

from collections.abc import Iterator

import openai
import pytest

from llmproxy.demo.model import HELLO, NAME, DemoModel
from llmproxy.demo.scenarios import load

SCENARIO = load()[0]


@pytest.fixture(scope="module")
def client() -> Iterator[openai.OpenAI]:
    with DemoModel(load()) as model:
        yield openai.OpenAI(base_url=model.url, api_key="none", max_retries=0, timeout=10)


def test_it_lists_itself(client: openai.OpenAI) -> None:
    assert [m.id for m in client.models.list()] == [NAME]


def test_it_overshares_whole_and_streamed(client: openai.OpenAI) -> None:
    messages = [{"role": "user", "content": SCENARIO.user}]
    choice = client.chat.completions.create(model=NAME, messages=messages).choices[0]
    (call,) = choice.message.tool_calls
    assert (call.function.name, call.function.arguments, choice.finish_reason) == (SCENARIO.name, SCENARIO.arguments, "tool_calls")
    chunks = list(client.chat.completions.create(model=NAME, messages=messages, stream=True))
    pieces = [c.choices[0].delta.tool_calls[0].function.arguments for c in chunks if c.choices[0].delta.tool_calls]
    assert "".join(pieces) == SCENARIO.arguments
    assert len(pieces) > 10
    assert chunks[-1].choices[0].finish_reason == "tool_calls"


def test_anything_else_gets_text(client: openai.OpenAI) -> None:
    messages = [{"role": "user", "content": "Who are you?"}]
    answer = client.chat.completions.create(model=NAME, messages=messages).choices[0]
    assert (answer.message.content, answer.message.tool_calls, answer.finish_reason) == (HELLO, None, "stop")
    text = "".join(c.choices[0].delta.content or "" for c in client.chat.completions.create(model=NAME, messages=messages, stream=True))
    assert text.strip() == HELLO
