from __future__ import annotations

import json
from pathlib import Path

import pytest

from llmproxy.commands.failure import CommandError
from llmproxy.commands.registry_show import run
from tests.llmproxy.outside import document


@pytest.fixture
def config(tmp_path: Path) -> Path:
    document(tmp_path / "mine")
    path = tmp_path / "config.yaml"
    path.write_text("registry: [./mine]\n", encoding="utf-8")
    return path


def test_a_tool_is_shown_with_its_version_and_origin(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("Zap-Order", config) == 0
    first, tool, pickup, *_ = capsys.readouterr().out.splitlines()
    assert first == f"version 3 of acme-rides ({config.parent}/mine/acme-rides/tools.yaml)"
    assert tool == "zap_order: ride, third_party_no_dpa [tool.acme-rides.zap_order]"
    assert pickup == "  /pickup: origin -> payload street: Where the car comes to."


def test_a_tool_is_found_by_the_id_that_reports_give(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("tool.acme-rides.zap_order", config) == 0
    assert capsys.readouterr().out.startswith("version 3 of acme-rides (")
    for other in ("tool.other.zap_order", "tool.zap_order"):
        with pytest.raises(CommandError, match="no public tool or server of that name"):
            run(other, config)


def test_a_server_is_shown_by_its_name_or_alias(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("acme-rides", "acme"):
        assert run(name, config) == 0
        said = capsys.readouterr().out
        assert said.startswith("acme-rides 3: Acme Rides (") and "  operator: Acme, a company for rides\n" in said and "zap_order: ride" in said


def test_without_a_name_the_servers_are_listed(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(None, config) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 1 and lines[0].startswith("acme-rides 3: Acme Rides, 1 tools (") and lines[-1].endswith("(packaged)")


def test_as_json_it_is_the_same(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("zap_order", config, as_json=True)
    (tool,) = json.loads(capsys.readouterr().out)
    assert (tool["server"], tool["version"], tool["kind"]) == ("acme-rides", 3, "ride")
    assert tool["params"][2] == {"pointer": "/remark", "role": "notes", "need": "ballast", "why": "The driver does without."}


def test_what_is_not_known_is_said_with_what_is_near(config: Path) -> None:
    with pytest.raises(CommandError, match="no public tool or server of that name is known; near: zap_order") as told:
        run("zap_ordr", config)
    assert told.value.code == 1
