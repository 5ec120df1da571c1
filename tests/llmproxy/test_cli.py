from __future__ import annotations

import subprocess
import sys

import pytest
import typer

from llmproxy import cli
from llmproxy.commands.failure import CommandError
from llmproxy.config import ConfigError
from llmproxy.config.declared import TOP
from minimize.errors import KnowledgeError


def toolminimize(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "llmproxy.cli", *arguments], input=given, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["chek"], 2, b"No such command"),
        (["check", "--jsnl"], 2, b"No such option"),
        (["serve", "--port", "many"], 2, b"Invalid value for '--port'"),
        (["serve", "--config", "/nowhere/config.yaml"], 2, b"/nowhere/config.yaml: cannot be read: no such file"),
        (["check", "/nowhere/call.json"], 2, b"the input cannot be read: no such file"),
        (["check", "--policy", "strict"], 2, b"no such policy"),
        (["detect"], 2, b"say `--jsonl`"),
        (["explain", "ex-1", "--server", "http://127.0.0.1:9"], 1, b"cannot be reached"),
    ],
)
def test_a_mistake_is_one_line_and_a_code(arguments: list[str], code: int, complaint: bytes) -> None:
    done = toolminimize(*arguments)
    assert done.returncode == code and complaint in done.stderr and done.stdout == b""
    assert done.stderr.startswith(b"toolminimize: ") and done.stderr.count(b"\n") == 1


def test_lines_go_through_and_a_bad_one_makes_the_code() -> None:
    good = b'{"id": "a", "messages": [], "tools": [], "tool_calls": [{"name": "now", "arguments": {}}]}\n'
    done = toolminimize("check", "--jsonl", given=good + b"{}\n" + good)
    assert done.returncode == 1 and done.stdout.count(b"\n") == 3 and b'{"id": null, "error": "no `tool_calls`"}' in done.stdout
    assert toolminimize("check", "--jsonl", given=good).returncode == 0


def test_version_and_help() -> None:
    done = toolminimize("--version")
    assert done.returncode == 0 and done.stdout.startswith(b"toolminimize ")
    done = toolminimize("--help")
    assert done.returncode == 0 and all(c in done.stdout for c in (b"serve", b"check", b"detect", b"explain", b"registry", b"config", b"demo"))
    assert toolminimize().returncode == 2


def test_help_needs_none_of_the_giants() -> None:
    giants = {"litellm", "fastapi", "sqlalchemy", "httpx", "yaml", "uvicorn", "aiohttp", "re2"}
    probe = f"import sys; from llmproxy import cli; print(sorted({giants} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", probe], capture_output=True, check=True, timeout=60).stdout == b"[]\n"


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (CommandError("no such key", 2), 2, "toolminimize: no such key\n"),
        (ConfigError("config.yaml:3: unknown setting `polcy`"), 2, "toolminimize: config.yaml:3: unknown setting `polcy`\n"),
        (KnowledgeError("hidden"), 2, "toolminimize: internal fault: KnowledgeError\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_what_is_raised_becomes_a_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: BaseException, code: int, line: str) -> None:
    def fail(**_: object) -> None:
        raise error

    monkeypatch.setattr(cli, "app", fail)
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == code and capsys.readouterr().err == line


def test_a_fault_of_ours_names_its_place_and_no_value(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(**_: object) -> None:
        raise RuntimeError("hidden value")

    monkeypatch.setattr(cli, "app", fail)
    with pytest.raises(SystemExit) as end:
        cli.main()
    said = capsys.readouterr().err
    assert end.value.code == 2 and said.startswith("toolminimize: internal fault: RuntimeError at test_cli.py:") and "hidden" not in said


def test_options_say_the_defaults_that_are_declared() -> None:
    options = {p.name: p for p in typer.main.get_command(cli.app).commands["serve"].params}  # type: ignore[attr-defined]
    declared = {s.name: s for s in TOP}
    for name in ("host", "port", "workers"):
        assert options[name].help.endswith(f"[default: {declared[name].default}]")
    assert set(options) - {"config"} == {"host", "port", "workers", "data_dir", "upstream"} <= set(declared)
