"""`judge purge`: forget what judges said, in the store that the configuration names. Must not be in here: the stores."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from llmproxy.commands.failure import CommandError
from llmproxy.config import config_path, load_settings
from llmproxy.config.environment import environment
from llmproxy.verdicts import Store, StoreFailed
from llmproxy.verdicts.cache import store_of

_AGE = re.compile(r"(\d{1,9}(?:\.\d{1,3})?)\s*([smhdw]?)")
_UNITS = {"": 1.0, "s": 1.0, "m": 60.0, "h": 3600.0, "d": 86400.0, "w": 604800.0}


def purge(config: Path | None, data_dir: Path | None, older_than: str | None) -> int:
    """Empty the store and say how many answers are gone; exit code 0. Raises `ConfigError`, or `CommandError` where the store cannot be asked."""
    age = seconds(older_than) if older_than is not None else 0.0
    settings = load_settings(config or config_path(), environment(), overrides={"data_dir": data_dir}, ephemeral=True)
    if settings.verdict_store.kind == "memory":
        sys.stdout.write("answers are kept in each proxy's own memory; restarting it forgets them\n")
        return 0
    try:
        gone = asyncio.run(_purged(store_of(settings), age))
    except StoreFailed as fault:
        raise CommandError(f"the store of verdicts cannot be emptied: {fault}") from None
    sys.stdout.write(f"{gone} answers forgotten\n")
    return 0


def seconds(text: str) -> float:
    """Read an age such as `90`, `90s`, `15m`, `12h`, `7d` or `2w`."""
    found = _AGE.fullmatch(text.strip())
    if found is None:
        raise CommandError("`--older-than` takes an age such as 12h or 7d")
    return float(found[1]) * _UNITS[found[2]]


async def _purged(store: Store, age: float) -> int:
    try:
        return await store.purge(age)
    finally:
        await store.close()
