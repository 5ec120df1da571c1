"""A whole chat completion: read into the same events as a stream, decided, and edited at the spans that change.

Must not be in here: a second way to put calls together; re-serialising.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Self

from llmproxy.errors import UpstreamGarbage
from llmproxy.wire import chat_reading as reading
from llmproxy.wire import copies
from llmproxy.wire.actions import Decide, Refuse
from llmproxy.wire.chat_emit import argument_place, put_arguments
from llmproxy.wire.chat_plan import CALLING_REASONS, Outcome, Plan, Show, make_plan, refusal, said_after
from llmproxy.wire.spans import Add, Drop, Edit, Path, Put, edit, literal
from minimize.errors import StreamFault
from minimize.model import OnBlock
from minimize.stream import Assembler


class ChatAnswer:
    """One whole answer. `read` it, `resolve` each of `pending`, then look at `refusal`, else `write` it."""

    def __init__(self, body: bytes, payload: dict[str, Any], reasoning: str) -> None:
        """Use `read`."""
        self._body = body
        self._payload = payload
        self._reasoning = reasoning
        self._entries: dict[int, list[tuple[int | None, int]]] = {}
        """By choice number: (position in `tool_calls`, or None for `function_call`; ordinal)."""
        self._places: dict[int, int] = {}
        """By choice number: position in `choices`."""
        self._pending: dict[int, Decide] = {}
        self._edits: list[Edit] = []
        self._not_read: set[str] = set()
        self.refusal: Refuse | None = None
        """Set once a call was blocked under `on_block: error`: status 422, with `refusal.data` as the body."""

    @classmethod
    def read(cls, body: bytes, *, reasoning: str = "forward", tools: frozenset[str] = frozenset()) -> Self:
        """Read an upstream's answer. Raises UpstreamGarbage for what is no chat completion (an error object passes)."""
        payload = reading.loads(body)
        if not isinstance(payload, dict):
            raise UpstreamGarbage("the upstream's answer is no object")
        choices = payload.get("choices")
        if choices is None and payload.get("error"):
            choices = []
        if not isinstance(choices, list):
            raise UpstreamGarbage("the upstream's answer has no choices")
        reading.check_count(choices)
        reading.check_keys(body, payload)
        answer = cls(body, payload, reasoning)
        assembler = Assembler(len(body), tools)
        try:
            numbers = _numbers(choices)
            for place, choice in enumerate(choices):
                answer._take(numbers[place], place, choice, assembler)
            answer._pending = {done.choice: Decide(done.choice, done.calls) for done in assembler.ended() if done.calls}
        except StreamFault as fault:
            raise UpstreamGarbage(str(fault), code=fault.code) from None
        return answer

    @property
    def not_read(self) -> tuple[str, ...]:
        """Positions that held something and were forwarded unread, as pointers with `*` for any index."""
        return tuple(sorted(self._not_read))

    def pending(self) -> list[Decide]:
        """Give the choices that wait for a decision."""
        return list(self._pending.values())

    def resolve(
        self,
        choice: int,
        outcomes: Sequence[Outcome],
        *,
        on_block: OnBlock = OnBlock.ERROR,
        report: Mapping[str, Any] | None = None,
        show: Show = str,
    ) -> None:
        """Hand in what was decided on the calls of one choice; see `ChatStream.resolve`."""
        if choice not in self._pending:
            raise ValueError("this choice is not waiting for a decision")
        thoughts = self._reasoning == "hold" and bool(reading.reasoning_paths(self._message(choice)))
        extras = copies.has_extras(self._payload["choices"][self._places[choice]], "message")
        plan = make_plan(self._pending[choice].calls, outcomes, on_block=on_block, report=report, show=show, thoughts=thoughts, extras=extras)
        del self._pending[choice]
        if plan.refused:
            error = refusal(outcomes)
            self.refusal = Refuse(error.code, error.message, error.body())
            return
        self._carry_out(choice, plan)

    def write(self) -> bytes:
        """Give what may leave; the very body that came when nothing changed. Raises ValueError while anything is undecided."""
        if self._pending or self.refusal is not None:
            raise ValueError("this answer cannot be written: it is refused or not decided yet")
        if not self._edits:
            return self._body
        return reading.as_bytes(edit(reading.as_text(self._body), self._edits))

    def _message(self, choice: int) -> dict[str, Any]:
        message: dict[str, Any] = self._payload["choices"][self._places[choice]]["message"]
        return message

    def _take(self, number: int, place: int, choice: Mapping[str, Any], assembler: Assembler) -> None:
        message = choice.get("message")
        if not isinstance(message, dict):
            raise UpstreamGarbage("the upstream's choice has no message")
        if choice.get("delta"):
            raise UpstreamGarbage("the upstream sent a delta where a message belongs")
        self._places[number] = place
        base: Path = ("choices", place, "message")
        self._look_at_reasoning(message, base)
        found = reading.fragments(message, lambda paths: reading.literals(self._body, base, paths))
        # The position in the list is what tells the calls of a whole message apart, whatever index they claim.
        self._entries[number] = [(at, assembler.fragment(number, reading.at_index(fragment, at))) for at, fragment in found]
        if found and choice.get("finish_reason"):
            assembler.finished(number, str(choice["finish_reason"]))

    def _look_at_reasoning(self, message: Mapping[str, Any], base: Path) -> None:
        paths = reading.reasoning_paths(message)
        if message.get("audio"):
            self._not_read.add("/choices/*/message/audio")
        if self._reasoning == "drop":
            self._edits += [Drop((*base, *path)) for path in paths]
        elif self._reasoning == "forward":
            self._not_read.update(reading.unread("/choices/*/message", path) for path in paths)

    def _carry_out(self, number: int, plan: Plan) -> None:
        message = self._message(number)
        choice = self._payload["choices"][self._places[number]]
        top: Path = ("choices", self._places[number])
        base: Path = (*top, "message")
        if plan.note:
            self._edits.append(Add(base, "toolminimize", plan.note))
        if not plan.touched:
            return
        listed: list[Edit] = []
        left = False
        self._edits += copies.drops(copies.beside_message(choice, "message"), top, plan.cut)
        for place, ordinal in self._entries[number]:
            path: Path = (*base, "function_call") if place is None else (*base, "tool_calls", place)
            fate = plan.fates[ordinal]
            left = left or (place is not None and not fate.taken_out)
            entry = message["function_call"] if place is None else message["tool_calls"][place]
            if fate.taken_out:
                listed.append(Drop(path))
            elif fate.arguments is not None:
                self._edits.append(put_arguments(entry, path, *argument_place(entry, place), fate.arguments))
            if not fate.taken_out:
                self._edits += copies.drops(copies.beside_call(entry, place), path, plan.cut)
            if place is not None and ordinal in plan.indices and "index" in entry:
                self._edits.append(Put((*path, "index"), str(plan.indices[ordinal])))
        if not left and message.get("tool_calls"):
            listed = [drop for drop in listed if drop.path[: len(base) + 1] != (*base, "tool_calls")] + [Drop((*base, "tool_calls"))]
        self._edits += listed
        if plan.withheld:
            self._edits.append(_said(message, base, plan.withheld, reading.as_text(self._body)))
        if plan.none_left and str(choice.get("finish_reason")) in CALLING_REASONS:
            self._edits.append(Put((*top, "finish_reason"), '"stop"'))
        if choice.get("logprobs") is not None:
            self._edits.append(Put((*top, "logprobs"), "null"))
        self._cut_thoughts(message, base, plan)

    def _cut_thoughts(self, message: Mapping[str, Any], base: Path, plan: Plan) -> None:
        for path in reading.reasoning_paths(message) if plan.secrets else ():
            value = reading.at(message, path)
            if isinstance(value, str):
                cut = plan.secrets.cut(value)
                if cut != value:
                    self._edits.append(Put((*base, *path), json.dumps(cut)))
            elif plan.secrets.stand_in(value):
                self._edits.append(Drop((*base, *path)))


def _numbers(choices: Sequence[Any]) -> list[int]:
    """Give the index of each choice; their positions where a provider lets several share one."""
    if not all(isinstance(choice, dict) for choice in choices):
        raise UpstreamGarbage("the upstream's `choices` holds what is no object")
    numbers = [reading.choice_number(choice) for choice in choices]
    return numbers if len(set(numbers)) == len(numbers) else list(range(len(choices)))


def _said(message: Mapping[str, Any], base: Path, text: str, body: str) -> Edit:
    """Give the edit that makes the assistant say `text` behind what it says already, which stays as it came."""
    content = message.get("content")
    path = (*base, "content")
    if isinstance(content, list):
        return Add(path, None, json.dumps({"type": "text", "text": text}))
    raw = json.dumps(said_after(text, bool(content)))
    if isinstance(content, str) and content:
        return Put(path, literal(body, path)[:-1] + raw[1:])
    return Put(path, raw) if "content" in message else Add(base, "content", raw)
