from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from llmproxy import server
from llmproxy.commands.failure import CommandError
from llmproxy.commands.serve import greeting, run
from llmproxy.config import ConfigError, Settings, load_settings


def settings(tmp_path: Path, **overrides: object) -> Settings:
    return load_settings(None, {}, overrides={"data_dir": tmp_path, **overrides}, ephemeral=True)


def test_it_says_where_to_point_an_agent(tmp_path: Path) -> None:
    assert greeting(settings(tmp_path, port=8123))[-1] == "point your agent at it: OPENAI_BASE_URL=http://127.0.0.1:8123/v1"
    assert "OPENAI_BASE_URL=http://[::1]:8000/v1" in greeting(settings(tmp_path, host="::1"))[-1]


def test_listening_to_everybody_with_pass_through_is_warned_of(tmp_path: Path) -> None:
    last = greeting(settings(tmp_path, host="0.0.0.0"))
    assert "OPENAI_BASE_URL=http://127.0.0.1:8000/v1" in last[-2] and last[-1].startswith("warning: it listens beyond this machine")


def test_what_the_command_line_says_is_served_and_handed_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    served: list[Settings] = []
    bound: list[socket.socket] = []

    def serve(settings: Settings, sockets: list[socket.socket]) -> None:
        served.append(settings)
        bound.extend(sockets)

    monkeypatch.setattr(server, "serve", serve)
    monkeypatch.setattr(os, "environ", dict(os.environ))
    run(None, {"port": 0, "host": None, "data_dir": tmp_path / "data", "upstream": "http://127.0.0.1:9/v1"})
    assert {made.getsockname()[0] for made in bound} == {"127.0.0.1"}
    for made in bound:
        made.close()
    assert served[0].port == 0 and served[0].model_list[0].model_name == "*"
    assert os.environ["TOOLMINIMIZE_PORT"] == "0" and "TOOLMINIMIZE_HOST" not in os.environ
    assert "model *: openai/* at http://127.0.0.1:9/v1" in capsys.readouterr().out


def test_a_store_that_cannot_be_opened_serves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "serve", lambda settings, sockets: pytest.fail("served"))
    path = tmp_path / "config.yaml"
    path.write_text(f"database_url: sqlite:///{path}/records.sqlite3\nsecret: a-secret-for-this-very-test\n", encoding="utf-8")
    with pytest.raises(CommandError, match="the audit store cannot be opened"):
        run(path, {"data_dir": tmp_path})


def test_a_port_that_is_taken_serves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "serve", lambda settings, sockets: pytest.fail("served"))
    complaint = r"cannot listen on 127\.0\.0\.1, port \d+: address already in use"
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(CommandError, match=complaint):
        run(None, {"data_dir": tmp_path, "port": taken.getsockname()[1]})


def test_a_wrong_configuration_serves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "serve", lambda settings, sockets: pytest.fail("served"))
    with pytest.raises(ConfigError):
        run(tmp_path / "none.yaml", {})
