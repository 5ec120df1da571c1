from __future__ import annotations

import gc
import io
import sys
from pathlib import Path

import pytest

from llmproxy.commands.failure import CommandError
from llmproxy.commands.session import deciding, each_line, minimizer_of, policy_of, read_input
from minimize.model import Mode, Policy, ToolCall, ToolPolicy
from tests.llmproxy.outside import document

CONFIG = """\
policies: {default: {mode: shadow}, loose: {mode: off}}
keys:
  - {name: desk, key: os.environ/DESK_KEY, policy: loose}
  - {name: gone, key: os.environ/GONE_KEY, revoked: true}
"""


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DESK_KEY", "tm-desk")
    monkeypatch.setenv("GONE_KEY", "tm-gone")
    path = tmp_path / "config.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    return path


def test_a_policy_by_its_name_or_by_its_key(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert policy_of(config, None, None).mode is Mode.SHADOW
    assert policy_of(config, "loose", None).mode is Mode.OFF
    assert policy_of(config, None, "desk").name == "loose"
    assert policy_of(config, None, "tm-desk").name == "loose"
    monkeypatch.setenv("TOOLMINIMIZE_CONFIG", str(config))
    assert policy_of(None, None, None).mode is Mode.SHADOW


def test_without_a_configuration_the_default_holds() -> None:
    assert policy_of(None, None, None) == Policy() == policy_of(None, "default", None)


@pytest.mark.parametrize(
    ("policy", "key", "complaint"),
    [("strict", None, "no such policy"), (None, "tm-other", "no such key"), ("loose", "desk", "both name"), (None, "gone", "revoked")],
)
def test_what_is_not_there_is_refused_without_its_name(config: Path, policy: str | None, key: str | None, complaint: str) -> None:
    with pytest.raises(CommandError, match=complaint) as refusal:
        policy_of(config, policy, key)
    assert "tm-" not in str(refusal.value) and refusal.value.code == 2


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return False


def feed(monkeypatch: pytest.MonkeyPatch, data: bytes) -> io.BytesIO:
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", Terminal(io.BytesIO(data)))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, write_through=True))
    return out


def test_every_line_is_answered_and_bad_ones_make_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    out = feed(monkeypatch, b"\xef\xbb\xbfa\n\n  \r\nb\r\nc\xff\nd")
    assert each_line(None, lambda text: (text.strip() + "\ud800", text.strip() != "b")) == 1
    assert out.getvalue().splitlines() == [b"a\\ud800", b"b\\ud800", b'{"id": null, "error": "not UTF-8"}', b"d\\ud800"]
    feed(monkeypatch, b"a\n")
    assert each_line(Path("-"), lambda text: (text, True)) == 0


def test_inputs_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read: no such file"):
        read_input(tmp_path / "none")
    (tmp_path / "latin").write_bytes(b"\xe9")
    with pytest.raises(CommandError, match="not UTF-8"):
        read_input(tmp_path / "latin")
    (tmp_path / "good").write_bytes(b"\xef\xbb\xbf{}")
    assert read_input(tmp_path / "good") == "{}"


def test_the_minimiser_is_loaded_and_the_collector_runs_again() -> None:
    policy = Policy(name="mine")
    assert minimizer_of(policy).policy is policy and gc.isenabled()


def test_a_judge_that_is_not_asked_is_said(capfd: pytest.CaptureFixture[str]) -> None:
    with deciding(Policy(tools=(ToolPolicy("send_*", content_aware="llm"),)), None, judge=True):
        assert "without its judge" in capfd.readouterr().err
    with deciding(Policy(content_aware="local"), None, judge=False):
        assert capfd.readouterr().err == ""


def test_a_fault_of_ours_costs_one_line(monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    class Input:
        buffer = io.BytesIO(b'{"id": 1}\n{"id": 2}\n{"id": 3}\n')

        @staticmethod
        def isatty() -> bool:
            return False

    def answer(text: str) -> tuple[str, bool]:
        if "2" in text:
            raise ZeroDivisionError("quillonby")
        return text.strip(), True

    monkeypatch.setattr(sys, "stdin", Input)
    assert each_line(None, answer) == 1
    assert capfdbinary.readouterr().out.splitlines() == [b'{"id": 1}', b'{"id": 2, "error": "internal fault: ZeroDivisionError"}', b'{"id": 3}']


def test_an_output_that_is_full_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        class buffer:
            @staticmethod
            def write(_data: bytes) -> int:
                raise OSError(28, "No space left on device")

    source = tmp_path / "in"
    source.write_text("x\n", encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", Full)
    with pytest.raises(CommandError, match="the output cannot be written: no space left"):
        each_line(source, lambda text: (text, True))


def test_annotations_that_the_configuration_names_are_part_of_the_knowledge(tmp_path: Path) -> None:
    document(tmp_path / "mine")
    config = tmp_path / "config.yaml"
    config.write_text("registry: [./mine]\n", encoding="utf-8")
    schema = {"type": "object", "properties": {name: {"type": "string"} for name in ("pickup", "rider", "remark")}}
    minimizer = minimizer_of(Policy(), config)
    done = minimizer.minimize(ToolCall("acme__zap_order", '{"pickup": "Depot 4", "rider": "Ana Lima", "remark": "mail ana@example.com"}', schema))
    assert minimizer.knowledge.registry.version != minimizer_of(Policy()).knowledge.registry.version
    assert "Ana Lima" in done.arguments and "ana@example.com" not in done.arguments
