"""The sans-I/O assembler: fragments of tool calls in, whole calls out, for streamed and whole answers alike.

Theory of operation
-------------------
An answer has choices; each choice is a small state machine. The wire (which knows the provider's envelope) tells it what
happened, in the past tense; it says which choices are complete and what calls they hold. It never sees the bytes that the
wire holds back, only how many they are.

* `OPEN`: nothing of this choice is held; text flows past and is not even mentioned here.
* `HOLDING`: a fragment of a call (or something that could repeat one) was seen; calls of a choice are held together.
* `FINISHING`: the provider gave a finish reason. Some send the last fragments after it, so the choice waits until the stream
  has moved on: an event that belongs to no choice (the usage chunk), the end marker, the end of the bytes, or an error event.
  Another choice's event is *not* moving on: with `n > 1` fragments of a finished choice may still come between those of others.
* `DECIDING`: the calls are with the minimiser. Nothing of this choice may come any more.
* `DONE`: released. A later fragment of it is a fault, since what it belongs to has gone out.
* `DEAD`: the stream failed before this choice was complete, or it was refused. Fragments are swallowed; nothing is released.

Which call a fragment belongs to is decided by (choice, index, id, name), leniently, because providers differ; see `_Choice`.
A call is *complete* when its arguments are whole: they parse as JSON, or they are free text or empty and the provider said that
the choice is finished. What does not parse is not `{}`: it is incomplete, and no mode releases it.

Must not be in here: any envelope's field names, bytes of the wire, I/O, policy.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

from minimize.errors import StreamFault
from minimize.whole import is_whole, joined


class State(StrEnum):
    """Where a choice stands."""

    OPEN = "open"
    HOLDING = "holding"
    FINISHING = "finishing"
    DECIDING = "deciding"
    DONE = "done"
    DEAD = "dead"


class Happening(StrEnum):
    """What happened to a choice."""

    HELD = "held"
    """A fragment, or something else that has to wait for the decision."""
    FINISHED = "finished"
    MOVED_ON = "moved_on"
    """An event that belongs to no choice."""
    ENDED = "ended"
    """The end marker."""
    CUT = "cut"
    """The bytes ended without the end marker."""
    FAILED = "failed"
    """An error event of the provider."""
    RELEASED = "released"


_S, _H = State, Happening

TRANSITIONS: Final[dict[tuple[State, Happening], State]] = {
    (_S.OPEN, _H.HELD): _S.HOLDING,
    (_S.OPEN, _H.FINISHED): _S.OPEN,
    (_S.OPEN, _H.MOVED_ON): _S.OPEN,
    (_S.OPEN, _H.ENDED): _S.DONE,
    (_S.OPEN, _H.CUT): _S.DONE,
    (_S.OPEN, _H.FAILED): _S.DEAD,
    (_S.HOLDING, _H.HELD): _S.HOLDING,
    (_S.HOLDING, _H.FINISHED): _S.FINISHING,
    (_S.HOLDING, _H.MOVED_ON): _S.HOLDING,
    (_S.HOLDING, _H.ENDED): _S.DECIDING,
    (_S.HOLDING, _H.CUT): _S.DECIDING,
    (_S.HOLDING, _H.FAILED): _S.DEAD,
    (_S.FINISHING, _H.HELD): _S.FINISHING,
    (_S.FINISHING, _H.FINISHED): _S.FINISHING,
    (_S.FINISHING, _H.MOVED_ON): _S.DECIDING,
    (_S.FINISHING, _H.ENDED): _S.DECIDING,
    (_S.FINISHING, _H.CUT): _S.DECIDING,
    (_S.FINISHING, _H.FAILED): _S.DECIDING,
    (_S.DECIDING, _H.RELEASED): _S.DONE,
    (_S.DONE, _H.FINISHED): _S.DONE,
    (_S.DONE, _H.MOVED_ON): _S.DONE,
    (_S.DONE, _H.ENDED): _S.DONE,
    (_S.DONE, _H.CUT): _S.DONE,
    (_S.DONE, _H.FAILED): _S.DONE,
    **{(_S.DEAD, what): _S.DEAD for what in _H if what is not _H.RELEASED},
}
"""(state, what happened) -> state. A pair that is missing is a fault of the stream."""

TRUNCATED: Final = frozenset({"length", "max_tokens", "content_filter", "error"})
"""Finish reasons after which the last call may be a stump: empty or free-text arguments then count as incomplete."""

_NAME_LIMIT: Final = 4096
_PARSES_LIMIT: Final = 8


class Fragment(NamedTuple):
    """What one event says of one call. Empty strings and None alike mean that it says nothing of that."""

    slot: int | None = None
    """The provider's index; None or negative: not given."""
    call_id: str = ""
    name: str = ""
    arguments: str = ""
    """The next piece of the argument text."""
    custom: bool = False
    """A custom tool: free text, no JSON."""
    legacy: bool = False
    """A `function_call`: the one call of its choice that has no index and no id."""


@dataclass(frozen=True, slots=True)
class AssembledCall:
    """One call of a choice that is complete, or that never will be."""

    choice: int
    position: int
    """Rank in index order among the calls of its choice."""
    call_id: str
    name: str
    arguments: str
    """Verbatim; JSON text, or free text where `custom`."""
    custom: bool
    legacy: bool
    complete: bool
    """False: arguments that do not parse or that may be a stump; never released."""
    ordinal: int = 0
    """Order of first appearance in its choice; what `Assembler.fragment` returned."""
    index: int | None = None
    """The provider's index, if it gave one."""


@dataclass(frozen=True, slots=True)
class ChoiceCompleted:
    """A choice whose held part is to be decided; `calls` is empty when no call was seen in it."""

    choice: int
    calls: tuple[AssembledCall, ...]


@dataclass(slots=True)
class _Call:
    ordinal: int
    slot: int | None
    legacy: bool
    call_id: str = ""
    name: str = ""
    pieces: list[str] = field(default_factory=list)
    blank: bool = True
    """Only white space in the arguments so far."""
    custom: bool = False
    parses: int = 0
    """How often we tried whether it is whole; bounded, or repeated names would cost a parse each."""

    def seems_whole(self) -> bool:
        if self.blank or self.parses >= _PARSES_LIMIT or not self.pieces[-1].rstrip().endswith("}"):
            return False
        self.parses += 1
        text = "".join(self.pieces)
        return text.strip() != "{}" and is_whole(text)


class _Choice:
    """The calls of one choice, and which of them a fragment belongs to.

    1. A legacy `function_call` is the choice's one legacy call.
    2. An index with a known id at it, or an id without index that is known, is that call.
    3. A used index continues its call, unless the id is another, or the name is another while arguments were there, or (no id,
       same name again) the arguments so far are whole and a new object begins.
    4. An unused index takes over a call that came without index before if id or name agree or are not given.
    5. Neither index nor id: the last call goes on, with the same exceptions as in 3.
    """

    __slots__ = ("_by_id", "_latest", "_legacy", "_slots", "_tools", "_unslotted", "calls", "reason", "state")

    def __init__(self, tools: frozenset[str]) -> None:
        self.state = State.OPEN
        self.reason: str | None = None
        self.calls: list[_Call] = []
        self._tools = tools
        self._slots: dict[int, _Call] = {}
        self._by_id: dict[tuple[int | None, str], _Call] = {}
        self._latest: _Call | None = None
        self._unslotted: _Call | None = None
        self._legacy: _Call | None = None

    def add(self, fragment: Fragment) -> int:
        """Add a fragment to its call and give that call's ordinal."""
        slot = fragment.slot if fragment.slot is not None and fragment.slot >= 0 else None
        call = self._legacy if fragment.legacy else self._find(slot, fragment)
        if call is None:
            call = self._new(slot, fragment.legacy)
        self._absorb(call, fragment)
        return call.ordinal

    def _new(self, slot: int | None, legacy: bool) -> _Call:
        call = _Call(len(self.calls), slot, legacy)
        self.calls.append(call)
        if legacy:
            self._legacy = call
        elif slot is None:
            self._unslotted = call
        else:
            self._slots[slot] = call
        return call

    def _find(self, slot: int | None, fragment: Fragment) -> _Call | None:
        if fragment.call_id:
            known = self._by_id.get((slot, fragment.call_id))
            if known is not None:
                return known
        if slot is None:
            call = self._latest
            if call is not None and fragment.call_id and (call.call_id or call.slot is not None):
                return None
        else:
            call = self._slots.get(slot) or self._adopt(slot, fragment)
        return None if call is None or self._begins_another(call, fragment) else call

    def _adopt(self, slot: int, fragment: Fragment) -> _Call | None:
        call = self._unslotted
        if call is None or (fragment.call_id and call.call_id != fragment.call_id):
            return None
        if fragment.name and not fragment.call_id and fragment.name != call.name:
            return None
        self._unslotted, call.slot = None, slot
        self._slots[slot] = call
        if call.call_id:
            self._by_id[slot, call.call_id] = call
        return call

    def _begins_another(self, call: _Call, fragment: Fragment) -> bool:
        if fragment.call_id and call.call_id:
            return fragment.call_id != call.call_id
        if not fragment.name or not call.name:
            return False
        if fragment.name == call.name and not fragment.call_id:
            return fragment.arguments.lstrip().startswith("{") and call.seems_whole()
        if call.blank:
            return fragment.name in self._tools and call.name in self._tools
        return True

    def _absorb(self, call: _Call, fragment: Fragment) -> None:
        self._latest = call
        if fragment.call_id and not call.call_id:
            call.call_id = fragment.call_id
            self._by_id[call.slot, fragment.call_id] = call
        if fragment.name and fragment.name != call.name and (call.blank or not call.name):
            whole = fragment.name in self._tools and fragment.name.startswith(call.name)
            call.name = fragment.name if whole and call.name not in self._tools else call.name + fragment.name
            if len(call.name) > _NAME_LIMIT:
                raise StreamFault("upstream_invalid_response", "the upstream sent a tool name without end")
        call.custom = call.custom or fragment.custom
        if fragment.arguments:
            call.pieces.append(fragment.arguments)
            call.blank = call.blank and fragment.arguments.isspace()

    def complete(self, choice: int, how: Happening) -> ChoiceCompleted:
        """Give the calls in index order, each with its verdict on completeness."""
        said_so = self.reason not in TRUNCATED if self.reason else how is Happening.ENDED
        ranked = sorted(self.calls, key=lambda c: c.ordinal if c.slot is None else c.slot)
        return ChoiceCompleted(choice, tuple(self._assembled(choice, p, c, said_so) for p, c in enumerate(ranked)))

    @staticmethod
    def _assembled(choice: int, position: int, call: _Call, said_so: bool) -> AssembledCall:
        text = joined(call.pieces, call.custom)
        bare = text.strip()
        if not call.name:
            whole = False
        elif call.custom or not bare:
            whole = said_so
        else:
            # Some providers send `{}` before the real arguments, and a number may be cut: without a finish neither is whole.
            whole = is_whole(text) and (said_so or (bare[0] == "{" and bare != "{}"))
        return AssembledCall(choice, position, call.call_id, call.name, text, call.custom, call.legacy, whole, call.ordinal, call.slot)


class Assembler:
    """All choices of one answer. Methods say what happened; those that can complete choices give the completed ones."""

    def __init__(self, hold_limit_bytes: int, tools: frozenset[str] = frozenset()) -> None:
        """`hold_limit_bytes` bounds what the wire may hold, `tools` are the names that the client declared."""
        self._limit = hold_limit_bytes
        self._tools = tools
        self._choices: dict[int, _Choice] = {}
        self._held = 0

    def state(self, choice: int) -> State:
        """Where a choice stands; one that was never mentioned is open."""
        known = self._choices.get(choice)
        return State.OPEN if known is None else known.state

    def holds(self, choice: int) -> bool:
        """Tell whether something of this choice waits, so that its finish has to wait too."""
        return self.state(choice) in (State.HOLDING, State.FINISHING)

    @property
    def holding(self) -> bool:
        """Whether anything of any choice waits for completion or decision."""
        return any(c.state in (State.HOLDING, State.FINISHING, State.DECIDING) for c in self._choices.values())

    def charge(self, size: int) -> None:
        """Count `size` more bytes that the wire keeps (negative: fewer). Raises StreamFault beyond the bound."""
        self._held += size
        if self._held > self._limit:
            raise StreamFault("hold_limit_exceeded", "the tool calls of this answer are larger than the proxy may hold")

    def hold(self, choice: int) -> None:
        """Something of this choice is held that is no call fragment. Raises StreamFault once the choice is released."""
        self._move(choice, Happening.HELD)

    def fragment(self, choice: int, fragment: Fragment) -> int:
        """Take a call fragment and give the ordinal of its call (-1 in a dead choice). Raises StreamFault once it is released."""
        self._move(choice, Happening.HELD)
        if self._choices[choice].state is State.DEAD:
            return -1
        return self._choices[choice].add(fragment)

    def finished(self, choice: int, reason: str) -> None:
        """The provider gave a finish reason (any non-empty text)."""
        self._move(choice, Happening.FINISHED)
        self._choices[choice].reason = reason

    def moved_on(self) -> list[ChoiceCompleted]:
        """An event that belongs to no choice was seen."""
        return self._everywhere(Happening.MOVED_ON)

    def ended(self) -> list[ChoiceCompleted]:
        """The end marker was seen (or the whole answer read)."""
        return self._everywhere(Happening.ENDED)

    def cut(self) -> list[ChoiceCompleted]:
        """The bytes ended; after `ended` this completes nothing more."""
        return self._everywhere(Happening.CUT)

    def failed(self) -> list[ChoiceCompleted]:
        """The provider sent an error event: only choices that were finished before it complete."""
        return self._everywhere(Happening.FAILED)

    def released(self, choice: int) -> None:
        """The decision on this choice's calls was carried out."""
        self._move(choice, Happening.RELEASED)

    def _everywhere(self, what: Happening) -> list[ChoiceCompleted]:
        done: list[ChoiceCompleted] = []
        for number in sorted(self._choices):
            choice = self._choices[number]
            before = choice.state
            if before is not State.DECIDING:
                self._move(number, what)
                if choice.state is State.DECIDING:
                    done.append(choice.complete(number, what))
        return done

    def _move(self, number: int, what: Happening) -> None:
        choice = self._choices.get(number)
        if choice is None:
            choice = self._choices[number] = _Choice(self._tools)
        after = TRANSITIONS.get((choice.state, what))
        if after is None:
            raise StreamFault("upstream_invalid_response", f"the upstream went on with a choice that was over ({choice.state}, {what})")
        choice.state = after
