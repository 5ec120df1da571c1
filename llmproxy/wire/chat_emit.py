"""Writes the held events of one choice as its plan says: byte-identical where nothing changes, else edited at spans.

A changed call keeps its chunks' shape: the first fragment that carried arguments carries all the new ones, later fragments that
say nothing else fall away, what else stood in any of them stays. When a choice is touched at all, its events leave grouped by
call in index order, without token logprobs, the finish last.

Must not be in here: reading bytes, deciding, state of a stream.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from llmproxy.wire import chat_reading as reading
from llmproxy.wire import copies, sse
from llmproxy.wire.chat_plan import CALLING_REASONS, Fate, Plan, said_after
from llmproxy.wire.spans import Add, Drop, Edit, Path, Put, edit

CHOICE: Final[Path] = ("choices", 0)
DELTA: Final[Path] = ("choices", 0, "delta")
_BOILERPLATE: Final = frozenset({"id", "object", "created", "model", "choices", "system_fingerprint", "service_tier", "obfuscation", "provider"})
"""What every chunk repeats; an event that holds nothing else need not go out."""
_NOTHING: Final[tuple[Any, ...]] = (None, "", [], {})


@dataclass(frozen=True, slots=True)
class Held:
    """One event that waits, with a single choice in it."""

    event: sse.Event
    entries: tuple[tuple[int | None, int], ...] = ()
    """(position in `tool_calls`, or None for `function_call`; ordinal of the call)."""
    finish: bool = False
    thoughts: bool = False
    extras: bool = False
    """Holds fields that nobody knows here, which may repeat the arguments."""


@dataclass(slots=True)
class _Progress:
    """What of a changed call has gone out already."""

    carriers: dict[int, tuple[int, int]]
    """Ordinal -> (number of the event, entry in it) that is to carry the new arguments."""
    announced: set[int] = field(default_factory=set)


def release(held: Sequence[Held], plan: Plan, *, spoken: bool) -> list[bytes]:
    """Give the bytes of a choice's held events under a plan; `spoken`: the assistant has said something before."""
    if not plan.touched:
        raws = [item.event.raw for item in held]
        if plan.note and held:
            last = max((number for number, item in enumerate(held) if item.finish), default=len(held) - 1)
            raws[last] = _edited(held[last].event, [Add(CHOICE, "toolminimize", plan.note)])
        return raws
    return _Writer(held, plan, spoken).write()


def _edited(event: sse.Event, edits: Sequence[Edit]) -> bytes:
    if not edits:
        return event.raw
    return sse.with_data(event, reading.as_bytes(edit(reading.as_text(event.data or b""), edits)))


class _Writer:
    def __init__(self, held: Sequence[Held], plan: Plan, spoken: bool) -> None:
        self._plan = plan
        self._spoken = spoken
        self._held = sorted(held, key=self._rank)
        self._read: list[dict[str, Any]] = [reading.loads(item.event.data or b"") for item in self._held]
        self._progress = _Progress(self._carriers())
        self._thoughts = self._cut_thoughts()

    def _rank(self, item: Held) -> tuple[bool, int]:
        positions = [self._plan.fates[ordinal].call.position for _, ordinal in item.entries]
        return item.finish, min(positions, default=0 if item.thoughts else len(self._plan.fates))

    def write(self) -> list[bytes]:
        kept: list[tuple[sse.Event, list[Edit]]] = []
        said = not self._plan.withheld
        for number, item in enumerate(self._held):
            if item.finish and not said:
                kept.append(self._saying())
                said = True
            edits = self._edits(number, item)
            if edits is not None:
                kept.append((item.event, edits))
        if not said:
            kept.append(self._saying())
        if self._plan.note and kept:
            kept[-1][1].append(Add(CHOICE, "toolminimize", self._plan.note))
        return [_edited(event, edits) for event, edits in kept]

    def _saying(self) -> tuple[sse.Event, list[Edit]]:
        """Give an event in the shape of the first held one in which the assistant says that calls were withheld."""
        first = self._read[0]
        text = said_after(self._plan.withheld, self._spoken)
        choice = {"index": reading.choice_number(first["choices"][0]), "delta": {"content": text}, "logprobs": None, "finish_reason": None}
        drops: list[Edit] = [Drop((key,)) for key in first if key not in _BOILERPLATE]
        data = reading.as_bytes(edit(reading.as_text(self._held[0].event.data or b""), [Put(CHOICE, json.dumps(choice)), *drops]))
        return sse.Event(sse.with_data(self._held[0].event, data), data), []

    def _carriers(self) -> dict[int, tuple[int, int]]:
        carriers: dict[int, tuple[int, int]] = {}
        first: dict[int, tuple[int, int]] = {}
        for number, item in enumerate(self._held):
            for entry, (place, ordinal) in enumerate(item.entries):
                first.setdefault(ordinal, (number, entry))
                if ordinal not in carriers and argument_place(_entry(self._read[number], place), place)[1] not in _NOTHING:
                    carriers[ordinal] = (number, entry)
        return {**first, **carriers}

    def _edits(self, number: int, item: Held) -> list[Edit] | None:
        """Give the edits of one event, or None when nothing of it is left."""
        chunk = self._read[number]
        choice = chunk["choices"][0]
        delta = choice.get("delta") or {}
        edits, cut = self._thoughts.get(number, ([], set()))
        edits = [*edits, *self._copies(item, choice)]
        gone = 0
        for entry, (place, ordinal) in enumerate(item.entries):
            changes = self._entry_edits((number, entry), place, self._plan.fates[ordinal], _entry(chunk, place))
            gone += changes is None
            path = (*DELTA, "function_call") if place is None else (*DELTA, "tool_calls", place)
            edits += [Drop(path)] if changes is None else changes
        if gone == len(item.entries) and delta.get("tool_calls"):
            edits = [e for e in edits if e.path[: len(DELTA) + 1] != (*DELTA, "tool_calls")] + [Drop((*DELTA, "tool_calls"))]
        if number:
            cut = {*cut, ("role",)}  # it was said in the first event; left-over events would tell how long the arguments were
        if gone == len(item.entries) and not _says_more(chunk, choice, delta, cut):
            return None
        if choice.get("logprobs") is not None:
            edits.append(Put((*CHOICE, "logprobs"), "null"))
        if item.finish and self._plan.none_left and str(choice.get("finish_reason")) in CALLING_REASONS:
            edits.append(Put((*CHOICE, "finish_reason"), '"stop"'))
        return edits

    def _entry_edits(self, where: tuple[int, int], place: int | None, fate: Fate, entry: Mapping[str, Any]) -> list[Edit] | None:
        ordinal = fate.call.ordinal
        if fate.taken_out:
            return None
        edits: list[Edit] = []
        base: Path = (*DELTA, "function_call") if place is None else (*DELTA, "tool_calls", place)
        if fate.arguments is not None:
            path, value = argument_place(entry, place)
            if self._progress.carriers[ordinal] == where:
                edits.append(put_arguments(entry, base, path, value, fate.arguments))
            elif value not in _NOTHING:
                if ordinal in self._progress.announced and _bare(entry, place, fate):
                    return None
                edits.append(Put((*base, *path), '""'))
        self._progress.announced.add(ordinal)
        index = None if place is None else reading.fragment_index(entry.get("index"))
        if index is not None and index == fate.call.index and ordinal in self._plan.indices:
            edits.append(Put((*base, "index"), str(self._plan.indices[ordinal])))
        return edits

    def _copies(self, item: Held, choice: Mapping[str, Any]) -> list[Edit]:
        """Give the edits that take out fields in which the plan's secrets stand."""
        if not (item.extras and self._plan.cut):
            return []
        found = copies.beside_message(choice, "delta")
        for place, ordinal in item.entries:
            if not self._plan.fates[ordinal].taken_out:
                head: Path = ("delta", "function_call") if place is None else ("delta", "tool_calls", place)
                found += [((*head, *path), value) for path, value in copies.beside_call(_entry({"choices": [choice]}, place), place)]
        return list(copies.drops(found, CHOICE, self._plan.cut))

    def _cut_thoughts(self) -> dict[int, tuple[list[Edit], set[Path]]]:
        """Give, by event, the edits that cut the plan's secrets out of held reasoning, and the paths that fall away."""
        secrets = self._plan.secrets
        places: dict[Path, list[int]] = {}
        if secrets:
            for number, item in enumerate(self._held):
                for path in reading.reasoning_paths(self._read[number]["choices"][0].get("delta") or {}) if item.thoughts else ():
                    places.setdefault(path, []).append(number)
        done: dict[int, tuple[list[Edit], set[Path]]] = {}
        for path, numbers in places.items():
            values = [reading.at(self._read[n]["choices"][0]["delta"], path) for n in numbers]
            texts = [value for value in values if isinstance(value, str)]
            whole = "".join(texts)
            cut = secrets.cut(whole) if len(texts) == len(values) else ""
            if cut == whole if len(texts) == len(values) else not secrets.stand_in(values):
                continue
            for rank, number in enumerate(numbers):
                edits, gone = done.setdefault(number, ([], set()))
                if rank == 0 and cut:
                    edits.append(Put((*DELTA, *path), json.dumps(cut)))
                else:
                    edits.append(Drop((*DELTA, *path)))
                    gone.add(path)
        return done


def _entry(chunk: Mapping[str, Any], place: int | None) -> dict[str, Any]:
    delta = chunk["choices"][0]["delta"]
    entry: dict[str, Any] = delta["function_call"] if place is None else delta["tool_calls"][place]
    return entry


def argument_place(entry: Mapping[str, Any], place: int | None) -> tuple[Path, Any]:
    """Give where the arguments of an entry stand below it, and what stands there (None: nothing)."""
    if place is None:
        return ("arguments",), entry.get("arguments")
    kind, key = reading.body_path(entry)
    return (kind, key), (entry.get(kind) or {}).get(key)


def put_arguments(entry: Mapping[str, Any], base: Path, path: Path, value: Any, arguments: str) -> Edit:
    """Give the edit that puts new arguments where an entry has or should have them, in the form that it has: text or object."""
    raw = arguments if isinstance(value, dict | list) else json.dumps(arguments)
    body: Any = entry
    for depth, step in enumerate(path):
        if not isinstance(body, dict) or step not in body or (body[step] is None and depth < len(path) - 1):
            missing = raw
            for key in reversed(path[depth + 1 :]):
                missing = f"{{{json.dumps(key)}: {missing}}}"
            if isinstance(body, dict) and step in body:
                return Put((*base, *path[: depth + 1]), missing)
            return Add((*base, *path[:depth]), str(step), missing)
        body = body[step]
    return Put((*base, *path), raw)


def _bare(entry: Mapping[str, Any], place: int | None, fate: Fate) -> bool:
    """Tell whether an entry says nothing but a piece of the arguments (ids and names that repeat apart)."""
    body = entry if place is None else entry.get(reading.body_path(entry)[0]) or {}
    known = {"arguments", "input", "name", "function", "custom", "id", "index", "type"}
    return set(entry) <= known and set(body) <= known and body.get("name") in (None, "", fate.call.name)


def _says_more(chunk: Mapping[str, Any], choice: Mapping[str, Any], delta: Mapping[str, Any], cut: set[Path]) -> bool:
    """Tell whether an event whose call entries all fall away still says something."""
    return (
        any(value not in _NOTHING for key, value in delta.items() if key not in reading.CALL_KEYS and (key,) not in cut)
        or any(value is not None for key, value in choice.items() if key not in ("index", "delta", "logprobs"))
        or any(value is not None for key, value in chunk.items() if key not in _BOILERPLATE)
    )
