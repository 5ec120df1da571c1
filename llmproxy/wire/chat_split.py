"""Splits a chat chunk in which something flows and something has to wait into events that do only one of the two.

Byte-identity ends where a chunk is split; what the pieces say together is what the chunk said.
Must not be in here: holding, deciding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from llmproxy.wire import chat_reading as reading
from llmproxy.wire import sse
from llmproxy.wire.spans import Drop, Edit, Path, Put, edit, places


def edited(event: sse.Event, edits: Sequence[Edit]) -> sse.Event:
    """Give the event with its data edited."""
    data = reading.as_bytes(edit(reading.as_text(event.data or b""), edits))
    return sse.Event(sse.with_data(event, data), data, event.name)


def by_choice(event: sse.Event, payload: Mapping[str, Any]) -> list[sse.Event]:
    """Give one event for each choice of a chunk that has several; `usage` goes with the last."""
    reading.check_count(payload["choices"])
    text = reading.as_text(event.data or b"")
    spans = places(text, [("choices", number) for number in range(len(payload["choices"]))])
    before, behind = text[: spans[0][0]], text[spans[-1][1] :]
    pieces: list[sse.Event] = []
    for number, (start, end) in enumerate(spans):
        data = reading.as_bytes(before + text[start:end] + behind)
        piece = sse.Event(sse.with_data(event, data), data, event.name)
        last = number == len(spans) - 1
        pieces.append(piece if last or "usage" not in payload else edited(piece, [Drop(("usage",))]))
    return pieces


def flowing(event: sse.Event, payload: Mapping[str, Any], keep: Sequence[Path]) -> sse.Event:
    """Give the part of a one-choice chunk that goes out at once: its role and text, without finish, logprobs and usage.

    `keep` are paths below the delta that have to wait.
    """
    choice = payload["choices"][0]
    heads = {path[0] for path in keep}
    gone = [key for key in choice["delta"] if key in heads or key not in ("role", *reading.FLOWING_KEYS)]
    edits: list[Edit] = [Drop(("choices", 0, "delta", key)) for key in gone]
    edits += [Put(("choices", 0, key), "null") for key in ("finish_reason", "logprobs") if choice.get(key) is not None]
    if "usage" in payload:
        edits.append(Drop(("usage",)))
    return edited(event, edits)


def waiting(event: sse.Event, payload: Mapping[str, Any], keep: Sequence[Path]) -> sse.Event:
    """Give the rest of a one-choice chunk, without role and text. `keep` are paths below the delta that stay in it."""
    delta = payload["choices"][0]["delta"]
    heads = {path[0] for path in keep}
    gone = [key for key in ("role", *reading.FLOWING_KEYS) if key in delta and key not in heads]
    return edited(event, [Drop(("choices", 0, "delta", key)) for key in gone])


def without(event: sse.Event, paths: Sequence[Path]) -> sse.Event:
    """Give a one-choice chunk without the values at these paths below its delta."""
    return edited(event, [Drop(("choices", 0, "delta", *path)) for path in paths])


def without_choices(event: sse.Event) -> sse.Event:
    """Give an error event without the choices that it came with."""
    return edited(event, [Put(("choices",), "[]")])


def says_something(event: sse.Event) -> bool:
    """Tell whether a one-choice chunk from which something was taken is still worth sending."""
    payload = reading.loads(event.data or b"")
    choice = payload["choices"][0]
    delta = choice.get("delta") or {}
    return any(delta.values()) or choice.get("finish_reason") is not None or payload.get("usage") is not None
