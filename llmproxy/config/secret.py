"""The data directory and the secret in it: made once, mode 0600, the same for all processes that race for it.

Must not be in here: what the secret is used for.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from llmproxy.config.model import ConfigError

FILE_NAME = "secret"


def default_data_dir() -> Path:
    """Give the platform's folder for user data."""
    import platformdirs  # 60 ms, and only needed here

    return Path(platformdirs.user_data_dir("toolminimize", appauthor=False))


def secret_of(data_dir: Path) -> bytes:
    """Read the secret of a data directory, making directory (0700) and secret (0600) where they are missing.

    It is written whole under another name and linked into place, which only one of several processes can do; the
    others read what that one wrote.
    """
    path = data_dir / FILE_NAME
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _make(path)
        found = path.read_bytes().strip()
    except OSError as error:
        raise ConfigError(f"{data_dir}: the data directory cannot be used: {os.strerror(error.errno or 0)}") from None
    if len(found) < 32:
        raise ConfigError(f"{path}: the secret is too short or empty; delete the file to have a new one made")
    return found


def _make(path: Path) -> None:
    draft = path.with_name(f".{FILE_NAME}-{os.getpid()}-{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_hex(32).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            return
    finally:
        draft.unlink(missing_ok=True)


def permissions_warning(path: Path) -> str | None:
    """Say so where others can read the secret's file."""
    try:
        loose = path.stat().st_mode & 0o077
    except OSError:
        return None
    return f"{path}: others can read the secret; `chmod 600` it" if loose else None
