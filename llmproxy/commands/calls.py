"""Reading calls from JSON text: one call, or a case with several. The arguments keep their source text, byte for byte.

An input that is no such thing raises `BadInput`, whose message names the fault and no value.

Must not be in here: minimising, output.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from llmproxy.wire.answering import names_of
from llmproxy.wire.request import ToolDeclaration, context_of, tools_of
from minimize.model import Context, ToolCall


class BadInput(Exception):
    """The input is no call and no case."""


@dataclass(frozen=True, slots=True)
class CallIn:
    """One call of the input, and whether its arguments came as a text (and go out as one)."""

    call: ToolCall
    as_text: bool


@dataclass(frozen=True, slots=True)
class Case:
    """What one input says: an id, the conversation, the calls."""

    id: Any
    context: Context
    calls: tuple[CallIn, ...]


_scan: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder(strict=False).scan_once  # type: ignore[attr-defined]
_ID_FIRST = re.compile(r'\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\["\\/bfnrt])*"|-?[0-9]{1,18})\s*,')
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_DEEP: Any = object()
"""Stands for a value that nests too deep for the scanner; its source text is known."""
_space = cast("Callable[..., re.Match[str]]", re.compile(r"[ \t\n\r]*").match)


@dataclass(frozen=True, slots=True)
class _Raw:
    """A value with its source text."""

    value: Any
    text: str


def read_case(text: str) -> Case:
    """Read a line of the case form: `id`, `messages`, `tools`, `tool_calls`."""
    members = _object(text, "the input")
    if "tool_calls" not in members:
        raise BadInput("no `tool_calls`")
    return _case(members)


def read_call(text: str) -> Case:
    """Read one call: `name`, `arguments`, `schema` or `tools`, `task` or `messages`; a case is taken, too."""
    members = _object(text, "the input")
    if "tool_calls" in members:
        return _case(members)
    if "name" not in members or "arguments" not in members:
        raise BadInput("a call needs `name` and `arguments`")
    tools = _tools(members)
    schema = _value(members, "schema", dict, None)
    description = _value(members, "description", str, "")
    name = _value(members, "name", str, "")
    if schema is not None:
        tools[name] = ToolDeclaration(name=name, description=description, parameters=schema)
    return Case(_plain(members, "id"), _context(members), (_call(members, tools, "0"),))


def id_of(text: str) -> Any:
    """Give the `id` of a line that is no valid record, or None; of one that cannot be read, if it stands first."""
    try:
        found = json.loads(text)
        return found.get("id") if isinstance(found, dict) else None
    except (ValueError, RecursionError):
        first = _ID_FIRST.match(text)
        return json.loads(first[1], strict=False) if first else None


def _case(members: Mapping[str, _Raw]) -> Case:
    tools = _tools(members)
    raw = members["tool_calls"]
    if not raw.text.startswith("["):
        raise BadInput("`tool_calls` is no list")
    calls: list[CallIn] = []
    for number, item in enumerate(_items(raw.text)):
        found = _object(item, f"entry {number} of `tool_calls`")
        for form in ("function", "custom"):
            if form in found:
                found = {**found, **_object(found[form].text, f"`{form}`")}
        if "input" in found:
            found.setdefault("arguments", found["input"])
        calls.append(_call(found, tools, str(number)))
    return Case(_plain(members, "id"), _context(members), tuple(calls))


def _call(members: Mapping[str, _Raw], tools: Mapping[str, ToolDeclaration], position: str) -> CallIn:
    name = _value(members, "name", str, "")
    if not name:
        raise BadInput("a call has no `name`")
    if "arguments" not in members:
        raise BadInput("a call has no `arguments`")
    arguments = members["arguments"]
    as_text = isinstance(arguments.value, str)
    tool = tools.get(name)
    call_id = members["id"].value if "id" in members and isinstance(members["id"].value, str) else position
    call = ToolCall(
        name=name,
        arguments=arguments.value if as_text else arguments.text,
        schema=tool.parameters if tool else None,
        description=tool.description if tool else "",
        call_id=call_id,
        custom=bool(tool and tool.custom),
    )
    return CallIn(call, as_text)


def _tools(members: Mapping[str, _Raw]) -> dict[str, ToolDeclaration]:
    return dict(tools_of(_value(members, "tools", list, [])))


def _context(members: Mapping[str, _Raw]) -> Context:
    messages = list(_value(members, "messages", list, []))
    task = _value(members, "task", str, "")
    if task:
        messages.append({"role": "user", "content": task})
    return context_of(messages, names_of(messages))


def _value(members: Mapping[str, _Raw], name: str, kind: type, default: Any) -> Any:
    if name not in members or members[name].value is None:
        return default
    if members[name].value is _DEEP:
        raise BadInput(f"`{name}` is nested too deep")
    if not isinstance(members[name].value, kind):
        raise BadInput(f"`{name}` is of the wrong type")
    return members[name].value


def _plain(members: Mapping[str, _Raw], name: str) -> Any:
    return members[name].value if name in members and members[name].value is not _DEEP else None


def _object(text: str, what: str) -> dict[str, _Raw]:
    """Give an object's members with their source text, walking this one level only; the last of equal names wins."""
    at = _space(text).end()
    if text[at : at + 1] != "{":
        raise BadInput(f"{what} is no JSON object")
    found: dict[str, _Raw] = {}
    at = _space(text, at + 1).end()
    while text[at : at + 1] != "}":
        key, at = _scanned(text, at)
        at = _space(text, at).end()
        if not isinstance(key, str) or text[at : at + 1] != ":":
            raise BadInput("no valid JSON")
        start = _space(text, at + 1).end()
        value, end = _scanned(text, start)
        found[key] = _Raw(value, text[start:end])
        at = _next(text, end, "}")
    if text[at + 1 :].strip(" \t\r\n"):
        raise BadInput("no valid JSON")
    return found


def _items(text: str) -> list[str]:
    """Give the source texts of an array's items."""
    found: list[str] = []
    at = _space(text, _space(text).end() + 1).end()
    while text[at : at + 1] != "]":
        _, end = _scanned(text, at)
        found.append(text[at:end])
        at = _next(text, end, "]")
    return found


def _next(text: str, end: int, close: str) -> int:
    """Give where the next member or item begins, or the closing bracket stands."""
    at = _space(text, end).end()
    if text[at : at + 1] == close:
        return at
    if text[at : at + 1] != ",":
        raise BadInput("no valid JSON")
    at = _space(text, at + 1).end()
    if text[at : at + 1] == close:
        raise BadInput("no valid JSON")
    return at


def _scanned(text: str, at: int) -> tuple[Any, int]:
    try:
        return _scan(text, at)
    except (StopIteration, ValueError):
        raise BadInput("no valid JSON") from None
    except RecursionError:
        return _DEEP, _end_of(text, at)


def _end_of(text: str, at: int) -> int:
    """Give where the array or object at `at` ends, by its brackets alone; what is within is for the minimiser to judge."""
    depth = 0
    for token in _TOKEN.finditer(text, at):
        if token[0][0] in "[{":
            depth += 1
        elif token[0][0] in "]}":
            depth -= 1
        if depth == 0:
            return token.end()
    raise BadInput("no valid JSON")
