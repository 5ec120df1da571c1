from __future__ import annotations

from pathlib import Path

import pytest

from llmproxy.config.load import load_settings
from llmproxy.config.outside import is_path, resolved


@pytest.mark.parametrize(("name", "path"), [("acme-tools", False), ("acme.tools", False), ("./tools", True), ("tools.yaml", True), ("..", True), ("a/b", True)])
def test_paths_are_told_from_packages(name: str, path: bool) -> None:
    assert is_path(name) is path


def test_paths_are_relative_to_the_file() -> None:
    assert resolved(["tools/acme", "/elsewhere/x.yaml", "acme-tools"], Path("/etc/tm/config.yaml")) == ("/etc/tm/tools/acme", "/elsewhere/x.yaml", "acme-tools")


def test_the_setting_reaches_the_settings(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("registry: [./mine, acme-tools]\n", encoding="utf-8")
    assert load_settings(path, {}, ephemeral=True).registry == (str(tmp_path / "mine"), "acme-tools")
    path.write_text("{}", encoding="utf-8")
    assert load_settings(path, {}, ephemeral=True).registry == ()
