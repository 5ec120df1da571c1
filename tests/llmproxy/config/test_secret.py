from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from llmproxy.config.model import ConfigError
from llmproxy.config.secret import default_data_dir, permissions_warning, secret_of


def test_all_who_race_get_the_same_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        found = set(pool.map(lambda _: secret_of(tmp_path / "data"), range(64)))
    assert len(found) == 1 and len(found.pop()) == 64
    assert [p.name for p in (tmp_path / "data").iterdir()] == ["secret"]


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    secret_of(tmp_path / "data")
    assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "data" / "secret").stat().st_mode) == 0o600
    assert permissions_warning(tmp_path / "data" / "secret") is None
    (tmp_path / "data" / "secret").chmod(0o644)
    assert "others can read" in str(permissions_warning(tmp_path / "data" / "secret"))


def test_an_empty_secret_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"\n")
    with pytest.raises(ConfigError, match="too short or empty"):
        secret_of(tmp_path)


def test_a_place_that_is_no_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="the data directory cannot be used"):
        secret_of(tmp_path / "file")


def test_the_platform_says_where() -> None:
    assert default_data_dir().is_absolute() and default_data_dir().name == "toolminimize"
