"""`check` asks the judge that the configuration names, and fails as the proxy does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from llmproxy.commands.check import run
from llmproxy.commands.explain import explain_call
from llmproxy.commands.lines import check_lines
from tests.upstreams.openai_wire import speaking
from tests.upstreams.server import Reply, Upstream
from tests.upstreams.speech import Speech

MAIL = {"type": "object", "properties": {"to": {"type": "string"}, "body": {"type": "string"}}, "required": ["to", "body"]}
TEXT = "The slides come on Tuesday because of my migraine."
CASE = {
    "id": 1,
    "messages": [{"role": "user", "content": "Write to Ines that the slides come on Tuesday."}],
    "tools": [{"type": "function", "function": {"name": "send_email", "description": "Send an e-mail", "parameters": MAIL}}],
    "tool_calls": [{"name": "send_email", "arguments": {"to": "ines@example.com", "body": TEXT}}],
}


class Judge:
    """Finds the first item unnecessary; counts asks, and fails where told."""

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.fails = False

    def __call__(self, request: Any) -> Reply:
        self.keys.append(request.headers.get("authorization", ""))
        said = "no idea" if self.fails else json.dumps({"verdicts": [{"id": "i1", "necessary": False, "psd": True, "reason": ""}]})
        return speaking(Speech(said))(request)


@pytest.fixture
def judge() -> Judge:
    return Judge()


@pytest.fixture
def config(judge: Judge, tmp_path: Path) -> Iterator[Path]:
    with Upstream(judge) as upstream:
        entry = {"model_name": "judge", "litellm_params": {"model": "openai/j", "api_base": upstream.url + "/v1", "api_key": "sk-operator"}}
        policies = {
            "default": {"content_aware": "llm", "judge": {"model": "judge"}},
            "strict": {"judge": {"on_failure": "block"}},
            "mail": {"content_aware": "off", "tools": {"send_*": {"content_aware": "llm"}}},
        }
        path = tmp_path / "config.yaml"
        path.write_text(yaml.safe_dump({"model_list": [entry], "policies": policies}), encoding="utf-8")
        yield path


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "in.jsonl"
    path.write_text("\n".join([json.dumps(CASE)] * 2), encoding="utf-8")
    return path


def bodies(out: str) -> list[Any]:
    return [(json.loads(line)["tool_calls"][0]["arguments"] or {}).get("body") for line in out.splitlines()]


@pytest.mark.parametrize("policy", [None, "mail"])
def test_lines_are_decided_by_the_judges_word_and_the_same_is_asked_once(
    config: Path, source: Path, judge: Judge, policy: str | None, capfd: pytest.CaptureFixture[str]
) -> None:
    assert check_lines(source, config, policy, None) == 0
    assert bodies(capfd.readouterr().out) == ["The slides come on Tuesday."] * 2
    assert judge.keys == ["Bearer sk-operator"]


def test_without_the_judge_it_is_as_off(config: Path, source: Path, judge: Judge, capfd: pytest.CaptureFixture[str]) -> None:
    assert check_lines(source, config, None, None, judge=False) == 0
    said = capfd.readouterr()
    assert bodies(said.out) == [TEXT] * 2 and judge.keys == [] and "is as `off`" in said.err


def test_a_failure_leaves_the_call_or_blocks_it_as_the_policy_says(config: Path, source: Path, judge: Judge, capfd: pytest.CaptureFixture[str]) -> None:
    judge.fails = True
    assert check_lines(source, config, None, None) == 0
    assert bodies(capfd.readouterr().out) == [TEXT] * 2
    assert check_lines(source, config, "strict", None) == 0
    assert [json.loads(line)["tool_calls"][0]["blocked"] for line in capfd.readouterr().out.splitlines()] == ["judge_failed"] * 2


def test_one_call_says_that_its_judge_was_asked(config: Path, tmp_path: Path, judge: Judge, capfd: pytest.CaptureFixture[str]) -> None:
    one = tmp_path / "one.json"
    one.write_text(json.dumps(CASE), encoding="utf-8")
    assert run(one, config, None, None, as_json=True) == 0
    said = json.loads(capfd.readouterr().out)
    assert said["flags"] == ["judge:asked"] and said["arguments"]["body"] == "The slides come on Tuesday."
    assert explain_call(one, config, None, None, values=False, as_json=False, judge=False) == 0
    assert len(judge.keys) == 1
