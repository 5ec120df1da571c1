"""The short values of the calls that a conversation has made so far: what is sent bit by bit is looked at as a whole.

Must not be in here: what the pieces make (`minimize.decode.split`), longer values (each was looked at when it was sent).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, Final

from minimize.decode import pieces_of

MAX_CALLS: Final = 32
"""Calls that are looked back at."""
MAX_PIECES: Final = 64
_LONGEST: Final = 2_000
"""Characters of arguments; longer ones are no pieces."""

Sent = tuple[tuple[str, str], ...]
"""(name of the field, value), oldest first."""


def sent_of(messages: Sequence[Any]) -> Sent:
    """Give the short values of the last calls of a decoded `messages` list."""
    last = list(islice(_arguments(messages), MAX_CALLS))
    return tuple(piece for arguments in reversed(last) for piece in sent_in(arguments))[-MAX_PIECES:]


def sent_in(arguments: Any) -> Sent:
    """Give the short values of one call's arguments, nothing for what is no JSON."""
    if not isinstance(arguments, str) or len(arguments) > _LONGEST:
        return ()
    try:
        value = json.loads(arguments)
    except (ValueError, RecursionError):
        return ()
    return tuple(islice(pieces_of(value), MAX_PIECES))


def _arguments(messages: Sequence[Any]) -> Iterator[Any]:
    """The arguments of the calls, the last first."""
    for message in reversed(messages):
        calls: Any = message.get("tool_calls") if isinstance(message, dict) and message.get("role") == "assistant" else None
        for call in reversed(calls if isinstance(calls, list) else []):
            function: Any = call.get("function") if isinstance(call, dict) else None
            if isinstance(function, dict):
                yield function.get("arguments")
