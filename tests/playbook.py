"""Conversations with the wire: `>>` something happens, `<<` what the wire asks for.

    play = Play(ChatStream())
    play >> text("Hello") << text("Hello")
    play >> fragment(0, id="call_1", name="lookup", arguments='{"q": 1}') << NOTHING
    play >> finish("tool_calls") << NOTHING
    play >> DONE << decides(0, ("lookup", '{"q": 1}'))
    play >> resolved(0, as_it_came) << fragment(...) << finish("tool_calls") << DONE
    play.over()

Bytes go in and come out as they are; how they are cut into `Send` does not matter. The one place of the tests that makes a
`MinimizedCall` without the pipeline.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from llmproxy.wire.actions import Action, Decide, Refuse, Send
from llmproxy.wire.chat_completions import ChatStream
from minimize import model
from minimize.model import Cost, Decision, Finding, MinimizedCall, Mode, OnBlock, Reason, ToolCall
from minimize.stream import AssembledCall

DONE = b"data: [DONE]\n\n"
PIECE = {"id": "chatcmpl-9", "object": "chat.completion.chunk", "created": 1700000000, "model": "made-up-1"}


# -- what an upstream sends


def event(payload: Mapping[str, Any]) -> bytes:
    """One event with this JSON."""
    return b"data: " + json.dumps(payload, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n\n"


def chunk(delta: Mapping[str, Any], finish: str | None = None, *, choice: int = 0, more: Mapping[str, Any] = {}, **extra: Any) -> bytes:
    """One chunk of one choice; `more` goes on the choice, `extra` on the chunk."""
    return event({**PIECE, "choices": [{"index": choice, "delta": dict(delta), "finish_reason": finish, **more}], **extra})


def text(content: str, *, choice: int = 0) -> bytes:
    """A chunk with text."""
    return chunk({"content": content}, choice=choice)


def fragment(index: int | None = 0, *, id: str | None = None, name: str | None = None, arguments: Any = None, choice: int = 0, **extra: Any) -> bytes:
    """A chunk with a fragment of one call; what is None is left out, `extra` goes on the call."""
    body = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    entry = {key: value for key, value in (("index", index), ("id", id), ("type", "function" if id else None)) if value is not None}
    return chunk({"tool_calls": [{**entry, "function": body, **extra}]}, choice=choice)


def finish(reason: str = "tool_calls", *, choice: int = 0) -> bytes:
    """The chunk that finishes a choice."""
    return chunk({}, reason, choice=choice)


def usage() -> bytes:
    """The usage chunk."""
    return event({**PIECE, "choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}})


# -- what is decided


def minimized(
    call: AssembledCall | ToolCall,
    arguments: str | None = None,
    *,
    blocked: Reason | None = None,
    decisions: Sequence[Decision] = (),
    findings: Sequence[Finding] = (),
    needs_confirmation: bool = False,
    failure: Reason | None = None,
) -> MinimizedCall:
    """A decided call, with other arguments or as it came."""
    given = call if isinstance(call, ToolCall) else ToolCall(call.name, call.arguments, call_id=call.call_id, custom=call.custom)
    leaving = given.arguments if arguments is None else arguments
    return MinimizedCall(
        given,
        leaving,
        tuple(decisions),
        tuple(findings),
        Cost(0.0, len(findings)),
        Cost(0.0, 0),
        Mode.ENFORCE,
        "generic",
        "third_party_no_dpa",
        leaving != given.arguments,
        blocked=blocked,
        failure=failure,
        needs_confirmation=needs_confirmation,
        _made_by=model._PIPELINE,
    )


Decider = Callable[[AssembledCall], MinimizedCall | None]


def as_it_came(call: AssembledCall) -> MinimizedCall | None:
    """The call may leave unchanged (an incomplete one has no outcome)."""
    return minimized(call) if call.complete else None


def blocked(call: AssembledCall) -> MinimizedCall:
    """The call may not leave."""
    return minimized(call, blocked=Reason.NO_VALID_REWRITE)


def changed_to(arguments: str, **more: Any) -> Decider:
    """The call leaves with these arguments."""
    return lambda call: minimized(call, arguments, **more)


# -- the conversation


@dataclass(frozen=True)
class resolved:
    """The outcomes of one choice are handed in; a single decider stands for all calls."""

    choice: int
    deciders: tuple[Decider, ...]
    on_block: OnBlock
    report: Mapping[str, Any] | None

    def __init__(self, choice: int, *deciders: Decider, on_block: OnBlock = OnBlock.ERROR, report: Mapping[str, Any] | None = None) -> None:
        object.__setattr__(self, "choice", choice)
        object.__setattr__(self, "deciders", deciders)
        object.__setattr__(self, "on_block", on_block)
        object.__setattr__(self, "report", report)

    def outcomes(self, calls: Sequence[AssembledCall]) -> list[MinimizedCall | None]:
        """Decide on these calls."""
        deciders = self.deciders * len(calls) if len(self.deciders) == 1 else self.deciders
        return [decide(call) for decide, call in zip(deciders, calls, strict=True)]


@dataclass(frozen=True)
class decides:
    """Expected: a choice is handed over with these calls, (name, arguments) or, incomplete, (name, arguments, False)."""

    choice: int
    calls: tuple[tuple[Any, ...], ...]

    def __init__(self, choice: int, *calls: tuple[Any, ...]) -> None:
        object.__setattr__(self, "choice", choice)
        object.__setattr__(self, "calls", tuple((*call, True) if len(call) == 2 else call for call in calls))


@dataclass(frozen=True)
class refuses:
    """Expected: the stream ends with an error event of this code."""

    code: str


class _Mark:
    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name


NOTHING = _Mark("NOTHING")
END = _Mark("END")
"""The upstream's bytes are over."""


@dataclass
class Play:
    """One conversation. What comes out has to be taken by `<<` in its order."""

    stream: ChatStream = field(default_factory=ChatStream)
    out: list[Any] = field(default_factory=list)
    asked: dict[int, tuple[AssembledCall, ...]] = field(default_factory=dict)

    def __rshift__(self, what: bytes | resolved | _Mark) -> Play:
        if isinstance(what, bytes):
            self._take(self.stream.feed(what))
        elif isinstance(what, resolved):
            outcomes = what.outcomes(self.asked.pop(what.choice))
            self._take(self.stream.resolve(what.choice, outcomes, on_block=what.on_block, report=what.report))
        else:
            self._take(self.stream.end())
        return self

    def _take(self, actions: Sequence[Action]) -> None:
        for action in actions:
            if isinstance(action, Decide):
                self.asked[action.choice] = action.calls
            if isinstance(action, Send) and self.out and isinstance(self.out[-1], bytes):
                self.out[-1] += action.data
            else:
                self.out.append(action.data if isinstance(action, Send) else action)

    def __lshift__(self, expected: Any) -> Play:
        if expected is NOTHING:
            assert self.out == []
            return self
        assert self.out, f"nothing came where {expected!r} was expected"
        got = self.out.pop(0)
        if isinstance(expected, bytes):
            assert isinstance(got, bytes), got
            assert got[: len(expected)] == expected
            if got[len(expected) :]:
                self.out.insert(0, got[len(expected) :])
        elif isinstance(expected, decides):
            assert isinstance(got, Decide), got
            assert (got.choice, tuple((c.name, c.arguments, c.complete) for c in got.calls)) == (expected.choice, expected.calls)
        elif isinstance(expected, refuses):
            assert isinstance(got, Refuse), got
            assert got.code == expected.code
            assert json.loads(got.data.removeprefix(b"data: "))["error"]["code"] == expected.code
        return self

    def over(self) -> None:
        """Nothing is left."""
        assert self.out == []

    def sent(self) -> bytes:
        """Take everything that was sent and is not yet looked at."""
        taken = b"".join(item for item in self.out if isinstance(item, bytes))
        self.out = [item for item in self.out if not isinstance(item, bytes)]
        return taken


def run(stream: ChatStream, pieces: Sequence[bytes], decide: Decider, *, on_block: OnBlock = OnBlock.ERROR) -> tuple[bytes, list[Action]]:
    """Drive a stream to its end with one decider; give what the client got and all actions."""
    got: list[bytes] = []
    seen: list[Action] = []
    for piece in (*pieces, None):
        todo = list(stream.end() if piece is None else stream.feed(piece))
        while todo:
            action = todo.pop(0)
            seen.append(action)
            if isinstance(action, Decide):
                todo = list(stream.resolve(action.choice, [decide(c) for c in action.calls], on_block=on_block)) + todo
            else:
                got.append(action.data)
    return b"".join(got), seen


# -- what a client makes of it


def payloads(sent: bytes) -> list[Any]:
    """The JSON of each event that a client reads (end marker left out)."""
    found: list[Any] = []
    for block in sent.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").split(b"\n\n"):
        data = b"\n".join(line[5:].removeprefix(b" ") for line in block.split(b"\n") if line.startswith(b"data:"))
        if data and data != b"[DONE]":
            found.append(json.loads(data))
    return found


@dataclass
class Answer:
    """One choice as a simple client sees it."""

    content: str = ""
    calls: dict[int, list[str]] = field(default_factory=dict)
    """By index: [id, name, arguments]."""
    finish: str | None = None


def client(sent: bytes) -> dict[int, Answer]:
    """Put a stream together as the common client libraries do: by index, strings appended."""
    answers: dict[int, Answer] = {}
    for payload in payloads(sent):
        for choice in payload.get("choices", []):
            answer = answers.setdefault(choice["index"], Answer())
            delta = choice.get("delta") or {}
            answer.content += delta.get("content") or ""
            for call in delta.get("tool_calls") or []:
                entry = answer.calls.setdefault(call.get("index", 0), ["", "", ""])
                body = call.get("function") or {}
                entry[0] = call.get("id") or entry[0]
                entry[1] += body.get("name") or ""
                piece = body.get("arguments") or ""
                entry[2] += piece if isinstance(piece, str) else json.dumps(piece)
            answer.finish = choice.get("finish_reason") or answer.finish
    for answer in answers.values():
        for entry in answer.calls.values():  # as JavaScript does by itself: halves of a surrogate pair that came apart are one
            entry[2] = entry[2].encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return answers
