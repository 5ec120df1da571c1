"""A streamed chat completion: upstream bytes in, actions out. Text flows at once, calls wait until they are decided.

How it goes. `feed` cuts the bytes into events. An event whose choices hold nothing special is passed on as it came. One that holds a
call fragment waits (its text, if it has any, goes ahead in an event of its own), and from then on so does the finish of that
choice. `minimize.stream` says when a choice is complete; then `Decide` goes out, and *everything behind it waits* until `resolve`
has been given the outcomes: the end marker and the usage chunk never overtake a call. See `chat_emit` for what is released.

Choices: an error event of the provider passes on and ends all that is not complete; a fault of the upstream (no JSON, a call for a
choice that was released, a bound) becomes `Refuse`. Text in a delta that also holds a call fragment leaves before that call. An
event with several choices is split when one of them has to wait. A position that is never read is named in `not_read`.

Must not be in here: I/O, clocks, policies beyond the words handed in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import orjson

from llmproxy.errors import ProxyError, UpstreamGarbage
from llmproxy.wire import chat_reading as reading
from llmproxy.wire import chat_split as split
from llmproxy.wire import sse
from llmproxy.wire.actions import Action, Decide, Refuse, Send
from llmproxy.wire.chat_emit import DELTA, Held, release
from llmproxy.wire.chat_plan import Outcome, Show, make_plan, refusal
from llmproxy.wire.copies import has_extras
from llmproxy.wire.spans import Path
from minimize.errors import StreamFault
from minimize.model import OnBlock
from minimize.stream import AssembledCall, Assembler, ChoiceCompleted, State

DEFAULT_HOLD_LIMIT: Final = 32 * 1024 * 1024
"""Bytes of held events of one answer. Providers send some 250 bytes of envelope for each few characters of arguments."""

_DONE: Final = b"[DONE]"
_loads = orjson.loads
_SPECIAL: Final = reading.SPECIAL


class ChatStream:
    """One streamed answer. Handle actions in their order; put those of `resolve` behind what `feed` gave before."""

    def __init__(
        self,
        *,
        hold_limit_bytes: int = DEFAULT_HOLD_LIMIT,
        event_limit_bytes: int = sse.DEFAULT_EVENT_LIMIT,
        reasoning: str = "forward",
        tools: frozenset[str] = frozenset(),
    ) -> None:
        """Bounds in bytes; `reasoning` is the policy's word (`forward`, `hold`, `drop`); `tools`: names the client declared."""
        self._decoder = sse.Decoder(event_limit_bytes)
        self._asm = Assembler(hold_limit_bytes, tools)
        self._reasoning = reasoning
        self._held: dict[int, list[Held]] = {}
        self._open: dict[int, tuple[AssembledCall, ...]] = {}
        """Choices that are being decided."""
        self._backlog: deque[sse.Event] = deque()
        """Events behind an open decision."""
        self._pending: list[bytes] = []
        self._actions: list[Action] = []
        self._spoken: set[int] = set()
        self._not_read: set[str] = set()
        self._over = False
        self._broken = False
        self._ended = False

    @property
    def ended(self) -> bool:
        """Whether nothing more can come: refused, or `end` was called and all is decided."""
        return self._ended

    @property
    def holding(self) -> bool:
        """Whether calls wait, so that a quiet line needs pings."""
        return not self._ended and self._asm.holding

    @property
    def not_read(self) -> tuple[str, ...]:
        """Positions that held something and were forwarded unread, as pointers with `*` for any index."""
        return tuple(sorted(self._not_read))

    def feed(self, data: bytes) -> list[Action]:
        """Take some bytes of the upstream's answer."""
        if self._ended:
            return []
        try:
            lone = self._decoder.lone(data)
            for event in self._decoder.feed(data) if lone is None else (lone,):
                if self._open:
                    self._queue(event)
                else:
                    self._take(event)
        except (StreamFault, UpstreamGarbage) as fault:
            self._fail(fault)
        return self._flush()

    def end(self) -> list[Action]:
        """The upstream's bytes are over, cleanly or cut."""
        return self._finish(broken=False)

    def broken(self) -> list[Action]:
        """The upstream broke off (reset, time-out): only what it had finished is still decided; the caller tells the error."""
        return self._finish(broken=True)

    def _finish(self, *, broken: bool) -> list[Action]:
        if self._ended or self._over:
            return []
        self._over, self._broken = True, broken
        try:
            left = self._decoder.end()
            if left is not None and self._can_be_read(left):
                self._queue(sse.terminated(left) if self._asm.holding else left)
            self._go_on()
        except (StreamFault, UpstreamGarbage) as fault:
            self._fail(fault)
        return self._flush()

    def resolve(
        self,
        choice: int,
        outcomes: Sequence[Outcome],
        *,
        on_block: OnBlock = OnBlock.ERROR,
        report: Mapping[str, Any] | None = None,
        show: Show = str,
    ) -> list[Action]:
        """Hand in what was decided on the calls of one `Decide`, once, in its order.

        `report` becomes the `toolminimize` object on the finishing chunk's choice; what has to be confirmed is added to it, and
        makes one when there is none; `show` gives the form of a pointer that may be shown there.
        Raises ValueError for a choice that is not open or outcomes that do not fit.
        """
        if self._ended:
            return []
        if choice not in self._open:
            raise ValueError("this choice is not waiting for a decision")
        held = self._held.get(choice, ())
        hold = self._reasoning == "hold" and any(item.thoughts for item in held)
        extras = any(item.extras for item in held)
        plan = make_plan(self._open[choice], outcomes, on_block=on_block, report=report, show=show, thoughts=hold, extras=extras)
        del self._open[choice]
        if plan.refused:
            self._refuse(refusal(outcomes))
            return self._flush()
        try:
            self._pending += release(self._unhold(choice), plan, spoken=choice in self._spoken)
            self._go_on()
        except (StreamFault, UpstreamGarbage) as fault:
            self._fail(fault)
        return self._flush()

    # -- events, in the order in which they came

    def _go_on(self) -> None:
        """Take what waited behind a decision, as far as the next one."""
        while not self._open and not self._ended:
            if self._backlog:
                event = self._backlog.popleft()
                self._asm.charge(-len(event.raw))
                self._take(event)
            elif self._over:
                self._ended = not self._settle(self._asm.failed() if self._broken else self._asm.cut())
            else:
                break

    def _queue(self, event: sse.Event) -> None:
        self._asm.charge(len(event.raw))
        self._backlog.append(event)

    def _take(self, event: sse.Event) -> None:
        data = event.data
        if not data:
            self._pending.append(event.raw)
            return
        try:
            payload = _loads(data)
        except orjson.JSONDecodeError:
            if data.strip() == _DONE:
                self._take_outside(event, self._asm.ended())
                return
            if data.isspace():
                self._pending.append(event.raw)
                return
            payload = {} if event.name == b"error" else reading.loads(data)
        if type(payload) is not dict:
            if event.name == b"error":
                self._take_error(event, None)
                return
            raise UpstreamGarbage("the upstream sent an event that is no object")
        choices = payload.get("choices")
        reading.check_keys(data, payload)
        if payload.get("error") or event.name == b"error":
            self._take_error(event, choices)
        elif not choices:
            self._take_outside(event, self._asm.moved_on())
        elif type(choices) is not list:
            raise UpstreamGarbage("the upstream's `choices` is no list")
        else:
            for choice in choices:
                if not self._is_plain(choice):
                    break
            else:
                self._pending.append(event.raw)
                return
            if len(choices) == 1:
                self._take_choice(event, payload)
                return
            for piece in split.by_choice(event, payload):
                self._take_piece(piece)

    def _take_outside(self, event: sse.Event, completed: list[ChoiceCompleted]) -> None:
        """An event that belongs to no choice: it waits behind the decisions that it lets happen."""
        if self._settle(completed):
            self._asm.charge(len(event.raw))
            self._backlog.appendleft(event)
        else:
            self._pending.append(event.raw)

    def _take_error(self, event: sse.Event, choices: Any) -> None:
        if self._settle(self._asm.failed()):
            self._asm.charge(len(event.raw))
            self._backlog.appendleft(event)
            return
        for choice in [c for c in self._held if self._asm.state(c) is State.DEAD]:
            self._asm.charge(-sum(len(item.event.raw) for item in self._held.pop(choice)))
        calls = isinstance(choices, list) and any(isinstance(c, dict) and reading.has_calls(c.get("delta") or {}) for c in choices)
        self._pending.append((split.without_choices(event) if calls else event).raw)

    def _is_plain(self, choice: Any) -> bool:
        """Tell whether nothing of a choice has to wait or be looked at, and note what it says."""
        if type(choice) is not dict:
            raise UpstreamGarbage("the upstream's `choices` holds what is no object")
        delta = choice.get("delta")
        if type(delta) is dict:
            if not _SPECIAL.isdisjoint(delta) and self._is_special(delta):
                return False
            content = delta.get("content")
            if content:
                number = choice.get("index")
                self._spoken.add(number if type(number) is int else reading.choice_number(choice))
                if type(content) is not str and self._is_special(delta):
                    return False
        elif delta:
            raise UpstreamGarbage("the upstream's delta is no object")
        if choice.get("message"):
            raise UpstreamGarbage("the upstream sent a message where a delta belongs")
        if choice.get("finish_reason") is not None and self._asm.holds(reading.choice_number(choice)):
            return False
        return choice.get("logprobs") is None or not reading.hidden_tokens(choice, delta or {})

    def _is_special(self, delta: dict[str, Any]) -> bool:
        if reading.has_calls(delta):
            return True
        if delta.get("audio"):
            self._not_read.add("/choices/*/delta/audio")
        thoughts = reading.reasoning_paths(delta)
        if thoughts and self._reasoning == "forward":
            self._not_read.update(reading.unread("/choices/*/delta", path) for path in thoughts)
            return False
        return bool(thoughts)

    def _take_piece(self, event: sse.Event) -> None:
        """Take an event with one choice, which may be plain."""
        payload = reading.loads(event.data or b"")
        if self._is_plain(payload["choices"][0]):
            self._pending.append(event.raw)
        else:
            self._take_choice(event, payload)

    def _take_choice(self, event: sse.Event, payload: dict[str, Any]) -> None:
        """Take an event with one choice, something of which has to wait."""
        choice = payload["choices"][0]
        delta = choice.get("delta") or {}
        thoughts: list[Path] = [] if self._reasoning == "forward" else reading.reasoning_paths(delta)
        if self._reasoning == "drop" and thoughts:
            lighter = split.without(event, thoughts)
            if split.says_something(lighter):
                self._take_piece(lighter)
            return
        number = reading.choice_number(choice)
        calls = self._fragments(event, delta) if reading.has_calls(delta) else []
        if not reading.FLOWING.isdisjoint(delta) and reading.has_text(delta, thoughts):
            self._pending.append(split.flowing(event, payload, thoughts).raw)
            event = split.waiting(event, payload, thoughts)
        finish = choice.get("finish_reason")
        self._hold(number, Held(event, thoughts=bool(thoughts), finish=bool(finish), extras=has_extras(choice, "delta")), calls, finish)

    def _fragments(self, event: sse.Event, delta: dict[str, Any]) -> list[reading.Located]:
        return reading.fragments(delta, lambda paths: reading.literals(event.data or b"", DELTA, paths))

    def _hold(self, number: int, item: Held, calls: list[reading.Located], finish: Any) -> None:
        entries = tuple([(place, self._asm.fragment(number, fragment)) for place, fragment in calls])
        if not entries:
            self._asm.hold(number)
        if finish:
            self._asm.finished(number, str(finish))
        if self._asm.state(number) is not State.DEAD:
            self._asm.charge(len(item.event.raw))
            self._held.setdefault(number, []).append(replace(item, entries=entries))

    # -- what comes of it

    def _settle(self, completed: list[ChoiceCompleted]) -> bool:
        """Ask for the decisions on completed choices; tell whether any is open."""
        for done in completed:
            if done.calls:
                self._open[done.choice] = done.calls
                self._pass_on()
                self._actions.append(Decide(done.choice, done.calls))
            else:
                self._pending += [item.event.raw for item in self._unhold(done.choice)]
        return bool(self._open)

    def _unhold(self, choice: int) -> list[Held]:
        held = self._held.pop(choice, [])
        self._asm.charge(-sum(len(item.event.raw) for item in held))
        self._asm.released(choice)
        return held

    def _fail(self, fault: StreamFault | UpstreamGarbage) -> None:
        if isinstance(fault, StreamFault):
            self._refuse(UpstreamGarbage(str(fault), code=fault.code))
        else:
            self._refuse(fault)

    def _refuse(self, error: ProxyError) -> None:
        self._pass_on()
        self._actions.append(Refuse(error.code, error.message, sse.encode(error.body())))
        self._ended = True
        self._held.clear()
        self._open.clear()
        self._backlog.clear()

    def _pass_on(self) -> None:
        if self._pending:
            self._actions.append(Send(self._pending[0] if len(self._pending) == 1 else b"".join(self._pending)))
            self._pending = []

    def _flush(self) -> list[Action]:
        if not self._actions and len(self._pending) == 1:  # the usual case
            return [Send(self._pending.pop())]
        self._pass_on()
        actions, self._actions = self._actions, []
        return actions

    @staticmethod
    def _can_be_read(event: sse.Event) -> bool:
        """Tell whether the last event is whole though its blank line is missing; a stump of one is dropped."""
        if not event.data or event.data.strip() == _DONE:
            return True
        try:
            return isinstance(reading.loads(event.data), dict)
        except UpstreamGarbage:
            return False
