from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from llmproxy.commands.failure import CommandError
from llmproxy.commands.registry_diff import run
from tests.llmproxy.outside import document


def tools(folder: Path, *names: str) -> str:
    schema = {"type": "object", "properties": {n: {"type": "string"} for n in names}}
    path = folder / "tools.json"
    path.write_text(json.dumps([{"name": "zap_order", "parameters": schema}]), encoding="utf-8")
    return str(path)


def test_two_documents_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = document(tmp_path / "one")
    two = document(tmp_path / "two", version=4, precision="city")
    assert run(str(one), str(two.parent.parent)) == 1
    assert capsys.readouterr().out == "changed server: version 3 -> 4\nchanged zap_order /pickup: need payload street -> payload city\n"
    assert run(str(one), str(one.parent)) == 0
    assert capsys.readouterr().out == "no differences\n"


def test_an_installed_server_is_compared_with_what_it_declares_now(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document(tmp_path / "mine")
    config = tmp_path / "config.yaml"
    config.write_text("registry: [./mine]\n", encoding="utf-8")
    assert run("acme-rides", tools(tmp_path, "pickup", "rider", "tip"), config) == 1
    assert capsys.readouterr().out == "gone    zap_order /remark\nnew     zap_order /tip\n"
    assert run("acme-rides", tools(tmp_path, "pickup", "tip"), config, as_json=True) == 1
    said: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    assert [(c["what"], c["pointer"]) for c in said] == [("gone", "/rider"), ("gone", "/remark"), ("new", "/tip")]


def test_what_cannot_be_compared_is_one_line(tmp_path: Path) -> None:
    good = str(document(tmp_path / "mine"))
    document(tmp_path / "mine", "other")
    wrong = document(tmp_path / "wrong")
    wrong.write_text(wrong.read_text(encoding="utf-8").replace("kind: ride", "kind: rode"), encoding="utf-8")
    for source, complaint in (
        ("nobody", "`nobody` is no file and no installed server"),
        (str(tmp_path / "mine"), "holds 2 documents of annotations; name one"),
        (str(wrong), "unknown kind `rode`"),
    ):
        with pytest.raises(CommandError, match=complaint):
            run(good, source)
