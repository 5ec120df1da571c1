"""What a fake model says, apart from any wire. Must not be in here: bytes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Speech:
    """One answer: text, then tool calls as (name, arguments text)."""

    text: str = ""
    calls: tuple[tuple[str, str], ...] = ()


def pieces(text: str, size: int = 7) -> list[str]:
    """Cut a text into pieces of `size` characters."""
    return [text[i : i + size] for i in range(0, len(text), size)]
