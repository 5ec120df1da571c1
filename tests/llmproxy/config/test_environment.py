from __future__ import annotations

import os
from pathlib import Path

import pytest

from llmproxy.config.environment import config_path, environment, hand_down, settings_from_environment


def test_worker_processes_find_what_the_command_line_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.chdir(tmp_path)
    Path("config.yaml").write_text("port: 1234\n", encoding="utf-8")
    hand_down(Path("config.yaml"), {"data_dir": tmp_path / "data", "workers": 2, "upstream": None})
    monkeypatch.chdir("/")
    assert config_path() == tmp_path / "config.yaml" and "TOOLMINIMIZE_UPSTREAM" not in environment()
    settings = settings_from_environment()
    assert (settings.port, settings.workers, settings.data_dir) == (1234, 2, tmp_path / "data")
