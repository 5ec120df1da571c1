"""`judge purge`."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from llmproxy.commands.failure import CommandError
from llmproxy.commands.judge import purge, seconds
from llmproxy.verdicts.file import FILE_NAME, SqliteStore


def fill(folder: Path, *keys: bytes) -> None:
    async def put() -> None:
        store = SqliteStore(folder / FILE_NAME, max_entries=9, ttl_s=60, timeout_s=2)
        for key in keys:
            await store.put(key, b"x")
        await store.close()

    asyncio.run(put())


def test_it_empties_the_store_of_the_data_directory(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fill(tmp_path, b"a", b"b")
    assert [purge(None, tmp_path, "1h"), purge(None, tmp_path, None), purge(None, tmp_path, None)] == [0, 0, 0]
    assert capsys.readouterr().out.splitlines() == ["0 answers forgotten", "2 answers forgotten", "0 answers forgotten"]


def test_in_memory_there_is_nothing_to_reach(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.yaml"
    config.write_text("verdict_store: {kind: memory}")
    assert purge(config, tmp_path, None) == 0 and "own memory" in capsys.readouterr().out


def test_a_store_that_cannot_be_asked_is_one_line_and_exit_code_2(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    with pytest.raises(CommandError, match="cannot be emptied") as refused:
        purge(None, tmp_path, None)
    assert refused.value.code == 2


@pytest.mark.parametrize(("text", "found"), [("90", 90), ("90s", 90), ("15m", 900), ("1.5 h", 5400), ("7d", 604_800), ("2w", 1_209_600)])
def test_ages(text: str, found: float) -> None:
    assert seconds(text) == found


@pytest.mark.parametrize("text", ["", "d", "-1d", "7 days", "1e9"])
def test_what_is_no_age_is_a_mistake(text: str) -> None:
    with pytest.raises(CommandError, match="--older-than"):
        seconds(text)
