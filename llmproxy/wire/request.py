"""A chat completion request: what we need of it is read, what we don't understand is forwarded untouched.

The body leaves as the client's bytes. Only our own keys are taken out of it (annotations of tools' schemas, steering in `metadata`), and
the model's name may be replaced, each at its span. Must not be in here: routing, policies' decisions, HTTP.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from llmproxy.errors import BadRequest
from llmproxy.wire.annotations import annotated, without_annotations
from llmproxy.wire.answering import answering, names_of
from llmproxy.wire.body import read
from llmproxy.wire.sent import sent_of
from minimize.model import Context, Policy, Turn
from minimize.pointers import join
from minimize.spans import Drop, Edit, Put, apply

MAX_TURNS = 12
MAX_CONTEXT = 32_000
"""How much of the conversation is read as context: messages, and characters of them in all."""
MAX_PHRASES = 16
MAX_PHRASE = 200
"""Consent phrases that a client may send, and characters of one."""

OURS = "x-toolminimize-"
"""What our headers and keys of `metadata` start with."""
_TASK_CONTEXT = OURS + "task-context"
_SESSION = OURS + "session"
_TEXT_PARTS = frozenset({"text", "input_text", "output_text", "refusal"})
_TOOLS = ("tool", "function")
_PARTS = {
    "image_url": "image", "input_image": "image", "image": "image", "input_audio": "audio", "audio": "audio", "file": "file_parts", "input_file": "file_parts",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ToolDeclaration:
    """A tool as the client declared it."""

    name: str
    description: str = ""
    parameters: Mapping[str, Any] | None = None
    """The schema with our annotations; None where there is none (or it is no object)."""
    strict: bool = False
    custom: bool = False
    """Takes free text rather than JSON."""


@dataclass(frozen=True, slots=True)
class Steering:
    """What a client says to us beside its request."""

    task_context: tuple[str, ...] = ()
    session: str | None = None


class ChatRequest:
    """A request that could be read. Made by `parse`; never changed."""

    def __init__(self, body: bytes, members: dict[str, Any], annotated: bool) -> None:
        self.body = body
        """As the client sent it."""
        self._members = members
        self._annotated = annotated
        """Some object of the request has a key of ours, be it a schema or not."""
        self.model: str = members["model"]
        self.stream: bool = members.get("stream") is True
        self.messages: list[Any] = members["messages"]

    @classmethod
    def parse(cls, body: bytes) -> ChatRequest:
        """Read a request. BadRequest if it is no JSON object in UTF-8, names a key twice, nests too deep, or lacks model or messages."""
        members, annotated = read(body)
        if not isinstance(members, dict):
            raise BadRequest("the request body is not a JSON object", code="invalid_json")
        if not isinstance(members.get("model"), str) or not members["model"]:
            raise BadRequest("`model` is missing or no text", code="missing_required_parameter", param="model")
        if not isinstance(members.get("messages"), list):
            raise BadRequest("`messages` is missing or no list", code="missing_required_parameter", param="messages")
        return cls(body, members, annotated)

    @property
    def user(self) -> str:
        """What the client calls the person whom it works for (`user`), or nothing."""
        said = self._members.get("user")
        return said if isinstance(said, str) else ""

    @cached_property
    def tool_names(self) -> frozenset[str]:
        """The names of the declared tools."""
        return frozenset(self._by_name)

    @cached_property
    def tools(self) -> Mapping[str, ToolDeclaration]:
        """The declared tools by name, legacy `functions` among them; of two with one name the first counts."""
        return {name: _declaration(*found) for name, found in self._by_name.items()}

    def tool(self, name: str) -> ToolDeclaration | None:
        """Give one declared tool: an answer rarely calls more than one of many."""
        found = self._by_name.get(name)
        return _declaration(*found) if found is not None else None

    @cached_property
    def _by_name(self) -> dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]]:
        return _declared(_list(self._members.get("tools")), _list(self._members.get("functions")))

    def steering(self, headers: Sequence[tuple[bytes, bytes]] = ()) -> Steering:
        """Read what the client says by headers (ASGI form, lower case) and `metadata`; phrases are united, a header's session wins."""
        metadata = self._members.get("metadata")
        said: Mapping[str, Any] = metadata if isinstance(metadata, dict) else {}
        phrases: list[Any] = [_header(value) for name, value in headers if name == _TASK_CONTEXT.encode()]
        told = said.get(_TASK_CONTEXT)
        phrases += told if isinstance(told, list) else [told]
        parts = [part.strip()[:MAX_PHRASE] for phrase in phrases if isinstance(phrase, str) for part in phrase.split(";")]
        session = next((_header(value) for name, value in headers if name == _SESSION.encode()), said.get(_SESSION))
        return Steering(
            tuple(dict.fromkeys(part for part in parts if part))[:MAX_PHRASES],
            session[:MAX_PHRASE] if isinstance(session, str) and session else None,
        )

    def context(self, policy: Policy, headers: Sequence[tuple[bytes, bytes]] = ()) -> Context:
        """Give the conversation, bounded, with the policy's consent phrases.

        The client's own phrases count only where the policy lists categories to which a client may consent; `consent` are these.
        """
        talk = context_of(self.messages, names_of(self.messages) if policy.trusted_tools else None)
        phrases = self.steering(headers).task_context if policy.consent_allowed else ()
        return Context(talk.turns, (*policy.task_context, *phrases), policy.consent_allowed if phrases else frozenset(), talk.cut, talk.sent)

    @cached_property
    def tool_results(self) -> tuple[tuple[str, str], ...]:
        """(id of the call, text) of the tool messages after the last assistant message, in their order."""
        results: list[tuple[str, str]] = []
        for message in reversed(self.messages):
            if not isinstance(message, dict) or message.get("role") == "assistant":
                break
            call_id = message.get("tool_call_id")
            if message.get("role") == "tool" and isinstance(call_id, str):
                results.append((call_id, text_of(message)))
        return tuple(reversed(results))

    @cached_property
    def not_read(self) -> tuple[str, ...]:
        """Positions that hold something no policy reads: `history` (earlier calls), `tool_results`, `image`, `audio`, `file_parts`, `other_parts`."""
        found: dict[str, None] = {}
        for message in self.messages:
            if not isinstance(message, dict):
                continue
            if message.get("tool_calls") or message.get("function_call"):
                found["history"] = None
            if message.get("role") in ("tool", "function"):
                found["tool_results"] = None
            if message.get("audio"):
                found["audio"] = None
            for part in _list(message.get("content")):
                if isinstance(part, dict) and _type(part) not in _TEXT_PARTS:
                    found[_PARTS.get(_type(part), "other_parts")] = None
        return tuple(found)

    def upstream_body(self, model: str | None = None) -> bytes:
        """Give the bytes for the provider: the client's, without our keys, and with another model's name if one is given.

        The very same bytes where there is nothing to change.
        """
        edits: list[Edit] = [*self._ours]
        if model is not None and model != self.model:
            edits.append(Put("/model", model))
        if not edits:
            return self.body
        text = self.body.decode()
        mark = "\ufeff" if text.startswith("\ufeff") else ""
        try:
            return (mark + apply(text[len(mark) :], edits)).encode()
        except RecursionError:
            raise BadRequest("a tool's schema nests too deep", code="too_deep", param="tools") from None

    @cached_property
    def _ours(self) -> tuple[Edit, ...]:
        """The edits that take our keys out."""
        edits: list[Edit] = []
        metadata = self._members.get("metadata")
        if isinstance(metadata, dict):
            ours = [key for key in metadata if key.startswith(OURS)]
            whole = bool(ours) and len(ours) == len(metadata)
            edits += [Drop("/metadata")] if whole else [Drop(join(("metadata", key))) for key in ours]
        if self._annotated:
            for key in ("tools", "functions"):
                for index, tool in enumerate(_list(self._members.get(key))):
                    edits += [Drop(join((key, str(index), *steps))) for steps in without_annotations(tool)]
        return tuple(edits)


def tools_of(tools: Sequence[Any], functions: Sequence[Any] = ()) -> Mapping[str, ToolDeclaration]:
    """Read the declared tools of a decoded `tools` list and a legacy `functions` list, by name; what is no function or custom tool is left out."""
    return {name: _declaration(*found) for name, found in _declared(tools, functions).items()}


def _declared(tools: Sequence[Any], functions: Sequence[Any]) -> dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Give by name the entries of `tools` and `functions`, each with the part of it that declares the tool."""
    found: dict[str, tuple[Mapping[str, Any], Mapping[str, Any]]] = {}
    for tool in (*tools, *({"type": "function", "function": function} for function in functions)):
        if isinstance(tool, dict) and (named := _named(tool)) is not None:
            found.setdefault(named[1], (tool, named[0]))
    return found


def context_of(messages: Sequence[Any], names: Mapping[str, str] | None = None) -> Context:
    """Give the last turns of a decoded `messages` list, oldest first: up to `MAX_TURNS` with text, `MAX_CONTEXT` characters in all.

    The last user message is always among them, since it says what the task is. Of a text that does not fit, start and end stay.
    With `names` (`names_of`) a tool's answer names its tool.
    """
    recent: list[Turn] = []
    task: Turn | None = None
    for message in reversed(messages):
        turn = _turn(message, names)
        if turn is None:
            continue
        if task is None and turn.role == "user":
            task = turn
            recent.append(turn)
        elif len(recent) < MAX_TURNS:
            recent.append(turn)
        if task is not None and len(recent) >= MAX_TURNS:
            break
    if len(recent) > MAX_TURNS:
        recent = [*recent[: MAX_TURNS - 1], recent[-1]]
    for_task = min(len(task.text), MAX_CONTEXT // 2) if task is not None else 0
    room = MAX_CONTEXT - for_task
    turns: list[Turn] = []
    cut = len(messages) > len(recent) and _answers(messages) > sum(turn.role in _TOOLS for turn in recent)
    cut = cut or any(isinstance(message, dict) and _unread(message) for message in messages)
    for turn in recent:
        text = _shortened(turn.text, for_task if turn is task else room)
        room -= 0 if turn is task else len(text)
        cut = cut or (len(text) < len(turn.text) and turn.role in _TOOLS)
        if text:
            turns.append(Turn(turn.role, text, turn.tool))
    return Context(tuple(reversed(turns)), sent=sent_of(messages), cut=cut)


def _unread(message: Mapping[str, Any]) -> bool:
    """Whether a message holds parts that are no text: what the call says may be from there."""
    return any(isinstance(part, dict) and _type(part) not in _TEXT_PARTS for part in _list(message.get("content")))


def _answers(messages: Sequence[Any]) -> int:
    """Count the tools' results that say something."""
    return sum(isinstance(message, dict) and message.get("role") in _TOOLS and bool(message.get("content")) for message in messages)


def _turn(message: Any, names: Mapping[str, str] | None) -> Turn | None:
    role = message.get("role") if isinstance(message, dict) else None
    text = text_of(message) if isinstance(role, str) else ""
    if not isinstance(role, str) or not text:
        return None
    return Turn(role, text, answering(message, names)) if names and role in _TOOLS else Turn(role, text)


def text_of(message: Mapping[str, Any]) -> str:
    """Give a message's text: of content parts those that are text, a line each; nothing for anything else."""
    content = message.get("content")
    return content if isinstance(content, str) else "\n".join(_texts(_list(content)))


def _texts(parts: list[Any]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict) and _type(part) in _TEXT_PARTS:
            text = part.get("text", part.get("refusal"))
            if isinstance(text, str):
                yield text


def _type(part: Mapping[str, Any]) -> str:
    kind = part.get("type")
    return kind if isinstance(kind, str) else ""


def _shortened(text: str, room: int) -> str:
    if len(text) <= room:
        return text
    return text[: room // 2] + "\n" + text[-(room // 2 - 1) :] if room > 4 else ""


def _named(tool: Mapping[str, Any]) -> tuple[Mapping[str, Any], str] | None:
    """Give the part of an entry of `tools` that declares it, and its name."""
    kind = tool.get("type", "function")
    if kind not in ("function", "custom"):
        return None
    inner = tool.get(kind, tool)
    name = inner.get("name") if isinstance(inner, dict) else None
    return (inner, name) if isinstance(name, str) and name else None


def _declaration(tool: Mapping[str, Any], inner: Mapping[str, Any]) -> ToolDeclaration:
    """Read one entry of `tools`: `{"type", "function": {...}}`, `{"type": "custom", "custom": {...}}`, or the flat form of either; `inner` declares it."""
    custom, description, parameters = tool.get("type") == "custom", inner.get("description"), inner.get("parameters")
    if isinstance(parameters, dict):
        # Annotations of the whole tool may stand beside its parameters too.
        parameters = annotated(parameters, inner, tool)
    return ToolDeclaration(
        inner["name"],
        description if isinstance(description, str) else "",
        parameters if isinstance(parameters, dict) and not custom else None,
        inner.get("strict") is True,
        custom,
    )


def _header(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
