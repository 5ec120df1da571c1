from __future__ import annotations

from pathlib import Path

import pytest

from llmproxy.commands.settings import check_config, summary
from llmproxy.config import ConfigError, load_settings
from tests.llmproxy.outside import document

CONFIG = """\
model_list: [{model_name: fast, litellm_params: {model: openai/fast, api_base: "http://someone:hidden-1@10.0.0.1/v1?x=hidden-2", api_key: hidden-3}}]
policies: {default: {tools: {"maps_*": {mode: shadow}}}}
keys:
- {name: desk, key: hidden-4, expires: 2020-01-01}
- {name: other, key: hidden-5, models: [fast], expires: 2999-12-31}
- {name: shut, key: hidden-8, models: []}
secret: hidden-6-hidden-6-hidden-6
database_url: postgresql://someone:hidden-7@db.example/records
"""


def test_a_configuration_in_a_few_lines_without_secrets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(CONFIG, encoding="utf-8")
    assert check_config(path, {"data_dir": tmp_path / "data"}) == 0
    said = capsys.readouterr().out
    assert "hidden" not in said
    assert "model fast: openai/fast at http://10.0.0.1/v1\n" in said
    assert "policy default: mode enforce, on failure closed, trust third_party_no_dpa, tools maps_*" in said
    assert "key desk: policy default, models all, expired\n" in said
    assert "key shut: policy default, models none\n" in said
    assert "other models" not in said  # where there is a list, names that are not in it are not found
    assert "key other: policy default, models fast, until 3000-01-01 00:00 UTC\n" in said
    assert "(records in the database that is set)" in said
    assert said.count("warning:") == 5
    assert not (tmp_path / "data").exists()


def test_nothing_at_all_says_where_requests_go(tmp_path: Path) -> None:
    said = "\n".join(summary(load_settings(None, {}, overrides={"data_dir": tmp_path}, ephemeral=True)))
    assert "configuration: none" in said and "clients bring their own token" in said and "sent on to the provider where no key matches" in said
    said = "\n".join(summary(load_settings(None, {"OPENAI_API_KEY": "hidden"}, overrides={"data_dir": tmp_path}, ephemeral=True)))
    assert "provider keys in the environment: openai" in said and "hidden" not in said


def test_no_keys_and_no_passthrough(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("passthrough_keys: false\n", encoding="utf-8")
    assert "only clients on this machine are served" in "\n".join(summary(load_settings(path, {}, ephemeral=True)))


def test_rules_and_sessions_are_said(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("policies: {default: {session: {budget: 40}, rules: [{name: never, then: block, reason: told so}]}}\n", encoding="utf-8")
    said = "\n".join(summary(load_settings(path, {}, ephemeral=True)))
    assert "  rule never: block (told so)" in said and "  session: budget 40, for one operator and person 0" in said


def test_backends_and_missing_stages_are_said_and_unknown_types_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("backends:\n  rampart: {mode: add}\npolicies:\n  default: {stages: [patterns, entities, backends]}\n", encoding="utf-8")
    assert check_config(path, {"data_dir": tmp_path}) == 0
    said = capsys.readouterr().out
    assert "backend rampart: rampart, mode add, from confidence 0.9, 0.05 s a text\n" in said
    assert "  without the stages semantic, decoding\n" in said
    path.write_text("backends:\n  nowhere:\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="no backend of type `nowhere`"):
        check_config(path, {"data_dir": tmp_path})


def test_annotations_from_outside_are_said_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = document(tmp_path / "mine")
    config = tmp_path / "config.yaml"
    config.write_text("registry: [./mine]\n", encoding="utf-8")
    check_config(config, {"data_dir": str(tmp_path)})
    assert capsys.readouterr().out.splitlines()[-1] == f"tools of acme-rides: version 3, 1 tools ({path})"
    path.write_text("server: acme-rides\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"annotations of .*tools\.yaml: tools/acme-rides: "):
        check_config(config, {"data_dir": str(tmp_path)})
