"""A configuration like the one of the documentation, and a short way to read one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from llmproxy.config import Settings, Vocabulary, load_settings

VOCABULARY = Vocabulary(
    frozenset({"DI", "H", "F", "QI", "L", "R", "B", "Tp", "I", "Im", "C"}),
    frozenset({"local", "first_party", "third_party_dpa", "third_party_no_dpa", "agent"}),
    frozenset({"weather", "email"}),
    frozenset({"recipient", "url", "addressee", "about"}),
)
ENVIRON = {"OPENAI_API_KEY": "sk-from-environment", "DESK_KEY": "tm-desk-token", "INSTALLATION_SECRET": "0123456789abcdef0123456789abcdef"}
Read = Callable[..., Settings]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Give a function that reads a file of the given text; `environ` and `overrides` as in `load_settings`."""

    def reading(text: str, environ: dict[str, str] | None = None, **overrides: object) -> Settings:
        path = tmp_path / "config.yaml"
        path.write_text(text, encoding="utf-8")
        return load_settings(path, ENVIRON if environ is None else environ, overrides=overrides, vocabulary=VOCABULARY, ephemeral=True)

    return reading
