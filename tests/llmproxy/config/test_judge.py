"""The `judge` section of a policy, and what an operator is told of judges at the start."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from llmproxy.config import ConfigError, Settings
from minimize.model import JudgePolicy

Read = Callable[..., Settings]
LOCAL = "model_list: [{model_name: j, litellm_params: {model: openai/j, api_base: 'http://127.0.0.1:9/v1', api_key: none}}]\n"


def test_a_policy_takes_over_what_it_does_not_say(read: Read) -> None:
    judge = "{model: j, rephrase: true, concurrency: 4, asks_per_day: 100, tokens_per_day: 5000}"
    found = read(f"{LOCAL}policies: {{default: {{judge: {judge}}}, other: {{judge: {{timeout_s: 2}}}}}}").policies
    assert found["default"].judge == JudgePolicy("j", rephrase=True, concurrency=4, asks_per_day=100, tokens_per_day=5000)
    assert found["other"].judge == JudgePolicy("j", timeout_s=2.0, rephrase=True, concurrency=4, asks_per_day=100, tokens_per_day=5000)


@pytest.mark.parametrize(
    ("section", "reason"),
    [
        ("{model: other}", "not in `model_list`"),
        ("{timeout_s: 1}", "needs `model`"),
        ("{model: j, concurrency: 0}", "at least 1"),
        ("{model: j, asks_per_day: 0}", "at least 1"),
    ],
)
def test_what_cannot_be_meant_refuses(read: Read, section: str, reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        read(f"{LOCAL}policies: {{default: {{judge: {section}}}}}")


@pytest.mark.parametrize(
    ("params", "environ", "warns"),
    [
        ("{model: openai/j}", {}, True),
        ("{model: openai/j}", {"OPENAI_API_KEY": "sk-1"}, False),
        ("{model: gpt-4o}", {"OPENAI_API_KEY": "sk-1"}, False),
        ("{model: openai/j, api_base: 'http://127.0.0.1:9/v1'}", {"OPENAI_API_KEY": "sk-1"}, True),
        ("{model: openai/j, api_key: none}", {}, False),
        ("{model: openai/j, api_key: os.environ/UNSET}", {}, True),
        ("{model: ollama_chat/j}", {}, False),
    ],
)
def test_a_judge_without_a_key_is_said(read: Read, params: str, environ: dict[str, str], warns: bool) -> None:
    text = f"model_list: [{{model_name: j, litellm_params: {params}}}]\npolicies: {{default: {{content_aware: llm, judge: {{model: j}}}}}}"
    assert any("the judge `j` has no `api_key`" in line for line in read(text, environ).warnings) is warns


def test_only_judges_that_are_asked_count(read: Read) -> None:
    models = "model_list: [{model_name: 'j*', litellm_params: {model: openai/j}}]\n"
    assert not any("judge" in line for line in read(f"{models}policies: {{default: {{judge: {{model: jj}}}}}}", {}).warnings)
    by_tool = "{judge: {model: jj}, tools: {'send_*': {content_aware: llm}}}"
    assert any("judge `jj`" in line for line in read(f"{models}policies: {{default: {by_tool}}}", {}).warnings)


@pytest.mark.parametrize(("more", "warns"), [("workers: 2", True), ("workers: 1", False), ("workers: 2\nsession_store: {url: 'redis://localhost/0'}", False)])
def test_workers_that_count_apart_are_said(read: Read, more: str, warns: bool) -> None:
    text = f"{LOCAL}{more}\npolicies: {{default: {{content_aware: llm, judge: {{model: j, asks_per_day: 5}}}}}}"
    assert any("each worker counts" in line for line in read(text).warnings) is warns
