"""Reads OpenAI chat chunks and answers: which call fragments a delta or message holds, and what else of it must not hurry on.

One reader for both: a whole message is a delta that says everything at once.
Must not be in here: writing, holding, decisions.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import orjson

from llmproxy.errors import UpstreamGarbage
from llmproxy.wire.body import names_once
from llmproxy.wire.spans import Path, places
from minimize.stream import Fragment

CALL_KEYS: Final = ("tool_calls", "function_call")
REASONING_KEYS: Final = ("reasoning_content", "reasoning", "reasoning_text", "reasoning_details", "thinking", "thinking_blocks")
"""DeepSeek, Qwen, vLLM; OpenRouter; vLLM's newer name; OpenRouter's list; Ollama; LiteLLM's list of Anthropic's blocks."""
FLOWING_KEYS: Final = ("content", "refusal", "audio", *REASONING_KEYS)
"""What a client shows while the answer is coming; it goes out at once, even out of a delta that also holds a call fragment."""
EXTRAS: Final = "provider_specific_fields"
"""LiteLLM's bag for what its own model of a message has no field for; reasoning stands in it too."""
FLOWING: Final = frozenset(FLOWING_KEYS)
SPECIAL: Final = frozenset((*CALL_KEYS, *REASONING_KEYS, EXTRAS, "audio"))
"""Keys of a delta that need a look: all others pass."""
_THOUGHT_PARTS: Final = frozenset({"thinking", "reasoning", "redacted_thinking"})

_HOLDING: Final = frozenset({"choices", "delta", "message", *CALL_KEYS, "function", "custom", "arguments", "input"})
_TELLING: Final = (b'"choices"', b'"delta"', b'"message"', b'"tool_calls"', b'"function_call"', b'"arguments"', b'"input"')
"""Keys on the way to a call's arguments, and those of them without which none can stand there twice."""

MAX_CHOICES: Final = 256
"""OpenAI allows `n` up to 128."""

_SLACK: Final = 8
"""Characters by which tokens may be longer than their text: marks of word beginnings, replacement characters, an end token."""

Located = tuple[int | None, Fragment]
"""Position in `tool_calls` (None: it is the `function_call`) and what stands there."""


def loads(data: bytes) -> Any:
    """Read JSON: fast, and leniently where only the fast reader refuses (NaN, lone surrogates, broken UTF-8)."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError:
        try:
            return json.loads(as_text(data).removeprefix("\ufeff"))
        except (ValueError, RecursionError):
            raise UpstreamGarbage("the upstream's JSON cannot be read") from None


def check_keys(data: bytes, value: Any) -> None:
    """Refuse an envelope (and what `loads` made of it) that names a key twice where a call could hide.

    We and most clients read the last one, some the first or both.
    """
    if b"_call" in data and any(data.count(key) > 1 for key in _TELLING) and not names_once(data, value):
        try:
            json.loads(as_text(data).removeprefix("\ufeff"), object_pairs_hook=_members)
        except (ValueError, RecursionError):
            raise UpstreamGarbage("the upstream's JSON cannot be read") from None


def _members(pairs: list[tuple[str, Any]]) -> None:
    names = [name for name, _ in pairs if name in _HOLDING]
    if len(set(names)) < len(names):
        raise UpstreamGarbage("the upstream's JSON names a key twice")


def as_text(data: bytes) -> str:
    """Decode so that `as_bytes` gives the very same bytes back, broken UTF-8 included."""
    return data.decode("utf-8", "surrogateescape")


def as_bytes(text: str) -> bytes:
    """Undo `as_text`."""
    return text.encode("utf-8", "surrogateescape")


def has_calls(part: Mapping[str, Any]) -> bool:
    """Tell whether a delta or message holds call material."""
    return bool(part.get("tool_calls") or part.get("function_call"))


def fragments(part: Mapping[str, Any], literals: Callable[[Sequence[Path]], Sequence[str]]) -> list[Located]:
    """Give the call fragments of a delta or message in its order.

    `literals` gives the source texts of the values at paths below the part, for arguments that come as objects; it is asked once.
    Raises UpstreamGarbage for shapes in which a call could hide.
    """
    calls = part.get("tool_calls") or []
    if not isinstance(calls, list):
        raise UpstreamGarbage("the upstream's `tool_calls` is no list")
    found: list[Located] = []
    objects: list[tuple[int, Path]] = []
    for place, entry in enumerate(calls):
        if not isinstance(entry, dict):
            raise UpstreamGarbage("the upstream's `tool_calls` holds what is no object")
        fragment, way = _fragment(entry)
        if way:
            objects.append((len(found), ("tool_calls", place, *way)))
        found.append((place, fragment))
    legacy = part.get("function_call")
    if legacy:
        if not isinstance(legacy, dict):
            raise UpstreamGarbage("the upstream's `function_call` is no object")
        arguments = legacy.get("arguments")
        if arguments is not None and not isinstance(arguments, str):
            objects.append((len(found), ("function_call", "arguments")))
        found.append((None, Fragment(name=_text(legacy.get("name")), arguments=_text(arguments, ""), legacy=True)))
    if objects:
        for (at, _), text in zip(objects, literals([path for _, path in objects]), strict=True):
            found[at] = (found[at][0], found[at][1]._replace(arguments=text))
    return found


def literals(data: bytes, base: Path, paths: Sequence[Path]) -> list[str]:
    """Give the source texts of the values at these paths below `base` of an event's or answer's bytes, in one walk."""
    text = as_text(data)
    return [text[start:end] for start, end in places(text, [(*base, *path) for path in paths])]


def check_count(choices: Sequence[Any]) -> None:
    """Refuse more choices than any provider gives: each costs a walk over the event or answer."""
    if len(choices) > MAX_CHOICES:
        raise UpstreamGarbage("the upstream's answer has too many choices")


def body_path(entry: Mapping[str, Any]) -> tuple[str, str]:
    """Give where the argument text stands in an entry of `tool_calls`: (`function`, `arguments`) or (`custom`, `input`)."""
    if "custom" not in entry and entry.get("type") != "custom":
        return "function", "arguments"
    if isinstance(entry.get("custom"), dict) or (entry.get("type") == "custom" and not entry.get("function")):
        if entry.get("function"):
            raise UpstreamGarbage("the upstream's call is a function and a custom tool at once")
        return "custom", "input"
    return "function", "arguments"


def _fragment(entry: Mapping[str, Any]) -> tuple[Fragment, Path]:
    """Give what an entry says, and where its arguments stand below it if they are no text, so that their source has to be looked up."""
    kind, key = body_path(entry)
    body = entry.get(kind)
    if body is None:
        if entry.get(key) is not None:
            raise UpstreamGarbage("the upstream's call holds its arguments where clients do not look")
        body = {}
    elif not isinstance(body, dict):
        raise UpstreamGarbage("the upstream's call is no object")
    index = entry.get("index")
    text = body.get(key)
    fragment = Fragment(
        index if type(index) is int else fragment_index(index),
        _text(entry.get("id")),
        _text(body.get("name")),
        text if type(text) is str else "",
        kind == "custom",
    )
    return fragment, () if text is None or isinstance(text, str) else (kind, key)


def _text(value: Any, otherwise: str | None = None) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else str(value) if otherwise is None else otherwise


def fragment_index(value: Any) -> int | None:
    """Read an index leniently: digits in a string count, anything else that is no integer is none."""
    if isinstance(value, str) and value.isascii() and value.isdigit():
        return int(value[:9])
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def choice_number(choice: Mapping[str, Any]) -> int:
    """Give the index of a choice; a missing one is 0."""
    return fragment_index(choice.get("index")) or 0


def reasoning_paths(part: Mapping[str, Any]) -> list[Path]:
    """Give where reasoning text stands in a delta or message, as paths below it."""
    paths: list[Path] = [(key,) for key in REASONING_KEYS if part.get(key)]
    extras = part.get(EXTRAS)
    if isinstance(extras, dict):
        paths += [(EXTRAS, key) for key in REASONING_KEYS if extras.get(key)]
    content = part.get("content")
    if isinstance(content, list):
        paths += [("content", i) for i, item in enumerate(content) if isinstance(item, dict) and item.get("type") in _THOUGHT_PARTS]
    return paths


def unread(where: str, path: Path) -> str:
    """Give the pointer, with `*` for any index, under which a position is reported as not read."""
    return "/".join([where, *("*" if isinstance(step, int) else step for step in path)])


def at_index(fragment: Fragment, index: int | None) -> Fragment:
    """Give the fragment at another index."""
    return fragment if fragment.slot == index else fragment._replace(slot=index)


def has_text(part: Mapping[str, Any], apart: Sequence[Path] = ()) -> bool:
    """Tell whether a delta says something that flows; `apart` are paths that do not count."""
    heads = {path[0] for path in apart}
    return any(part.get(key) for key in FLOWING_KEYS if key not in heads)


def at(part: Any, path: Path) -> Any:
    """Give the value at a path of a decoded value."""
    for step in path:
        part = part[step]
    return part


def hidden_tokens(choice: Mapping[str, Any], part: Mapping[str, Any]) -> bool:
    """Tell whether token log probabilities stand here for text that does not.

    With `logprobs: true` some servers (vLLM) send the tokens of a call beside empty deltas, or behind the last word of text. OpenAI's form
    is `content: [{"token"}]`; Together and Fireworks send the older `tokens: ["..."]`.
    Tokens that are only a piece of a character say nothing and pass; they are how byte-level tokenisers send emoji.
    """
    logprobs = choice.get("logprobs")
    if not isinstance(logprobs, dict):
        return False
    tokens = logprobs.get("content") or logprobs.get("refusal") or logprobs.get("tokens")
    said = part.get("content") or part.get("refusal")
    if not isinstance(tokens, list):
        return bool(tokens or (not said and any(logprobs.values())))
    if isinstance(said, str) and said:
        return sum(len(_token(token)) for token in tokens) > len(said) + _SLACK
    return not (said or reasoning_paths(part)) and any(_readable(token) for token in tokens)


def _token(token: Any) -> str:
    text = token.get("token") if isinstance(token, dict) else token
    return text if isinstance(text, str) else ""


def _readable(token: Any) -> bool:
    if not isinstance(token, dict):
        return bool(token != "")
    if token.get("top_logprobs"):
        return True
    pieces = token.get("bytes")
    if isinstance(pieces, list):
        try:
            bytes(pieces).decode()
        except (ValueError, TypeError):
            return False
    return token.get("token") != ""
