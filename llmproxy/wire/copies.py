"""Copies of a call's arguments in other fields of its envelope: what is taken out of the arguments must not leave beside them.

Providers' own fields pass (`extra_content`, `provider_specific_fields`, `parsed_arguments`), unless one holds a value that was cut.
Must not be in here: decisions, reasoning (`thoughts`), writing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from llmproxy.wire.chat_reading import CALL_KEYS, FLOWING_KEYS, body_path
from llmproxy.wire.spans import Drop, Path
from llmproxy.wire.thoughts import Secrets

_OF_ENTRY: Final = frozenset({"index", "id", "type", "function", "custom"})
_OF_BODY: Final = frozenset({"name", "arguments", "input"})
_OF_DELTA: Final = frozenset({"role", *FLOWING_KEYS, *CALL_KEYS})
_OF_CHOICE: Final = frozenset({"index", "delta", "message", "finish_reason", "logprobs"})
_OPAQUE: Final = re.compile(r"[A-Za-z0-9+/=_-]{40,}")
"""Signatures and the like, in which a short value would stand by chance only."""
_WORD: Final = 48
"""Where it is not known what was cut, only a field with a longer text than this, or with spaces, is taken for a copy."""


def beside_call(entry: Mapping[str, Any], place: int | None) -> list[tuple[Path, Any]]:
    """Give (path below the entry, value) of what a call's entry holds beside id, name and arguments; `place` None: a `function_call`."""
    if place is None:
        return [((key,), value) for key, value in entry.items() if key not in _OF_BODY and value]
    found: list[tuple[Path, Any]] = [((key,), value) for key, value in entry.items() if key not in _OF_ENTRY and value]
    kind = body_path(entry)[0]
    other = "custom" if kind == "function" else "function"
    if entry.get(other):
        found.append(((other,), entry[other]))
    body = entry.get(kind)
    known = {"name", "arguments" if kind == "function" else "input"}
    if isinstance(body, dict):
        found += [((kind, key), value) for key, value in body.items() if key not in known and value]
    return found


def beside_message(choice: Mapping[str, Any], name: str) -> list[tuple[Path, Any]]:
    """Give (path below the choice, value) of the fields of a choice and of its `name` (`delta`, `message`) that nobody knows here."""
    found: list[tuple[Path, Any]] = [((key,), value) for key, value in choice.items() if key not in _OF_CHOICE and value]
    part = choice.get(name)
    if isinstance(part, dict):
        found += [((name, key), value) for key, value in part.items() if key not in _OF_DELTA and value]
    return found


def has_extras(choice: Mapping[str, Any], name: str) -> bool:
    """Tell whether a choice, its `name` (`delta`, `message`) or a call in it holds fields that nobody knows here."""
    if beside_message(choice, name):
        return True
    part = choice.get(name)
    if not isinstance(part, dict):
        return False
    entries = part.get("tool_calls") or ()
    legacy = part.get("function_call")
    return any(beside_call(entry, at) for at, entry in enumerate(entries)) or bool(legacy and beside_call(legacy, None))


def drops(found: list[tuple[Path, Any]], base: Path, secrets: Secrets) -> Iterator[Drop]:
    """Give the edits that take those fields out in which a secret stands."""
    for path, value in found:
        if secrets and repeats(value, secrets):
            yield Drop((*base, *path))


def repeats(value: Any, secrets: Secrets) -> bool:
    """Tell whether any of the secrets stands in a decoded JSON value, in strings, numbers or keys."""
    text = _OPAQUE.sub("", json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    return (" " in text or len(text) > _WORD) if secrets.everything else secrets.cut(text) != text
